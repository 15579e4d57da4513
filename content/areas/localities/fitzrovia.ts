import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Fitzrovia plumber for emergencies in W1T, 24/7, 25-minute target: Georgian houses let by the floor, basement kitchens, studios and new flats.',
  keywords: [
    'emergency plumber Fitzrovia',
    'plumber W1T',
    'boiler repair Fitzrovia',
    'blocked drain Charlotte Street',
    'plumber Goodge Street',
  ],
  street: 'Charlotte St',
  pitch:
    'Old houses let floor by floor, kitchens below the pavement, studios in former workshops. In Fitzrovia the first job is to find the valve that shuts your part only.',
  sellingPoints: [
    '25-minute target in W1T, at any hour',
    'Seized stopcocks eased, or replaced if they no longer hold',
    'Restaurant basements: pumps, grease traps, floor gullies',
    'Parapet gutter or burst pipe: traced before anything is cut',
    'Boiler work by Gas Safe registered engineers only',
  ],
  buildingsTitle: 'Behind the fronts of W1T',
  buildings: [
    {
      kind: 'terrace',
      title: 'Houses let by the floor',
      text: 'Percy Street and Charlotte Street were built from the 1760s. One supply may climb through four tenancies, from a stopcock in the vault under the pavement.',
    },
    {
      kind: 'shop',
      title: 'Kitchens in the basement',
      text: 'A kitchen below Charlotte Street can lie lower than its drain. The waste is then pumped up, and when the pump trips the floor gully fills first.',
    },
    {
      kind: 'office',
      title: 'Workshops turned studios',
      text: 'The dress and furniture trades had workshops here. Sinks came later, often far from the stack, on a long flat waste or a macerator.',
    },
    {
      kind: 'flats',
      title: 'Flats on hospital land',
      text: 'Fitzroy Place stands where the Middlesex Hospital was. A flat in a block of this age may have no boiler, but a unit fed by shared plant.',
    },
  ],
  specialists: [
    {
      id: 'georgian-houses',
      title: 'Fitzroy Square and its neighbours',
      text: 'Robert Adam designed the stone east and south sides, begun in the 1790s; stucco closed the other two by the 1830s. Indoors the pipes have moved with each change of use, and old drawings seldom show them all.',
      points: [
        'Lead joined to copper with a fitting made for it, never with sealant',
        'A stain below the parapet tested first: rain gutter or heating pipe',
        'Cornices and panelling left alone where lifting a floorboard will do',
      ],
    },
    {
      id: 'studios',
      title: 'Studios and edit suites',
      text: 'Tell us on the phone what stands under the leak. Keep clear of wet equipment; switch it off at the fuse board if the board is dry.',
      points: [
        'Condensate from a cooling unit told apart from a leaking pipe',
        'Small water heaters under sinks: relief valve and expansion checked',
        'Drilling and lifting kept for the hours when nobody is recording',
      ],
    },
  ],
  arrivalTitle: 'Two councils and an alley',
  arrival: {
    parking:
      'On Cleveland Street Camden’s bays are to the east, Westminster’s to the west. We read the sign, pay, and add the sum at cost.',
    congestion:
      'Euston Road, the northern edge, costs nothing. W1T lies south of it, inside the zone: the charge is added at cost in its hours.',
    access:
      'No van fits Colville Place, a paved alley of 18th-century houses. Give us the door code and the floor: a bell may show a firm’s name and no number.',
  },
  streets: [
    'Charlotte Street',
    'Goodge Street',
    'Percy Street',
    'Fitzroy Square',
    'Cleveland Street',
    'Whitfield Street',
    'Newman Street',
    'Warren Street',
  ],
  questions: [
    {
      question: 'The stopcock in our vault has not been turned for years. Should I force it?',
      answer:
        'Do not: a spindle that snaps can leave it open, or leaking. Try it by hand, a little each way. If it stays put, open the lowest cold tap, so that the water has another way out, and ring us.',
    },
    {
      question: 'We only rent two floors. May we call you ourselves?',
      answer:
        'For a leak in your own rooms, yes. A riser or stack shared with other floors is usually the freeholder’s to repair, so ring the agent too. We make it safe and write down which pipe it was.',
    },
    {
      question: 'The pump alarm in the kitchen sounds during service. What do we switch off?',
      answer:
        'The dishwasher and the taps, so that nothing more runs in. If the pump smells of burning or its switch is wet, keep clear and turn it off at a dry fuse board. Then ring us.',
    },
  ],
  nearby: ['tottenham-court-road', 'oxford-street', 'marylebone', 'bloomsbury', 'regents-park'],
} satisfies LocalityWords
