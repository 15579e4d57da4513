import type { HubWords } from '../area.ts'

export default {
  description:
    'Midtown London plumbers for offices, universities, chambers and flats in WC1, WC2 and W1T. Our target: under 60 minutes, all year.',
  keywords: ['emergency plumber Midtown London', 'commercial plumber Holborn', 'university plumber London', 'plumber WC1', 'plumber WC2'],
  pitch:
    'Lecture theatres, law offices, restaurants and flats stand wall to wall between Euston Road and the Strand. We come to whichever of them is flooding.',
  sellingPoints: [
    'Our target: under 60 minutes, in term and out of it',
    'Commercial work: toilets, tea points, plant rooms, risers',
    'Colleges: laboratories, halls, libraries, old heating mains',
    'Evening and night visits, priced before we begin',
    'Engineers with City & Guilds, Gas Safe for the boilers',
  ],
  areasTitle: 'Eight places, each with its own pipes',
  lines: {
    bloomsbury: 'Early Georgian streets round Queen Square and its hospitals, with flats over the shops of Lamb’s Conduit Street.',
    'russell-square': 'Hotels, blocks of small flats and the Brunswick, where a fault is rarely only one room’s.',
    'chancery-lane': 'Chambers, law offices and a few flats, between Gray’s Inn and Lincoln’s Inn.',
    'kings-cross': 'Gray’s Inn Road and the slope to the Fleet: terraces, small hotels, cellars that take in water.',
    fitzrovia: 'Houses and workshops west of Tottenham Court Road, turned into studios and offices on small old services.',
    'covent-garden': 'Restaurants and theatres round Inigo Jones’s piazza, whose drains are busiest in the evening.',
  },
  specialists: [
    {
      id: 'commercial',
      title: 'Commercial buildings on Kingsway',
      text: 'The London County Council cut Kingsway through to Aldwych and opened it in 1905. The stone fronts are of about that age. Behind them each tenant has renewed a floor at a time, so one riser may pass through iron, copper and plastic on its way up.',
      points: [
        'Floor valves tried and labelled while we are there',
        'Fan coil trays, condensate pumps and humidifier feeds checked for the drip',
        'One faulty toilet shut off, so that the rest of the floor stays open',
        'The cause of failure noted for the landlord’s agent and the insurer',
      ],
    },
    {
      id: 'universities',
      title: 'Universities, term and vacation',
      text: 'University College opened in Gower Street in 1828, and the London School of Economics came to Clare Market in 1902. Between them lie laboratories, libraries, halls and museums, each with things that must stay dry.',
      points: [
        'Laboratory taps: backflow protection looked at whenever we touch the pipe',
        'Over book stacks we drain the pipe first and open the joint second',
        'Halls: mixing valves tested at the shower, the reading left with your team',
        'Long jobs planned for the vacation, short ones for the evening',
      ],
    },
  ],
  questions: [
    {
      question: 'Half the radiators in our office block are cold. What would you check?',
      answer:
        'The plant first: system pressure, pump, then the valves that split the zones. Cold on one side of the building points to a zone valve, cold at the ends to sludge or balance.',
    },
    {
      question: 'We manage several buildings. Can one person order for all of them?',
      answer:
        'Yes. Give us the addresses and say who may approve work at each. The price is told to that person before we start, and the bill names the building.',
    },
    {
      question: 'A burst in the basement archive. What do we do until you come?',
      answer:
        'Shut the main stop valve and switch off the power down there if you can reach the switch without standing in water. Then lift what stands lowest. Say that it is a basement, so that we bring a pump.',
    },
    {
      question: 'Will the congestion charge be on our bill?',
      answer:
        'On a visit in charging hours, yes, at cost: 7:00 to 18:00 on weekdays, 12:00 to 18:00 at weekends and on bank holidays. Everything south of Euston Road here is in the zone.',
    },
  ],
} satisfies HubWords
