import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Canonbury N1 emergency plumber, 25-minute target day and night: a Regency square, villas in flats, council maisonettes, Essex Road shops.',
  keywords: [
    'emergency plumber Canonbury',
    'plumber Canonbury N1',
    'boiler repair Canonbury',
    'back boiler Islington',
    'blocked drain Essex Road',
    'tree roots in drain N1',
  ],
  street: 'Canonbury Sq',
  pitch:
    'A villa built for one family may hold four now, on one supply and one drain. In Canonbury we ask first which valve shuts your flat. Gas Safe engineers for boilers.',
  sellingPoints: [
    '25-minute target across Canonbury, nights included',
    'Converted villas: each flat given a valve of its own',
    'Clay drains cleared, then seen by camera',
    'Back boilers and combis looked at with flue and air supply',
    'Condensate pipes lagged or moved indoors before frost',
  ],
  buildingsTitle: 'Square, villa, maisonette, parade',
  buildings: [
    {
      kind: 'terrace',
      title: 'Canonbury Square',
      text: 'Terraces of the early 19th century over deep basements. The drain leaves under the front area, and an old interceptor trap may sit where it does.',
    },
    {
      kind: 'stucco',
      title: 'Villas in pairs',
      text: 'Canonbury Park, begun in 1837, and the Victorian villas of Alwyne Road. Kitchens went in as flats were made, so a waste can cross a neighbour’s ceiling.',
    },
    {
      kind: 'flats',
      title: 'Marquess Road and after',
      text: 'Council brick by Darbourne and Darke, finished in 1976, part of it rebuilt as New River Green. Pipes over garages are the first that frost reaches.',
    },
    {
      kind: 'shop',
      title: 'Essex Road parades',
      text: 'Shops with flats above, sometimes on one rising main. If the shop shuts its stopcock for the holidays, the flats lose their water too.',
    },
  ],
  specialists: [
    {
      id: 'villas',
      title: 'One house, four households',
      text: 'As the villas were divided, pipes were added flat by flat. The stopcock may be in a neighbour’s kitchen, the tank in a shared roof, a flue too near a window made later. We write down what we find.',
      points: [
        'A shut-off for each flat, where the pipes allow it',
        'Float valve, overflow and lid of a shared tank checked together',
        'Flue route and air supply inspected before a boiler is relit',
      ],
    },
    {
      id: 'drains-and-trees',
      title: 'Clay drains, old trees',
      text: 'Behind the villas clay drains run through gardens with large trees, on one side down to New River Walk. Roots enter at a joint, paper catches on them, and the gully in the side passage rises. Cut roots grow back, so we measure where they came in.',
      points: [
        'Footage kept, with the distance to the fault',
        'Interceptor stopper refitted if it has dropped into the trap',
        'Your run or a shared one: it decides who pays, so we trace it',
      ],
    },
  ],
  arrivalTitle: 'Round the traffic filters',
  arrival: {
    parking:
      'Every street is in a permit zone, and camera filters cut the through routes of Canonbury East and West. We come by the way that is open and pay for a short-stay bay.',
    congestion:
      'The charging zone’s nearest edge is at Angel, where Pentonville Road meets City Road, and Canonbury is well to the north of it.',
    access:
      'Say whether you come in by the front steps, the area or the side path: in a divided villa all three can have one number. At night, leave a light on at that door.',
  },
  streets: [
    'Canonbury Square',
    'Canonbury Road',
    'Alwyne Road',
    'Canonbury Park North',
    'Canonbury Park South',
    'Willow Bridge Road',
    'St Paul’s Road',
    'Essex Road',
    'Marquess Road',
  ],
  questions: [
    {
      question: 'The stopcock is in a neighbour’s flat and they are away. Can you start?',
      answer:
        'We try the valve in the pavement. It may stop the whole house, so we ring every bell first; then your leak is capped and the others have their water back.',
    },
    {
      question: 'There is water in the cellar by New River Walk. Is the river leaking?',
      answer:
        'We rule out your own pipes first: stopcock shut, meter watched, drain tested with dye. If they are sound, ask Thames Water about its main; ground water is not a plumber’s job.',
    },
    {
      question: 'My boiler is behind the gas fire. Will you still repair it?',
      answer:
        'We look at fire, flue and ventilation together. If it is sound and parts exist, yes. If you smell gas, ring 0800 111 999 first, the National Gas Emergency Service, and then us.',
    },
  ],
  nearby: ['islington', 'angel', 'hackney'],
} satisfies LocalityWords
