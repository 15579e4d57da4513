import type { HubWords } from '../area.ts'

export default {
  description:
    'Midtown London plumbers for offices, universities, chambers and flats in WC1, WC2 and W1T. Our target: under 60 minutes, all year.',
  keywords: ['emergency plumber Midtown London', 'commercial plumber Holborn', 'university plumber London', 'plumber WC1', 'plumber WC2'],
  pitch:
    'Lecture theatres, law firms, restaurants and flats sit side by side between Euston Road and the Strand. Whichever is flooding, we can help.',
  sellingPoints: [
    'Our target: under 60 minutes, in term time or out',
    'Commercial work: toilets, tea points, plant rooms, risers',
    'Colleges: laboratories, halls, libraries, old heating mains',
    'Evening and night visits, priced before we begin',
    'City & Guilds plumbers, Gas Safe engineers for boilers',
  ],
  areasTitle: 'Plumbers across Midtown',
  lines: {
    bloomsbury: 'Early Georgian streets round Queen Square and its hospitals, with flats over the shops of Lamb’s Conduit Street.',
    'russell-square': 'Hotels, blocks of small flats and the Brunswick, where one fault rarely affects just one room.',
    'chancery-lane': 'Chambers, law firms and a few flats, between Gray’s Inn and Lincoln’s Inn.',
    'kings-cross': 'Gray’s Inn Road and the slope to the Fleet: terraces, small hotels, cellars that let in water.',
    fitzrovia: 'Houses and workshops west of Tottenham Court Road, now studios and offices with narrow pipes.',
    'covent-garden': 'Restaurants and theatres round Inigo Jones’s piazza, whose drains are busiest in the evening.',
  },
  specialists: [
    {
      id: 'commercial',
      title: 'Commercial plumbing on Kingsway',
      text: 'The London County Council cut Kingsway through to Aldwych and opened it in 1905. The stone fronts date from about then. Behind them, tenants have renewed the plumbing a floor at a time, so one riser may be iron, copper and plastic on its way up.',
      points: [
        'Floor valves tested and labelled while we’re there',
        'Fan coil trays, condensate pumps and humidifier feeds checked for leaks',
        'One faulty toilet isolated, so the rest of the floor stays open',
        'The cause noted for your landlord’s agent and insurer',
      ],
    },
    {
      id: 'universities',
      title: 'Universities and student halls',
      text: 'University College opened in Gower Street in 1828, and the London School of Economics moved to Clare Market in 1902. Between them are laboratories, libraries, halls and museums, all with things that must stay dry.',
      points: [
        'Laboratory taps: backflow protection checked whenever we work on the pipe',
        'Pipes over book stacks drained before a joint is opened',
        'Halls: mixing valves tested at the shower, and the readings left with your team',
        'Long jobs in the vacation, short ones in the evening',
      ],
    },
  ],
  questions: [
    {
      question: 'Half the radiators in our office are cold. What would you check?',
      answer:
        'The plant first: system pressure, pump, then the zone valves. If one side of the building is cold, it may be a zone valve. If the far ends are cold, it’s sludge or balancing.',
    },
    {
      question: 'We manage several buildings. Can one person book for them all?',
      answer:
        'Yes, just give us the addresses and who can approve work at each. We agree the price with that person before we start, and the bill shows which building it’s for.',
    },
    {
      question: 'A pipe has burst in our basement archive. What do we do until you arrive?',
      answer:
        'Turn off the main stop valve, and the power down there if you can reach the switch without standing in water. Then lift whatever’s lowest. When you call, tell us it’s a basement, so we know to bring a pump.',
    },
    {
      question: 'Will I pay the Congestion Charge?',
      answer:
        'During charging hours, yes, at cost: 7am to 6pm on weekdays, and noon to 6pm at weekends and on bank holidays. Everything south of Euston Road here is in the zone.',
    },
  ],
} satisfies HubWords
