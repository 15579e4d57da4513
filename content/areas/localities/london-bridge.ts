import type { LocalityWords } from '../area.ts'

export default {
  description:
    'London Bridge emergency plumbers, SE1: 25-minute target, 24/7, for clinics by Guy’s, Tooley Street offices, arches and flats. Phone, or book here.',
  keywords: [
    'emergency plumber London Bridge',
    'plumber Tooley Street',
    'plumber SE1',
    'office plumber London Bridge',
    'boiler repair London Bridge',
  ],
  street: 'Tooley St',
  pitch:
    'Offices beside a station, traders under it and a teaching hospital across the road. We stop water, or bring it back, at any hour, with Gas Safe engineers and a price beforehand.',
  sellingPoints: [
    '25-minute target around the station, Guy’s and Tooley Street',
    'Drips in arches told apart: your pipe, or rain off the tracks',
    'Inductions, permits and hot-work rules kept to on your floor',
    'Mixing valves at basins and showers set to a safe heat',
    'Boiler faults traced by Gas Safe engineers, evenings included',
  ],
  buildingsTitle: 'Platforms above, basements below',
  buildings: [
    {
      kind: 'arches',
      title: 'Station arches',
      text: 'London Bridge has had trains since 1836. In the arches of Crucifix Lane and Druid Street a drip may be a pipe, the lining of the vault or the railway’s own drains.',
    },
    {
      kind: 'institution',
      title: 'Guy’s and its campus',
      text: 'Wards, laboratories and King’s College teaching rooms off St Thomas Street. Buildings of this kind live on calorifiers, long hot returns and blending valves.',
    },
    {
      kind: 'office',
      title: 'Tooley Street offices',
      text: 'Tanks, booster sets and risers are usually the landlord’s. The leak may be on a floor whose tenant has gone home: ring security as well as us.',
    },
    {
      kind: 'flats',
      title: 'Snowsfields and the Kipling',
      text: 'Guinness Trust buildings of 1897, and the council’s Kipling Estate behind Guy’s. Neighbours share stacks: we knock upstairs before we cut into a ceiling.',
    },
  ],
  specialists: [
    {
      id: 'hospital',
      title: 'Clinics, surgeries and laboratories',
      text: 'Guy’s opened in the 1720s, and a hospital of that size has its own engineers. Our work is in smaller practices: the sinks, the hot water, the mixing valves, the leak over the waiting room.',
      points: [
        'Thermostatic mixing valves cleaned, set, and the reading left with you',
        'No dead leg left behind when a basin or a pipe is taken out',
        'A clean route agreed with reception before the toolbag comes in',
      ],
    },
    {
      id: 'high-rise-offices',
      title: 'One tower, many tenants',
      text: 'In buildings as tall as the Shard, finished in 2012, water has to be pumped up, and a tenant’s pipe usually begins at a landlord’s valve. We work from that valve to your taps. What lies behind it we describe in writing to the building’s engineers.',
      points: [
        'Ceiling tiles lifted along the run before any plaster is cut',
        'Undersink heaters and boiling-water taps descaled or replaced',
        'Macerators cleared, and the fall of the discharge pipe checked',
      ],
    },
  ],
  arrivalTitle: 'Shutters, loading bays, front desks',
  arrival: {
    parking:
      'Tooley Street is a red route, and the station forecourt is for buses and taxis. We use paid bays off Weston Street or Snowsfields and walk through with the tools.',
    congestion:
      'This is well inside the zone, whose edge is Tower Bridge Road. The charge ends at 18:00 every day; a call later in the evening carries none.',
    access:
      'An arch may have no way in but a shutter: somebody has to be there to raise it. For an office, tell us which loading bay, and put our engineer on the visitor list.',
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
      question: 'Water drips from the crown of our arch. Is that a plumber’s job?',
      answer:
        'If it follows the rain, it is the viaduct’s drainage, and the landlord of the arch has to hear of it. If it drips in dry weather too, we test your pipes.',
    },
    {
      question: 'Can you get into our office at two in the morning?',
      answer:
        'If security will let us up. The night rate begins at 10PM, the price is agreed first, and every valve that we close is tagged, so that the day staff know what is off.',
    },
    {
      question: 'A tap in the surgery has become far too hot. How urgent is that?',
      answer:
        'Put the basin out of use now. The blending valve may have scaled up or lost its setting; we clean it or change it, then measure the outlet before patients wash there again.',
    },
  ],
  nearby: ['borough', 'bermondsey', 'southwark'],
} satisfies LocalityWords
