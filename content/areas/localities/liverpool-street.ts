import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Liverpool Street EC2M: emergency plumbers for office towers, Broadgate floors, converted warehouses and station shops. 30-minute target, nights too.',
  keywords: ['emergency plumber Liverpool Street', 'plumber EC2M', 'commercial plumber Broadgate', 'office plumber Bishopsgate'],
  street: 'Bishopsgate',
  pitch:
    'In EC2M the leak is often on one floor and its valve on another. We ask reception where the riser is, sign in and start at the valve, day or night.',
  sellingPoints: [
    '30-minute target for EC2M, nights and weekends included',
    'Night work priced in advance; night rate from 10pm',
    '£2M public liability, for your contractor file',
    'Tea points, washrooms and showers fixed floor by floor',
    'Food-unit drains and waste pumps cleared after hours',
  ],
  buildingsTitle: 'Buildings around Liverpool Street station',
  buildings: [
    {
      kind: 'tower',
      title: 'Broadgate Tower and its neighbours',
      text: 'Just north, in EC2A, Broadgate Tower is built over the tracks. At that height water is boosted in zones, with reducing valves between them.',
    },
    {
      kind: 'office',
      title: 'Broadgate, Finsbury Circus',
      text: 'The stone offices round the Circus are from the early 1900s, Broadgate’s wide floors from the 1980s. In both, refitted washrooms hide cisterns and valves behind panels.',
    },
    {
      kind: 'warehouse',
      title: 'Devonshire Square',
      text: 'The East India Company’s warehouses were begun about 1770 and turned into offices around 1980. The walls are old, the pipes from the conversion.',
    },
    {
      kind: 'shop',
      title: 'Station shops and counters',
      text: 'Expect a sink, a glasswasher and a coffee machine in a space the size of a cupboard. Where the drain is above the floor, a small pump lifts the waste, until it fails.',
    },
  ],
  specialists: [
    {
      id: 'high-rise-offices',
      title: 'Leaks in high-rise offices',
      text: 'Mains, chilled, heating and sprinkler pipes can share a riser in a tower. Turn off the wrong one and you lose the cooling, or your fire protection. We trace the pipe with your building engineer before touching a valve.',
      points: [
        'Running cistern or urinal isolated on its own, the rest of the washroom left in use',
        'Booster set down: we check supply, tank level and pressure switch before the pump',
        'Dripping under-sink heater: we check expansion and inlet pressure too, not just the valve',
      ],
    },
    {
      id: 'transport-hub',
      title: 'Station shops and food counters',
      text: 'Trains have run from Liverpool Street since 1874, and the Elizabeth line since 2022. Shops in or near a station have few quiet hours for noisy work, so we plan round them. We work inside your unit; the railway looks after its own pipes.',
      points: [
        'Waste pump blocked: opened, cleared, float and non-return valve tested',
        'Grease trap under the sink: lid, baffles and outlet checked before we rod the line',
        'Water off for one unit only, agreed with the duty manager',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in EC2M',
  arrival: {
    parking:
      'Bishopsgate is a red route, with bus gates by the station from 7am to 7pm on weekdays. A slot in your loading bay helps: we’ll give you our registration. Paid bays are charged at cost.',
    congestion:
      'All of EC2M is in the zone: 7am to 6pm Monday to Friday, noon to 6pm at weekends and on bank holidays. In those hours we add the day’s charge at cost.',
    access:
      'We’ll tell you the engineer’s name for security. If your building needs a permit to work, raise one while we’re on our way, and ask the shift engineer for the riser keys.',
  },
  streets: [
    'Bishopsgate',
    'Liverpool Street',
    'Old Broad Street',
    'Eldon Street',
    'Blomfield Street',
    'Finsbury Circus',
    'London Wall',
    'Devonshire Square',
  ],
  questions: [
    {
      question: 'No one knows where our floor’s stop valve is. Where do you look?',
      answer:
        'In the riser cupboard by the WCs, above the ceiling outside it, then under the tea-point sink. Failing that, at the riser with your building engineer. We label what we find.',
    },
    {
      question: 'Should the tenant or the landlord call a plumber?',
      answer:
        'Check your lease. Usually the tenant is responsible for pipes on its floor, and the landlord for risers, plant and main drains. If water’s coming from above, call building management first.',
    },
    {
      question: 'Can the repair wait until the office is empty?',
      answer:
        'Yes, if the leak can be isolated. We turn it off now and return in the evening or at the weekend. Rates differ by time of day, and we’ll quote both before you choose.',
    },
  ],
  nearby: ['spitalfields', 'shoreditch', 'bunhill-fields'],
} satisfies LocalityWords
