import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Liverpool Street EC2M: emergency plumbers for office towers, Broadgate floors, converted warehouses and station shops. 30-minute target, nights too.',
  keywords: [
    'emergency plumber Liverpool Street',
    'plumber EC2M',
    'commercial plumber Broadgate',
    'office plumber Bishopsgate',
    'grease trap EC2M',
    'plumber Finsbury Circus',
  ],
  street: 'Bishopsgate',
  pitch:
    'In EC2M the leak is often on one floor and its valve on another. We ask the desk where the riser is, sign in, and begin at the valve, day or night.',
  sellingPoints: [
    '30-minute target for EC2M, weekends and nights alike',
    'Night work priced beforehand; night rate from 10PM',
    '£2M public liability, for your contractor file',
    'Tea points, washrooms and showers mended floor by floor',
    'Food-unit drains and waste pumps cleared out of hours',
  ],
  buildingsTitle: 'Over the tracks and around them',
  buildings: [
    {
      kind: 'tower',
      title: 'Broadgate Tower and its like',
      text: 'Just north, in EC2A, the Broadgate Tower stands over the tracks. At such heights water is boosted in zones, with reducing valves between them.',
    },
    {
      kind: 'office',
      title: 'Broadgate, Finsbury Circus',
      text: 'Stone offices of the early 1900s round the Circus, Broadgate’s wide floors since the 1980s. Refitted washrooms in both hide cisterns and valves behind panels.',
    },
    {
      kind: 'warehouse',
      title: 'Devonshire Square',
      text: 'East India Company warehouses, begun about 1770 and converted to offices around 1980. Old walls, new insides: pipes follow the conversion, not the brick.',
    },
    {
      kind: 'shop',
      title: 'Station shops and counters',
      text: 'A sink, a glasswasher and a coffee machine in the space of a cupboard. Where the drain is higher than the floor, a small pump lifts it, until it stops.',
    },
  ],
  specialists: [
    {
      id: 'high-rise-offices',
      title: 'Which water is it?',
      text: 'Mains water, chilled water, heating and sprinklers can share a riser in a tower. Shut the wrong one and the cooling stops, or the fire protection. We trace the pipe with your engineer before a valve moves.',
      points: [
        'A hissing cistern or urinal shut at the cubicle, the rest of the washroom in use',
        'Booster set down: supply, tank level and pressure switch looked at before the pump',
        'Dripping under-sink heater: expansion and inlet pressure, not the relief valve alone',
        'After a shutdown each outlet is run, and temperatures noted for the hygiene log',
      ],
    },
    {
      id: 'transport-hub',
      title: 'Shops that keep railway hours',
      text: 'Trains have used Liverpool Street since 1874, the Elizabeth line since 2022. A counter in or near a station has few quiet hours for noisy work. We plan around them, inside the tenant’s own unit; the railway’s pipes are the railway’s.',
      points: [
        'Waste pump blocked: opened, cleared, its non-return valve and float tried',
        'Grease unit under the sink: lid, baffles and outlet seen before the line is rodded',
        'Water off for one unit only, agreed with the duty manager',
      ],
    },
  ],
  arrivalTitle: 'Gates, desks and loading bays',
  arrival: {
    parking:
      'Bishopsgate is a red route, with bus gates by the station from 7 to 7 on weekdays. A slot in your loading bay saves the walk; we give you the registration. Paid bays are charged at cost.',
    congestion:
      'All of EC2M is in the charging zone: 7:00–18:00 Monday to Friday, 12:00–18:00 at weekends and on bank holidays. In those hours the day’s charge goes on the bill as we paid it.',
    access:
      'Tell security the name we give you. If your building wants a permit to work, start it while we are on our way, and ask the engineer on shift for the riser keys.',
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
      question: 'Nobody knows where our floor’s stop valve is. Where do you look?',
      answer:
        'In the riser cupboard by the WCs, above the ceiling outside it, under the tea-point sink. Failing those, at the riser with the building’s engineer. We label what we find.',
    },
    {
      question: 'Should the tenant or the landlord call a plumber?',
      answer:
        'Your lease says. As a rule a tenant answers for pipes within its floor, the landlord for risers, plant and main drains. If water comes from above, ring building management first.',
    },
    {
      question: 'Can the repair wait until the office is empty?',
      answer:
        'If the leak can be isolated, yes. We shut it now and return in the evening or at the weekend. Rates differ by day, evening and night, and you choose knowing each.',
    },
  ],
  nearby: ['spitalfields', 'shoreditch', 'bunhill-fields'],
} satisfies LocalityWords
