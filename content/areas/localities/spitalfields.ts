import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Burst pipe, blocked drain or no heating in Spitalfields E1? Plumbers for silk weavers’ houses, market kitchens and flats: a 30-minute target, day or night.',
  keywords: [
    'emergency plumber Spitalfields',
    'plumber Brick Lane',
    'lead pipe repair E1',
    'boiler repair Spitalfields',
    'restaurant drain unblocking E1',
  ],
  street: 'Fournier St',
  pitch:
    'Fournier Street went up in the 1720s and has been replumbed ever since. Gas Safe engineers for Spitalfields, for the lead joint in the cellar and the combi in the garret.',
  sellingPoints: [
    '30-minute target anywhere in Spitalfields, 24/7',
    'Lead coupled to new pipe without a flame',
    'Brick Lane and market kitchens: drains, traps, hot water',
    'Boilers in garrets and basements by Gas Safe engineers',
    'You hear the price, and agree to it, before a tool comes out',
  ],
  buildingsTitle: 'Built for silk, beer and fruit',
  buildings: [
    {
      kind: 'terrace',
      title: 'Silk masters’ houses',
      text: 'Fournier, Princelet and Elder Streets, mostly 1720s. Pipes run behind panelling and along joists, so a drip in the garret surfaces two floors down.',
    },
    {
      kind: 'market',
      title: 'Old Spitalfields Market',
      text: 'Late Victorian, put up for fruit and vegetables. Restaurants cook there now, and hot fat sets in long shared runs beyond the reach of any one kitchen.',
    },
    {
      kind: 'warehouse',
      title: 'The old Truman brewery',
      text: 'Brewing ended in the late 1980s. Studios, shops and bars moved in: sinks added far from any stack, wastes with little fall, valves nobody has mapped.',
    },
    {
      kind: 'flats',
      title: 'The first Peabody block',
      text: 'Opened in 1864 on the corner of Folgate Street, with WCs shared by the stairs. Private bathrooms came later, squeezed in wherever a stack could be reached.',
    },
  ],
  specialists: [
    {
      id: 'georgian-houses',
      title: 'In a panelled house, cut last',
      text: 'Many of these houses are listed, and the panelling is older than the pipes. We trace a leak by shutting one branch at a time and testing it under pressure. Only when the wet length is known does a board come up.',
      points: [
        'No blowlamp near panelling: old pipe is joined with mechanical couplings',
        'A seized stopcock is freed before it is turned, so that the spindle does not shear',
        'Boards lifted along their old cuts, numbered, and put back in order',
        'Permanent work may need listed building consent. We make the pipe safe and tell you',
      ],
    },
    {
      id: 'restaurant-kitchens',
      title: 'When the kitchen floor floods',
      text: 'The branch is cleared first, so that you can cook. Then we look for what closed it: fat, rice, a broken length of clay, or the restaurant next door on the same drain.',
      points: [
        'Grease trap opened: once it is full it passes fat straight into the line',
        'Dishwasher inlet checked for backflow protection, valve or air gap',
        'No hot water at the pot wash: heater, mixing valve and pump, in that order',
      ],
    },
  ],
  arrivalTitle: 'Two sides of Commercial Street',
  arrival: {
    parking:
      'Commercial Street is a red route, and Sunday stalls fill Brick Lane and Middlesex Street. We take the nearest bay where the van may stand, and its fee goes on the bill at cost.',
    congestion:
      'Commercial Street is the edge of the charging zone and free itself. The market and Elder Street are inside, Fournier Street and Brick Lane outside. The charge is added only inside.',
    access:
      'With a shop below and flats above, the stopcock is often in a cellar that only the shop can open. Find out who holds that key while we are on our way.',
  },
  streets: [
    'Commercial Street',
    'Brick Lane',
    'Fournier Street',
    'Princelet Street',
    'Hanbury Street',
    'Wilkes Street',
    'Elder Street',
    'Folgate Street',
    'Wentworth Street',
  ],
  questions: [
    {
      question: 'The lead pipe into my cellar is weeping. Mend it or replace it?',
      answer:
        'Tonight we cut out the bad length and couple plastic to sound lead. Later, replace it all: the pipe inside your boundary is yours, the one in the street Thames Water’s.',
    },
    {
      question: 'A brown stain is spreading on old panelling. What should I do first?',
      answer:
        'Shut the stopcock, or the valve under the tank if the tap above is fed from one. Note whether the stain still grows with the water off: if it does, think of waste, heating or rain.',
    },
    {
      question: 'My boiler is in the garret and its pressure falls every week. Is it the boiler?',
      answer:
        'Not always. We isolate it from the radiators and watch the gauge. If it holds, the leak is in the pipes or radiators; if it drops, we look at the expansion vessel and the relief valve.',
    },
  ],
  nearby: ['whitechapel', 'shoreditch', 'liverpool-street', 'bethnal-green'],
} satisfies LocalityWords
