import type { HubWords } from '../area.ts'

export default {
  description:
    'North London emergency plumbers for N1, N1C and NW1: 25-minute target, 24/7, Gas Safe. Islington, Angel, Camden, King’s Cross and more.',
  keywords: [
    'emergency plumber North London',
    'plumber N1',
    'plumber NW1',
    'boiler repair North London',
    'plumber Islington and Camden',
    '24 hour plumber N1C',
  ],
  pitch:
    'Loft tanks, back boilers, combis, district heating: N1, N1C and NW1 have them all, sometimes in one street. Choose your area below, or call and tell us what’s wrong.',
  sellingPoints: [
    '25-minute target in N1, N1C and NW1',
    'Gas Safe for the boiler, City & Guilds for the rest',
    'A price before we start, at night as well',
    '{lateCredit} off if we miss your arrival window',
    '12-month guarantee on what we repair',
  ],
  areasTitle: 'Plumbers across North London',
  lines: {
    islington: 'Barnsbury squares, trust dwellings and the kitchens of Upper Street: lead, iron, shared risers.',
    angel: 'Georgian basements on Colebrooke Row, wharves on the canal basins, shops on Chapel Market.',
    camden: 'Camden Town terraces, markets in railway stables, Somers Town flats between Euston and St Pancras.',
    'regents-park': 'Crown Estate stucco to the west of Albany Street, council flats to the east.',
    'kings-cross-n1c': 'Flats on district heating, offices between two stations, restaurants in the coal drops.',
    canonbury: 'Villas split into flats, an early 19th-century square, brick maisonettes near New River Walk.',
  },
  specialists: [
    {
      id: 'old-houses',
      title: 'Houses with loft tanks',
      text: 'The terraces of Islington and Camden Town were built before mains pressure reached upper floors. Where a loft tank still feeds the bathroom, its overflow may drip for weeks before water comes through the ceiling.',
      points: [
        'Tank, overflow and gate valves checked before we blame the cylinder',
        'Unvented cylinders: safety valves and discharge pipe tested',
        'Lead, iron, copper and plastic, each joined with the right fitting',
      ],
    },
    {
      id: 'estates',
      title: 'Estate flats and landlords',
      text: 'On estates from the Ossulston in Somers Town to the Packington by the canal, some pipes belong to the flat and some to the block. We stop the leak, then note for the tenant, leaseholder and landlord where it started.',
      points: [
        'One staircase or riser turned off, neighbours warned first',
        'Your own valve tested before we suspect the communal plant',
        'Smell gas? Call the National Gas Emergency Service on 0800 111 999 before you call us',
      ],
    },
    {
      id: 'canal',
      title: 'Along the Regent’s Canal',
      text: 'Finished in 1820, the canal skirts Regent’s Park, drops through Camden’s locks, passes King’s Cross and runs under Angel in a tunnel. Its wharves and goods yards are now offices, studios, restaurants and a college.',
      points: [
        'Office floors: boosted water, boiling-water taps and washroom valves',
        'Restaurant grease traps and gullies, while you’re closed',
        'Heat interface units in new flats, on your side of the network',
      ],
    },
  ],
  questions: [
    {
      question: 'Do you cover the Hackney end of N1?',
      answer:
        'Yes, we do. De Beauvoir and part of Hoxton have N1 postcodes but are in Hackney. Give us your full postcode and the nearest corner.',
    },
    {
      question: 'Is there a Congestion Charge in North London?',
      answer:
        'Not on Euston Road, Pentonville Road or City Road, the zone’s edge, or north of them. South of them it applies from 7am to 6pm on weekdays, noon to 6pm at weekends and on bank holidays. We add it at cost.',
    },
    {
      question: 'What should I do until the engineer arrives?',
      answer:
        'Turn off the stopcock, often under the sink or in the basement, and open the cold taps to empty the pipes. Don’t stand under a bulging ceiling, and don’t touch switches near the water.',
    },
    {
      question: 'How much is a plumber at 2am?',
      answer:
        'Our night rate starts at 10pm, and you’ll know the price before we start. The call-out includes the first 30 minutes, and we add parking at cost.',
    },
    {
      question: 'Can you work while our office or kitchen is closed?',
      answer:
        'Yes, at any time, at the rate for that time. We need someone with keys and the alarm code to let us in, and to be there when the water goes back on.',
    },
  ],
} satisfies HubWords
