import type { HubWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers in South London: 25-minute target across SE1, 24/7, in Borough, London Bridge, Waterloo, Bermondsey and the Elephant.',
  keywords: [
    'emergency plumber South London',
    'plumber SE1',
    'emergency plumber Southwark',
    'boiler repair SE1',
    'emergency plumber Lambeth SE1',
  ],
  pitch:
    'One postcode, two councils, and railways on arches through the middle. Our Gas Safe engineers cover SE1, for a tap that will not shut or a plant room under water.',
  sellingPoints: [
    '25-minute target anywhere in SE1',
    'Six neighbourhoods on one telephone number, open all night',
    'Wharf, arch or terrace: the valve found before a wall is cut',
    'Price first, then the work, with 12 months’ guarantee on it',
    'City & Guilds plumbers, and Gas Safe engineers for the boiler',
  ],
  areasTitle: 'Six places south of the river',
  lines: {
    borough: 'Market kitchens under the viaducts, Trinity House’s two squares, and the blocks of Tabard Gardens.',
    'london-bridge': 'Clinics near Guy’s, offices along Tooley Street, and traders whose ceiling is a railway.',
    southwark: 'Bankside and Blackfriars Road: galleries, towers, Peabody’s courts and cottages between the warehouses.',
    waterloo: 'Lambeth’s share of SE1, with the low houses of Roupell Street, Lower Marsh and the South Bank.',
    bermondsey: 'Flats in the wharves at Shad Thames, breweries in arches, and old houses off Bermondsey Street.',
    'elephant-castle': 'District heat on the Heygate’s old ground, a university, and terraces off St George’s Road.',
  },
  specialists: [
    {
      id: 'railway-arches',
      title: 'Businesses in the arches',
      text: 'The line to Greenwich came first, in 1836, and viaducts to Waterloo, Charing Cross and Cannon Street followed. Their arches hold kitchens, gyms and workshops. Rain can come through the brick, and waste may have to be pumped up to a sewer.',
      points: [
        'Dry-weather drips put to a pressure test, wet-weather ones sent to the landlord',
        'Pumped wastes and floor gullies cleared in the hours you are shut',
        'Frost protection for pipes in an arch that nobody heats at night',
      ],
    },
    {
      id: 'social-housing',
      title: 'Estates of every date',
      text: 'Peabody built on Blackfriars Road in 1871, the Guinness Trust in Snowsfields in 1897, the London County Council on Tabard Gardens and Bermondsey’s own council in the 1930s. In each the first question is whether the pipe is yours or shared.',
      points: [
        'Shared stacks and risers reported to the landlord, with what we saw',
        'Your own wastes, valves and cylinders mended on the spot where we can',
        'Upstairs and downstairs told before the stair loses its water',
      ],
    },
    {
      id: 'heating',
      title: 'Boiler, boiler house or energy centre',
      text: 'A terrace has its combi, an older block may have a boiler house, and Elephant Park has a network with an energy centre. We repair what stands in your home and on your side of the meter. Plant that serves a whole building has an operator, and we tell you when it is their turn.',
    },
  ],
  questions: [
    {
      question: 'Will my visit carry the congestion charge?',
      answer:
        'In most of SE1, within charging hours. The edge is Tower Bridge Road, New Kent Road and the Elephant; beyond it, at Shad Thames for one, there is none. You pay what we paid.',
    },
    {
      question: 'Am I in Southwark or Lambeth, and does it matter?',
      answer:
        'Waterloo is Lambeth, nearly all the rest Southwark. It settles whose parking bay we pay for and, if you rent from the council, which council to ring.',
    },
    {
      question: 'What can I do before you reach the door?',
      answer:
        'Close the stopcock, often under the kitchen sink or just inside the front door, and open the cold taps. If water is near the lights, switch that circuit off at a dry fuse board. Then clear us a way in.',
    },
    {
      question: 'The water is coming up through the pavement. Do you dig there?',
      answer:
        'Not there. As far as the boundary of the street the supply pipe is Thames Water’s, so ring them. Beyond it the pipe is the owner’s, and that length we mend or replace.',
    },
    {
      question: 'How is a call in the small hours charged?',
      answer:
        'Day, evening and night have different rates, and night starts at 10PM. The first 30 minutes belong to the call-out. You hear the figure, and agree to it, before any work.',
    },
  ],
} satisfies HubWords
