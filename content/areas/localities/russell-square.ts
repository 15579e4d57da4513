import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Russell Square WC1N: emergency plumbers for hotels, mansion flats, student halls and the Brunswick. Our target: under 60 minutes, 24/7.',
  keywords: ['emergency plumber Russell Square', 'hotel plumber WC1', 'plumber Brunswick Centre', 'plumber Woburn Place'],
  street: 'Bernard St',
  pitch:
    'Hotels need hot water before breakfast, and a flat on Woburn Place needs a dry ceiling. We cover both, and the student halls in between.',
  sellingPoints: [
    'Our target: under 60 minutes, anywhere round the square, 24/7',
    'Hotel bathrooms isolated by riser, not floor by floor',
    'Calorifiers, return pumps and unvented cylinders',
    'In blocks of flats, we call the porter before we arrive',
    'Gas Safe registered for boilers in basements and kitchens',
  ],
  buildingsTitle: 'Plumbing in hotels, halls and mansion blocks',
  buildings: [
    {
      kind: 'tower',
      title: '1960s hotels',
      text: 'Bathrooms are back to back on shared stacks along Southampton Row and Woburn Place. A blockage low down shows up in the bath one floor above it.',
    },
    {
      kind: 'mansion',
      title: '1930s mansion blocks',
      text: 'Russell Court, built in 1937, has about 500 small flats. In blocks like it, your stop valve may be in a corridor duct, unlabelled, right beside next door’s.',
    },
    {
      kind: 'flats',
      title: 'The Brunswick Centre',
      text: 'Its stepped concrete flats, finished in 1972, are above shops. The heat comes from shared boilers run by Camden Council. A leak inside one flat is a different matter.',
    },
    {
      kind: 'institution',
      title: 'Colleges and libraries',
      text: 'Senate House and its neighbours are heated from a shared network. We work on the building’s side: basins, showers, urinals, laboratory traps.',
    },
  ],
  specialists: [
    {
      id: 'hotels',
      title: 'Hotel plumbers in Russell Square',
      text: 'Fitzroy Doll’s terracotta hotel has faced the square since about 1900. Hotel plant is much the same everywhere: hot water stored at 60 degrees, a pumped return and a mixing valve at the bath. When the return pump stops, the furthest rooms run cold first.',
      points: [
        'Riser by riser: the duty manager reads out room numbers and we isolate those',
        'Cold end of the corridor: return pump, check valves, then balancing',
        'Leaking bath tested with dye before the ceiling below is painted',
      ],
    },
    {
      id: 'student-halls',
      title: 'Student halls in term time',
      text: 'The University of London and its colleges fill the streets west and north of the square, with halls on the other side. A leak spreads as it does in a hotel, with fewer staff awake to notice. We work from the porter’s plan, or mark up the valves if there isn’t one.',
      points: [
        'Shower traps cleared of hair, leaking trays resealed',
        'Shared kitchens: waste pipes taken apart, joints remade, floor left dry',
        'We work out which taps are safe to drink from, and label them',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in Russell Square',
  arrival: {
    parking:
      'Coaches and taxis fill the kerb by the hotels. We pay for a Camden Council bay in a side street and use the service entrance.',
    congestion:
      'The square, Southampton Row and Woburn Place are in the zone. The charge applies on Sundays, noon to 6pm, but not on Sunday nights. We add only what we paid.',
    access:
      'In a hotel, give us the duty manager’s name; in a mansion block, the porter’s number. At the Brunswick, tell us whether it’s O’Donnell Court or Foundling Court: they face each other and look alike.',
  },
  streets: [
    'Bernard Street',
    'Woburn Place',
    'Southampton Row',
    'Guilford Street',
    'Marchmont Street',
    'Herbrand Street',
    'Coram Street',
    'Bedford Way',
  ],
  questions: [
    {
      question: 'Our flat in the Brunswick is cold. Can you fix it?',
      answer:
        'If next door’s cold too, the shared system is probably down: call Camden Council. An immersion can keep taps hot, so feel the radiators. If it’s only you, it’s often an air lock or a stuck valve.',
    },
    {
      question: 'A guest’s bath is leaking into the room below. Do we have to close the floor?',
      answer:
        'Rarely. We close the bathrooms on that stack, run the bath with dye in it, and see whether it’s the waste, the overflow or the seal. You can use the rest.',
    },
    {
      question: 'Our basement smells. Is it the drains?',
      answer:
        'If it could be gas, get out first, then call the National Gas Emergency Service on 0800 111 999. If it’s drains, we start at the gully no one uses: its trap dries out and lets the smell in.',
    },
  ],
  nearby: ['bloomsbury', 'kings-cross', 'tottenham-court-road', 'fitzrovia'],
} satisfies LocalityWords
