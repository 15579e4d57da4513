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
    'Tanks in the loft, back boilers, combis, district heat: N1, N1C and NW1 have all of them, sometimes in one street. Choose your place below, or ring and say what you see.',
  sellingPoints: [
    '25-minute target in N1, N1C and NW1',
    'Gas Safe for the boiler, City & Guilds for the rest',
    'The price told before work starts, at night as well',
    '{lateCredit} off if the van misses the window it was given',
    'A guarantee of 12 months on what we repair',
  ],
  areasTitle: 'Six places, each with its own pipes',
  lines: {
    islington: 'Barnsbury squares, trust dwellings and the kitchens of Upper Street: lead, iron, shared risers.',
    angel: 'Georgian basements on Colebrooke Row, wharves on the canal basins, shops on Chapel Market.',
    camden: 'Camden Town terraces, markets in railway stables, Somers Town flats between Euston and St Pancras.',
    'regents-park': 'Crown Estate stucco on the west of Albany Street, council flats on the east.',
    'kings-cross-n1c': 'Flats on district heat, offices between two stations, restaurants in the coal drops.',
    canonbury: 'Villas divided into flats, an early 19th-century square, brick maisonettes near New River Walk.',
  },
  specialists: [
    {
      id: 'old-houses',
      title: 'Houses with a tank at the top',
      text: 'The terraces of Islington and Camden Town are older than mains pressure on upper floors. Where a loft tank still feeds the bathroom, a stuck float valve may drip from the overflow for weeks before it comes through the ceiling.',
      points: [
        'Tank, overflow and gate valves checked before the cylinder is blamed',
        'Safety valves and discharge pipe of an unvented cylinder tested',
        'Lead, iron, copper and plastic, each joined by the fitting made for it',
      ],
    },
    {
      id: 'estates',
      title: 'Flats, stairs and landlords',
      text: 'On estates from the Ossulston in Somers Town to the Packington by the canal, pipes belong partly to the flat and partly to the block. We stop the leak, then write down where it began, for tenant, leaseholder and landlord.',
      points: [
        'Shut by stair or by riser, and the neighbours told',
        'Your own valve tested before the communal plant is suspected',
        'If you smell gas, National Gas Emergency on 0800 111 999 before us',
      ],
    },
    {
      id: 'canal',
      title: 'Along the Regent’s Canal',
      text: 'Finished in 1820, the canal skirts Regent’s Park, drops through Camden’s locks, passes King’s Cross and goes under Angel in a tunnel. Its wharves and goods yards hold offices, studios, restaurants and a college now.',
      points: [
        'Boosted water, boiling taps and washroom valves on office floors',
        'Grease traps and gullies of restaurants, while they are closed',
        'Heat interface units of new flats, on your side of the network',
      ],
    },
  ],
  questions: [
    {
      question: 'Do you come to the Hackney end of N1 as well?',
      answer:
        'We come there too. De Beauvoir and part of Hoxton have N1 postcodes though Hackney is their borough. Give us the full postcode and the nearest corner.',
    },
    {
      question: 'Does the congestion charge reach North London?',
      answer:
        'Not past Euston Road, Pentonville Road and City Road, its edge here, which are free. South of them it applies 7:00 to 18:00 on weekdays, 12:00 to 18:00 at weekends and bank holidays; we pass it on at cost.',
    },
    {
      question: 'What should I do until the engineer is here?',
      answer:
        'Shut the stopcock, often under the sink or in the basement, and open the cold taps to empty the pipes. Keep out from under a bulging ceiling, and leave switches near the water alone.',
    },
    {
      question: 'What does it cost to call at two in the morning?',
      answer:
        'The night rate, which begins at 10PM; you hear the figure before work starts. The first 30 minutes are in the call-out, and parking is added at cost.',
    },
    {
      question: 'Can you work while our office or kitchen is closed?',
      answer:
        'At any hour, at that hour’s rate. Somebody with keys and the alarm code has to let us in and be there when the water goes back on.',
    },
  ],
} satisfies HubWords
