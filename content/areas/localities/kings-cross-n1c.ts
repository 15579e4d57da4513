import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers at King’s Cross N1C, 24/7, with a 25-minute target: heat interface units, office floors and kitchens in the old goods yard.',
  keywords: ['emergency plumber N1C', 'plumber King’s Cross N1C', 'HIU repair King’s Cross', 'heat interface unit engineer N1C'],
  street: 'Stable St',
  pitch:
    'No loft tank, no flue, no boiler: flats in N1C usually get their heat from the district network. We repair what’s on your side of it, and tell you what isn’t.',
  sellingPoints: [
    '25-minute target in N1C, north and south of the canal',
    'Heat interface units: strainers, valves, plates, controls',
    'One office floor isolated while the rest keep their water',
    'Kitchen wastes under brick vaults cleared and rehung',
    'Engineer’s name given to your front desk beforehand',
  ],
  buildingsTitle: 'Plumbing in King’s Cross flats and offices',
  buildings: [
    {
      kind: 'tower',
      title: 'Flats in the gasholders',
      text: 'Three Victorian iron frames were rebuilt with flats inside. Heat comes through a unit in a cupboard; the riser behind the corridor door is the building’s.',
    },
    {
      kind: 'warehouse',
      title: 'The Granary',
      text: 'The Granary was built in 1852; Central Saint Martins has been there since 2011. Where pipes are exposed on old brick, you can spot a leak early.',
    },
    {
      kind: 'arches',
      title: 'Coal Drops Yard',
      text: 'The Victorian coal drops have been shops and restaurants since 2018. Old vaults limit where pipes can go, so kitchen wastes can be long and collect fat.',
    },
    {
      kind: 'office',
      title: 'Offices on Pancras Square',
      text: 'Offices here have boosted water, showers for cyclists and boiling-water taps. A hose that splits on Friday night can soak the floors below by Monday.',
    },
  ],
  specialists: [
    {
      id: 'district-heat',
      title: 'Heat interface units: what’s yours and what isn’t',
      text: 'An energy centre has sent hot water round the estate since 2013. In your flat, the interface unit passes that heat to taps and radiators. The network and its meter belong to the operator; the pipes beyond are normally your landlord’s or yours.',
      points: [
        'Hot tap cold, radiators warm: sensor, flow valve or scaled heat exchanger',
        'Both cold: check the network’s notices first, then strainer and valves',
        'Pressure dropping: a leak or a tired expansion vessel on your side',
      ],
    },
    {
      id: 'office-floors',
      title: 'Offices on Pancras Square',
      text: 'Pancras Square is between King’s Cross and St Pancras. On an office floor we ask for the drawing, turn off that floor’s own valve, work to the building’s permit, and put the leak detection back on before we go.',
      points: [
        'Method statement and insurance certificate on request',
        'Outlets flushed after the repair, mixer temperatures noted',
        'Fan coils and their condensate trays as well as washrooms',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in N1C',
  arrival: {
    parking:
      'The estate’s streets are privately managed and several are pedestrian only. We use your loading bay if you book it, or a paid bay near York Way, and wheel the tools in.',
    congestion: 'There’s no charge. N1C is north of Euston Road and Pentonville Road, the edge of the zone.',
    access:
      'Few front desks let visitors up unannounced. Give us the concierge’s number, the floor and the flat, and ask them to unlock the riser cupboard.',
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
      question: 'How do I turn off the water in a new flat?',
      answer:
        'Look for a lever by the meter or under the heat unit, in the utility cupboard. Across the pipe means off. If it sticks, ask the concierge to open the corridor riser: there may be another valve on your branch.',
    },
    {
      question: 'Can you open my heat interface unit, or can only the network do that?',
      answer:
        'Check your lease and your heat supply agreement, and tell us what they say. We work on what’s yours, leave the meter and its seals alone, and write up the rest for the operator.',
    },
    {
      question: 'Our restaurant’s sinks smell at midday. Is it the drain?',
      answer:
        'Not always. A trap may have dried out or been sucked empty on a long waste, or the grease trap may be full. We test each with water before we take pipes apart.',
    },
    {
      question: 'My radiators stay hot in summer. Can you turn them off?',
      answer:
        'Yes: we can turn off the heating at the unit and leave your hot water on. Often a control valve no longer closes or its motor has failed. You’ll know the price of the part before we order it.',
    },
  ],
  nearby: ['camden', 'kings-cross', 'islington'],
} satisfies LocalityWords
