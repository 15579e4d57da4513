import type { LocalityWords } from '../area.ts'

export default {
  description:
    'London Bridge emergency plumbers, SE1: 25-minute target, 24/7, for clinics by Guy’s, Tooley Street offices, arches and flats. Call or book here.',
  keywords: [
    'emergency plumber London Bridge',
    'plumber Tooley Street',
    'plumber SE1',
    'office plumber London Bridge',
    'boiler repair London Bridge',
  ],
  street: 'Tooley St',
  pitch:
    'There are offices beside the station, traders under it and a teaching hospital across the road. We stop leaks and get your water back on at any hour, and you’ll know the price first.',
  sellingPoints: [
    '25-minute target around the station, Guy’s and Tooley Street',
    'Drips in arches: your pipe or rain off the tracks? We find out',
    'We follow your building’s induction, permit and hot-work rules',
    'Basin and shower mixing valves set to safe temperatures',
    'Boiler faults traced by Gas Safe engineers, evenings included',
  ],
  buildingsTitle: 'Plumbing around London Bridge station',
  buildings: [
    {
      kind: 'arches',
      title: 'Station arches',
      text: 'London Bridge has had trains since 1836. In the arches on Crucifix Lane and Druid Street, a drip may come from a pipe, the vault lining or the railway’s own drains.',
    },
    {
      kind: 'institution',
      title: 'Guy’s and its campus',
      text: 'There are wards, laboratories and King’s College teaching rooms off St Thomas Street. Buildings like these rely on calorifiers, long hot returns and mixing valves.',
    },
    {
      kind: 'office',
      title: 'Tooley Street offices',
      text: 'Tanks, booster sets and risers are usually the landlord’s. The leak may be on a floor whose tenant has gone home, so call security as well as us.',
    },
    {
      kind: 'flats',
      title: 'Snowsfields and the Kipling',
      text: 'The Guinness Trust’s buildings are from 1897, and the council’s Kipling Estate is behind Guy’s. Neighbours share stacks, so we knock upstairs before we cut into a ceiling.',
    },
  ],
  specialists: [
    {
      id: 'hospital',
      title: 'Clinics, surgeries and laboratories',
      text: 'Guy’s opened in the 1720s, and a hospital that size has its own engineers. In smaller practices we fix sinks, hot water, mixing valves and the leak over the waiting room.',
      points: [
        'Thermostatic mixing valves cleaned and set, and the reading left with you',
        'No dead leg left behind when we take out a basin or pipe',
        'A clean route agreed with reception before we bring tools in',
      ],
    },
    {
      id: 'high-rise-offices',
      title: 'High-rise offices near the Shard',
      text: 'In buildings as tall as the Shard, finished in 2012, water has to be pumped up, and a tenant’s pipe usually starts at a landlord’s valve. We work from that valve to your taps, and report anything beyond it to the building’s engineers.',
      points: [
        'Ceiling tiles lifted along the pipe before we cut any plaster',
        'Under-sink heaters and boiling-water taps descaled or replaced',
        'Macerators cleared, and the fall of the discharge pipe checked',
      ],
    },
  ],
  arrivalTitle: 'Parking and access at London Bridge',
  arrival: {
    parking:
      'Tooley Street is a red route, and the station forecourt is for buses and taxis. We use paid bays off Weston Street or Snowsfields and walk from there.',
    congestion:
      'This is well inside the zone, which ends at Tower Bridge Road. The charge ends at 6pm every day, so there’s none in the evening.',
    access:
      'If your arch’s only way in is a shutter, someone needs to be there to raise it. For an office, tell us which loading bay and put our engineer on the visitor list.',
  },
  streets: [
    'Tooley Street',
    'St Thomas Street',
    'Weston Street',
    'Snowsfields',
    'Crucifix Lane',
    'Duke Street Hill',
    'Great Maze Pond',
    'Druid Street',
  ],
  questions: [
    {
      question: 'Water’s dripping from the roof of our arch. Is that a plumber’s job?',
      answer:
        'If it follows the rain, it’s the viaduct’s drainage, so tell the arch’s landlord. If it drips in dry weather too, we test your pipes.',
    },
    {
      question: 'Can you get into our office at 2am?',
      answer:
        'Yes, if security will let us up. The night rate starts at 10pm and we agree the price first. We tag every valve we close, so the day staff know what’s off.',
    },
    {
      question: 'A tap in our surgery is far too hot. How urgent is that?',
      answer:
        'Stop using the basin now. The mixing valve may have scaled up or lost its setting. We clean or change it, then measure the temperature before patients wash there again.',
    },
  ],
  nearby: ['borough', 'bermondsey', 'southwark'],
} satisfies LocalityWords
