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
    'One postcode, two councils, and railway arches through the middle. Our Gas Safe engineers cover SE1, from a tap that won’t turn off to a flooded plant room.',
  sellingPoints: [
    '25-minute target anywhere in SE1',
    'One phone number for SE1, answered all night',
    'Wharf, arch or terrace: we find the valve before opening walls',
    'A price first, then the work, guaranteed for 12 months',
    'City & Guilds plumbers, Gas Safe engineers for your boiler',
  ],
  areasTitle: 'Plumbers across SE1',
  lines: {
    borough: 'Market kitchens under the viaducts, Trinity House’s two squares, and the blocks of Tabard Gardens.',
    'london-bridge': 'Clinics near Guy’s, offices along Tooley Street, and businesses in the railway arches.',
    southwark: 'Bankside and Blackfriars Road: galleries, towers, Peabody’s courts and cottages between the warehouses.',
    waterloo: 'Lambeth’s share of SE1, with the low houses of Roupell Street, Lower Marsh and the South Bank.',
    bermondsey: 'Flats in the wharves at Shad Thames, breweries in arches, and old houses off Bermondsey Street.',
    'elephant-castle': 'District heating on the old Heygate site, a university, and terraces off St George’s Road.',
  },
  specialists: [
    {
      id: 'railway-arches',
      title: 'Businesses in the arches',
      text: 'The line to Greenwich came first, in 1836, and viaducts to Waterloo, Charing Cross and Cannon Street followed. Their arches house kitchens, gyms and workshops. Rain can come through the brick, and waste may have to be pumped up to a sewer.',
      points: [
        'Drips in dry weather: pressure-tested. Drips in rain: one for your landlord',
        'Pumped wastes and floor gullies cleared while you’re closed',
        'Frost protection for pipes in arches left unheated at night',
      ],
    },
    {
      id: 'social-housing',
      title: 'Estate flats in SE1',
      text: 'Peabody built on Blackfriars Road in 1871, the Guinness Trust in Snowsfields in 1897, the London County Council at Tabard Gardens and Bermondsey’s own council in the 1930s. On each, the first question is whether the pipe is yours or shared.',
      points: [
        'Faults in shared stacks and risers reported to the landlord',
        'Your own wastes, valves and cylinders fixed on the spot where we can',
        'We tell the neighbours before the staircase loses its water',
      ],
    },
    {
      id: 'heating',
      title: 'Combi, boiler house or heat network?',
      text: 'A house may have a combi, an older block a boiler house, and Elephant Park has a heat network with an energy centre. We repair what’s in your home and on your side of the meter. Plant that serves a whole building has an operator, and we’ll tell you when to call them.',
    },
  ],
  questions: [
    {
      question: 'Do I pay the Congestion Charge in SE1?',
      answer:
        'In most of SE1, during charging hours. The edge is Tower Bridge Road, New Kent Road and the Elephant; beyond it, at Shad Thames for example, there’s no charge. You pay what we paid.',
    },
    {
      question: 'Am I in Southwark or Lambeth, and does it matter?',
      answer:
        'Waterloo is in Lambeth, and nearly all the rest is in Southwark. That decides whose parking bay we pay for and, if you rent from the council, which council to call.',
    },
    {
      question: 'What can I do before you get here?',
      answer:
        'Turn off the stopcock, often under the kitchen sink or just inside the front door, and open the cold taps. If water’s near the lights, switch that circuit off, but only if the fuse board’s dry. Then clear the way for us.',
    },
    {
      question: 'Water’s coming up through the pavement. Can you fix it?',
      answer:
        'No: as far as your boundary, the supply pipe belongs to Thames Water, so call them. Beyond it the pipe belongs to the owner, and we can repair or replace that part.',
    },
    {
      question: 'How much do you charge at night?',
      answer:
        'Day, evening and night have different rates, and night starts at 10pm. The call-out includes the first 30 minutes. We agree the price with you before we start.',
    },
  ],
} satisfies HubWords
