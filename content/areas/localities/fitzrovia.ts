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
    'Fitzrovia has old houses let floor by floor, kitchens below the pavement and studios in former workshops. The first job is finding the valve that isolates your floor.',
  sellingPoints: [
    '25-minute target in W1T, at any hour',
    'Seized stopcocks eased, or replaced if they’re worn out',
    'Restaurant basements: pumps, grease traps, floor gullies',
    'Parapet gutter or burst pipe: traced before anything’s cut',
    'All boiler work done by Gas Safe registered engineers',
  ],
  buildingsTitle: 'Plumbing in Fitzrovia’s houses, kitchens and studios',
  buildings: [
    {
      kind: 'terrace',
      title: 'Houses let by the floor',
      text: 'Percy Street and Charlotte Street were built from the 1760s. One supply may climb through four tenancies from a stopcock in the vault under the pavement.',
    },
    {
      kind: 'shop',
      title: 'Kitchens in the basement',
      text: 'A kitchen below Charlotte Street can be lower than its drain. The waste is pumped up, and if the pump trips, the floor gully fills first.',
    },
    {
      kind: 'office',
      title: 'Workshops turned studios',
      text: 'Dressmakers and furniture makers had workshops here. Sinks came later, often far from the stack, on a long flat waste or a macerator.',
    },
    {
      kind: 'flats',
      title: 'Flats on hospital land',
      text: 'Fitzroy Place was built where the Middlesex Hospital used to be. Instead of its own boiler, a flat in a block of this age may have a unit fed by shared plant.',
    },
  ],
  specialists: [
    {
      id: 'georgian-houses',
      title: 'Fitzroy Square and its neighbours',
      text: 'Robert Adam designed the stone east and south sides, begun in the 1790s; the other two, in stucco, followed by the 1830s. Inside, the pipes have moved with each change of use, and old drawings rarely show them all.',
      points: [
        'Lead joined to copper with the right fitting, never with sealant',
        'A stain below the parapet traced first: is it the gutter or a heating pipe?',
        'Cornices and panelling left alone where lifting a floorboard will do',
      ],
    },
    {
      id: 'studios',
      title: 'Studios and edit suites',
      text: 'Tell us on the phone what’s under the leak. Keep away from wet equipment, and switch it off at the fuse board if the board is dry.',
      points: [
        'Drips traced to cooling condensate or a leaking pipe',
        'Small water heaters under sinks: relief valve and expansion checked',
        'Drilling left until no one’s recording',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in W1T',
  arrival: {
    parking:
      'On Cleveland Street the bays are Camden’s on the east side and Westminster’s on the west. We pay for parking and add it at cost.',
    congestion:
      'There’s no charge on Euston Road, the northern edge. W1T is south of it, inside the zone, so we add the charge at cost when it applies.',
    access:
      'Vans can’t get into Colville Place, a paved alley of 18th-century houses. Give us the door code and the floor: a bell may show a firm’s name and no number.',
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
      question: 'Our stopcock hasn’t been turned for years. Should I force it?',
      answer:
        'No. If the spindle snaps, the valve can stick open or leak. Try it by hand, a little each way. If it won’t move, open the lowest cold tap to give the water another way out, and call us.',
    },
    {
      question: 'We rent two floors. Can we call you direct?',
      answer:
        'For a leak in your own rooms, yes. A riser or stack shared with other floors is usually the freeholder’s to repair, so call the agent too. We make things safe and note which pipe failed.',
    },
    {
      question: 'The pump alarm in our kitchen is going off. What should we switch off?',
      answer:
        'The dishwasher and the taps, so nothing more runs in. If the pump smells of burning or its switch is wet, keep clear and turn it off at a dry fuse board. Then call us.',
    },
  ],
  nearby: ['tottenham-court-road', 'oxford-street', 'marylebone', 'bloomsbury', 'regents-park'],
} satisfies LocalityWords
