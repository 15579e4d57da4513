import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Canonbury N1 emergency plumber, 25-minute target day and night: a Regency square, villas split into flats, council maisonettes, Essex Road shops.',
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
    'A villa built for one family may now be four flats, on one supply and one drain. In Canonbury we ask first which valve is yours. Our boiler engineers are Gas Safe registered.',
  sellingPoints: [
    '25-minute target across Canonbury, nights included',
    'Converted villas: each flat given its own valve',
    'Clay drains cleared, then checked by camera',
    'Back boilers and combis, with their flues and air supply',
    'Condensate pipes lagged or moved indoors for winter',
  ],
  buildingsTitle: 'Plumbing in Canonbury’s villas, flats and shops',
  buildings: [
    {
      kind: 'terrace',
      title: 'Canonbury Square',
      text: 'These early 19th-century terraces have deep basements. The drain leaves under the front area, often through an old interceptor trap.',
    },
    {
      kind: 'stucco',
      title: 'Villas in pairs',
      text: 'Canonbury Park was begun in 1837, and Alwyne Road has Victorian villas. Kitchens went in as flats were made, so your waste pipe may cross a neighbour’s ceiling.',
    },
    {
      kind: 'flats',
      title: 'Marquess Road and after',
      text: 'Darbourne and Darke’s brick council estate was finished in 1976 and partly rebuilt as New River Green. Pipes over garages are the first to freeze.',
    },
    {
      kind: 'shop',
      title: 'Essex Road parades',
      text: 'The shops have flats above, sometimes on one rising main. If the shop turns off its stopcock for the holidays, the flats lose their water too.',
    },
  ],
  specialists: [
    {
      id: 'villas',
      title: 'Villas split into flats',
      text: 'As the villas were divided, pipes were added flat by flat. The stopcock may be in a neighbour’s kitchen and the tank in a shared loft, and a flue may be too near a newer window. We write down what we find.',
      points: [
        'A stop valve for each flat, where the pipes allow it',
        'Shared tank: float valve, overflow and lid checked together',
        'Flue route and air supply checked before a boiler is relit',
      ],
    },
    {
      id: 'drains-and-trees',
      title: 'Tree roots in clay drains',
      text: 'Behind the villas, clay drains run through gardens with large trees. On one side, the gardens reach New River Walk. Roots get in at a joint, paper catches on them, and the gully in the side passage overflows. Cut roots grow back, so we measure where they came in.',
      points: [
        'Camera footage kept, with the distance to the fault',
        'Interceptor stopper refitted if it has dropped into the trap',
        'Your drain or a shared one? That decides who pays, so we trace it',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in Canonbury',
  arrival: {
    parking:
      'Every street is in a permit zone, and camera filters close through routes in Canonbury East and West. We take the open route and pay for a short-stay bay.',
    congestion: 'There’s no charge. The zone’s nearest edge is at Angel, where Pentonville Road meets City Road, well to the south.',
    access:
      'Front steps, basement area or side path? In a divided villa all three can share a number, so tell us which. At night, leave a light on at that door.',
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
      question: 'My stopcock is in a neighbour’s flat and they’re away. Can you help?',
      answer:
        'We try the valve in the pavement. It may turn off the whole house, so we knock at every flat first. Then we cap the leaking pipe and turn the others’ water back on.',
    },
    {
      question: 'There’s water in my cellar by New River Walk. Is the river leaking?',
      answer:
        'We rule out your own pipes first: stopcock off, meter watched, drain tested with dye. If they’re sound, ask Thames Water about its main; groundwater isn’t a plumber’s job.',
    },
    {
      question: 'My boiler is behind the gas fire. Can you still repair it?',
      answer:
        'We check the fire, flue and ventilation together. If they’re all sound and parts are still available, yes. If you smell gas, call the National Gas Emergency Service on 0800 111 999 before you call us.',
    },
  ],
  nearby: ['islington', 'angel', 'hackney'],
} satisfies LocalityWords
