import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers in Whitechapel E1: 30-minute target, 24/7. Hospital-estate terraces, council blocks, towers and kitchens. Call or book online.',
  keywords: ['emergency plumber Whitechapel', 'plumber E1', 'boiler repair Whitechapel', 'blocked drain E1', 'plumber Aldgate East'],
  street: 'Whitechapel Rd',
  pitch: 'From the brick terraces behind the Royal London to the towers at Goodman’s Fields: a Gas Safe engineer for E1, day and night.',
  sellingPoints: [
    '30-minute target across E1, day and night',
    'Lead, iron and copper: East End pipework of two centuries',
    'On estates one stair shut, where it has a valve of its own',
    'Restaurant drains and floor gullies cleared, late too',
    'Boilers and flues by Gas Safe registered engineers',
  ],
  buildingsTitle: 'Four kinds of building, four kinds of trouble',
  buildings: [
    {
      kind: 'terrace',
      title: 'Hospital-estate terraces',
      text: 'Built around 1800 to 1830 off New Road. Lead stubs behind the plaster, a stopcock under the floor, kitchens added at the back on shallow drains.',
    },
    {
      kind: 'flats',
      title: 'Council blocks',
      text: 'On the Chicksand and Berner estates stacks are shared: a blockage on the first floor comes up in somebody else’s bath.',
    },
    {
      kind: 'tower',
      title: 'Towers at Aldgate',
      text: 'Heat interface units, boosted water, push-fit behind riser doors. No hot water can be one flat’s valve or the whole building’s pump.',
    },
    {
      kind: 'shop',
      title: 'Restaurants and market',
      text: 'Kitchens on Whitechapel Road and Fieldgate Street drain through pipes older than they are. Fat sets where the fall is too slight.',
    },
  ],
  specialists: [
    {
      id: 'hospital',
      title: 'Round the hospital',
      text: 'The Royal London has stood on Whitechapel Road since 1757, and surgeries, pharmacies and student rooms have gathered around it. They cannot shut for a leak.',
      points: [
        'One branch isolated, the rest of the floor kept in water',
        'Work before the first appointment, or after the last',
        'What was shut, and which valve did it, written down for your next shift',
      ],
    },
  ],
  arrivalTitle: 'Getting to you in E1',
  arrival: {
    parking:
      'Tower Hamlets controls parking on every street here, and the market takes the kerb of Whitechapel Road. We park in a side street and walk the last bit with the bag.',
    congestion:
      'The congestion zone ends at Mansell Street and Commercial Street. East of them, nearly all of Whitechapel, there is no charge to pass on.',
    access:
      'Tell us the entry code, or who holds the fob. In a tower the concierge has to know that we are coming, so ring the desk as well.',
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
      question: 'Water comes through from the flat above and nobody opens. What now?',
      answer:
        'Ring us and the caretaker. Often the water can be shut for one stair from a landing cupboard or the ground floor; it need not be the whole block.',
    },
    {
      question: 'My flat has no boiler, only a white box with pipes. Can you repair that?',
      answer:
        'Most likely a heat interface unit, fed by shared plant; if so, yes. We test the valves, the filter and the plate in it, and tell you if the fault lies on the landlord’s side.',
    },
    {
      question: 'The restaurant’s floor drain backs up on a Friday night. Can you come?',
      answer:
        'Yes. We clear the line and flush the trap with you at the sink; the night rate applies from 10PM and you hear the price before we start.',
    },
  ],
  nearby: ['spitalfields', 'bethnal-green', 'shoreditch', 'liverpool-street'],
} satisfies LocalityWords
