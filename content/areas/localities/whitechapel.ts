import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers in Whitechapel E1: 30-minute target, 24/7. Hospital-estate terraces, council blocks, towers and kitchens. Call us or book online.',
  keywords: ['emergency plumber Whitechapel', 'plumber E1', 'boiler repair Whitechapel', 'blocked drain E1', 'plumber Aldgate East'],
  street: 'Whitechapel Rd',
  pitch: 'From the brick terraces behind the Royal London to the towers at Goodman’s Fields: a Gas Safe engineer for E1, day or night.',
  sellingPoints: [
    '30-minute target across E1, day or night',
    'Lead, iron and copper: two centuries of East End pipework',
    'On estates we can often isolate just one stairwell',
    'Restaurant drains and floor gullies cleared, late at night too',
    'Boilers and flues repaired by Gas Safe engineers',
  ],
  buildingsTitle: 'Whitechapel’s buildings and what goes wrong in them',
  buildings: [
    {
      kind: 'terrace',
      title: 'Hospital-estate terraces',
      text: 'They were built off New Road between about 1800 and 1830. Expect lead stubs behind the plaster, a stopcock under the floor and a rear kitchen on a shallow drain.',
    },
    {
      kind: 'flats',
      title: 'Council blocks',
      text: 'Stacks are shared on the Chicksand and Berner estates, so a blockage on the first floor can come up in someone else’s bath.',
    },
    {
      kind: 'tower',
      title: 'Towers at Aldgate',
      text: 'Expect heat interface units, boosted water and push-fit pipe behind riser doors. If there’s no hot water, it could be your own valve or the whole building’s pump.',
    },
    {
      kind: 'shop',
      title: 'Restaurants and market',
      text: 'Kitchens on Whitechapel Road and Fieldgate Street often drain through very old pipes. Fat sets where there’s too little fall.',
    },
  ],
  specialists: [
    {
      id: 'hospital',
      title: 'Plumbers near the Royal London Hospital',
      text: 'The Royal London has been on Whitechapel Road since 1757, with surgeries, pharmacies and student rooms all around it. They can’t close for a leak.',
      points: [
        'One branch isolated while the rest of the floor keeps its supply',
        'Work done before your first appointment or after the last',
        'A note for your next shift: what we turned off and which valve we used',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in E1',
  arrival: {
    parking:
      'Tower Hamlets controls parking on every street here, and the market takes up the kerb on Whitechapel Road. We park in a side street and walk the last bit.',
    congestion:
      'The zone ends at Mansell Street and Commercial Street. Nearly all of Whitechapel is east of them, so there’s no charge to pass on.',
    access: 'Tell us the entry code, or who has the fob. In a tower, let the concierge know we’re on our way.',
  },
  streets: [
    'Whitechapel Road',
    'Commercial Road',
    'New Road',
    'Vallance Road',
    'Cannon Street Road',
    'Leman Street',
    'Fieldgate Street',
    'Ashfield Street',
  ],
  questions: [
    {
      question: 'Water’s coming through from the flat above and no one’s in. What should I do?',
      answer:
        'Call us and the caretaker. The water can often be turned off for one staircase, from a landing cupboard or the ground floor, without cutting off the whole block.',
    },
    {
      question: 'My flat has no boiler, just a white box with pipes. Can you repair it?',
      answer:
        'It’s probably a heat interface unit, fed by shared plant. If so, yes. We test its valves, filter and heat exchanger, and tell you if the fault is on the landlord’s side.',
    },
    {
      question: 'Can you clear a restaurant drain on a Friday night?',
      answer: 'Yes, we clear the line and flush the trap. The night rate starts at 10pm, and we’ll give you a price first.',
    },
  ],
  nearby: ['spitalfields', 'bethnal-green', 'shoreditch', 'liverpool-street'],
} satisfies LocalityWords
