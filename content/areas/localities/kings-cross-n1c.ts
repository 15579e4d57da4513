import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers at King’s Cross N1C, 24/7, with a 25-minute target: heat interface units, office floors and kitchens in the old goods yard.',
  keywords: [
    'emergency plumber N1C',
    'plumber King’s Cross N1C',
    'HIU repair King’s Cross',
    'heat interface unit engineer N1C',
    'office plumber King’s Cross',
  ],
  street: 'Stable St',
  pitch:
    'No loft tank, no flue, no boiler of its own: a flat in N1C usually takes its heat from the district network. We repair what lies on your side of it, and tell you what does not.',
  sellingPoints: [
    '25-minute target in N1C, north and south of the canal',
    'Heat interface units: strainers, valves, plates, controls',
    'One office floor isolated, the rest kept in water',
    'Kitchen wastes under brick vaults cleared and re-hung',
    'Engineer’s name given to your front desk beforehand',
  ],
  buildingsTitle: 'Old shells with new pipes',
  buildings: [
    {
      kind: 'tower',
      title: 'Flats in the gasholders',
      text: 'Three Victorian iron frames, re-erected with flats inside. Heat comes through a unit in a cupboard; the riser behind the corridor door is the building’s.',
    },
    {
      kind: 'warehouse',
      title: 'The Granary',
      text: 'Built for grain in 1852; Central Saint Martins has been there since 2011. Where pipes run in the open on old brick, a drip shows early.',
    },
    {
      kind: 'arches',
      title: 'Coal Drops Yard',
      text: 'Victorian coal drops, shops and restaurants since 2018. Old vaults limit where a pipe may go, so kitchen wastes can be long, and collect fat.',
    },
    {
      kind: 'office',
      title: 'Offices on Pancras Square',
      text: 'Boosted water, showers for cyclists, taps that boil. A hose that splits on Friday night can soak the floors below by Monday.',
    },
  ],
  specialists: [
    {
      id: 'district-heat',
      title: 'Whose side of the heat unit?',
      text: 'An energy centre sends hot water through the estate, and has done since 2013. In a flat, the interface unit passes that heat through steel plates to taps and radiators. The network and its meter are the operator’s; the pipes beyond are normally the landlord’s or yours.',
      points: [
        'Hot tap cold, radiators warm: sensor, flow valve or scaled plate',
        'Both cold: the network’s notices first, then strainer and valves',
        'Pressure falling: a leak or a tired expansion vessel on your side',
      ],
    },
    {
      id: 'office-floors',
      title: 'Tech floors between two stations',
      text: 'Pancras Square lies between King’s Cross and St Pancras. On an office floor we ask for the drawing, shut that floor’s own valve, work to the building’s permit, and put the leak detection back on before we go.',
      points: [
        'Method statement and insurance certificate, if you ask',
        'Outlets flushed after the repair, mixer temperatures noted',
        'Fan coils and their condensate trays as well as washrooms',
      ],
    },
  ],
  arrivalTitle: 'Finding the loading bay',
  arrival: {
    parking:
      'The estate’s streets are privately managed and several are for walkers only. We use your building’s loading bay if you book it, or a paid bay near York Way, and bring the tools by trolley.',
    congestion:
      'N1C lies north of Euston Road and Pentonville Road, which are the edge of the charging zone. Your door is outside it at every hour.',
    access:
      'Few desks let a visitor up unannounced. Give us the concierge’s number, the floor and the flat, and ask that the riser cupboard be unlocked.',
  },
  streets: [
    'King’s Boulevard',
    'Stable Street',
    'Goods Way',
    'Handyside Street',
    'Pancras Square',
    'York Way',
    'Lewis Cubitt Square',
    'Coal Drops Yard',
  ],
  questions: [
    {
      question: 'How do I shut off the water in a new flat?',
      answer:
        'Look for a lever by the meter or under the heat unit, in the utility cupboard: turned across the pipe, it is shut. If it sticks, ask the concierge to open the corridor riser: your branch may have another.',
    },
    {
      question: 'May you open the heat interface unit, or only the network’s people?',
      answer:
        'That is in your lease and your heat supply agreement. Read us the clause: we work on what is yours, leave the meter and its seals alone, and put the rest in words for the operator.',
    },
    {
      question: 'Our restaurant’s sinks smell at midday. Is it the drain?',
      answer:
        'Not necessarily. A trap may have dried out or been sucked empty on a long waste, or the grease trap is full. We test each with water before we take pipes down.',
    },
    {
      question: 'Radiators in the flat stay hot in summer. Can you shut them?',
      answer:
        'We can shut the heating branch at the unit and leave you the hot water. Often a control valve no longer closes, or its motor has failed; you hear the price of the part before we order it.',
    },
  ],
  nearby: ['camden', 'kings-cross', 'islington'],
} satisfies LocalityWords
