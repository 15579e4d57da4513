import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Russell Square WC1N: emergency plumbers for hotels, mansion flats, student halls and the Brunswick. Our target: under 60 minutes, 24/7.',
  keywords: [
    'emergency plumber Russell Square',
    'hotel plumber WC1',
    'plumber Brunswick Centre',
    'plumber Woburn Place',
    'student hall plumber Bloomsbury',
  ],
  street: 'Bernard St',
  pitch:
    'The hotel wants hot water before breakfast, the flat on Woburn Place a dry ceiling. We come for both, and for the student hall in between.',
  sellingPoints: [
    'Our target: under 60 minutes, anywhere round the square, 24/7',
    'Hotel bathrooms isolated by riser, not by the whole floor',
    'Calorifiers, return pumps and unvented cylinders',
    'In blocks of flats we ring the porter before the bell',
    'Gas Safe registered for the boiler in the basement or kitchen',
  ],
  buildingsTitle: 'Large buildings, small faults',
  buildings: [
    {
      kind: 'tower',
      title: 'Hotels of the 1960s',
      text: 'Bathrooms stand back to back on shared stacks along Southampton Row and Woburn Place. A blockage low down shows itself in the bath one floor above it.',
    },
    {
      kind: 'mansion',
      title: 'Mansion blocks of the 1930s',
      text: 'Russell Court of 1937 has about 500 small flats. In such blocks the stop valve may be in a corridor duct, unlabelled, with the next flat’s beside it.',
    },
    {
      kind: 'flats',
      title: 'The Brunswick Centre',
      text: 'Stepped concrete flats of 1967 to 1972 over shops. Heat comes from shared boilers in Camden’s care; what drips inside one flat is another question.',
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
      title: 'A hotel with every room let',
      text: 'Fitzroy Doll’s terracotta hotel has faced the square since about 1900. Old front or new, hotel plant is much alike: hot water stored at 60 degrees, a pumped return, a mixing valve at the bath. When the return pump stops, the rooms at the far end run cold first.',
      points: [
        'Riser by riser: the duty manager reads us room numbers, we shut those',
        'Cold end of the corridor: return pump, check valves, balancing, in that order',
        'An overflowing bath traced with dye before the ceiling below is painted',
        'Laundry and kitchen gullies jetted or rodded overnight',
      ],
    },
    {
      id: 'student-halls',
      title: 'Student halls in term time',
      text: 'The University of London and its colleges fill the streets west and north of the square, with halls on the other side. A hall floods like a hotel, with fewer staff awake to notice. We work from the plan in the porter’s lodge if there is one, and mark up valves if not.',
      points: [
        'Shower traps cleared of hair, leaking trays sealed again',
        'Shared kitchens: waste pulled apart, joints remade, floor left dry',
        'Drinking water taps told from tank-fed ones, and marked if nobody has',
      ],
    },
  ],
  arrivalTitle: 'Which door, which block',
  arrival: {
    parking:
      'Coaches and taxis take the kerb in front of the hotels, and the bays are Camden’s. We pay for one in a side street and come to the service entrance.',
    congestion:
      'The square, Southampton Row and Woburn Place are in the charging zone. A Sunday afternoon counts, from 12:00 to 18:00; a Sunday night does not. We add only what we paid.',
    access:
      'Hotels: the duty manager’s name. Mansion blocks: the porter’s number. The Brunswick: say O’Donnell Court or Foundling Court, because they face each other and look alike.',
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
      question: 'Our flat in the Brunswick is cold. Is that something you can mend?',
      answer:
        'If next door is cold as well, the shared system is down: ring Camden. An immersion heater can hide it, so feel the radiators. One cold flat is often an air lock or a stuck valve.',
    },
    {
      question: 'A guest’s bath leaks into the room below. Must we close the floor?',
      answer:
        'Rarely. We close the bathrooms on that stack while we look, run the bath with dye in it, and see whether waste, overflow or seal is to blame. The rest stay in use.',
    },
    {
      question: 'The basement smells. Drains, or something worse?',
      answer:
        'If it may be gas, leave and ring 0800 111 999, the National Gas Emergency line, before us. For drains we begin at the gully nobody uses: its trap dries out and lets the sewer air in.',
    },
  ],
  nearby: ['bloomsbury', 'kings-cross', 'tottenham-court-road', 'fitzrovia'],
} satisfies LocalityWords
