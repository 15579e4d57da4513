import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers at Regent’s Park NW1, with a 25-minute target at all hours: Nash terraces, Regent’s Park Estate, colleges and offices by Euston Road.',
  keywords: [
    'emergency plumber Regent’s Park',
    'plumber NW1 3',
    'plumber Regent’s Park Estate',
    'boiler repair Regent’s Park',
    'plumber Albany Street',
    'office plumber Euston Road',
  ],
  street: 'Albany St',
  pitch:
    'Behind the same stucco front there may be an 1826 house, 1960s flats or an office. Each is plumbed differently, so we ask which it is before we set off.',
  sellingPoints: [
    '25-minute target, from the park to Hampstead Road',
    'Leaks traced from indoors before stucco is opened up',
    'Council blocks: the right riser off, the others left on',
    'Office washrooms and plant rooms: visits out of hours',
    'Boilers repaired by Gas Safe engineers, old flues checked first',
  ],
  buildingsTitle: 'Plumbing in Regent’s Park’s terraces and estates',
  buildings: [
    {
      kind: 'stucco',
      title: 'Nash’s terraces',
      text: 'Chester Terrace and Cumberland Terrace, from the 1820s, are on Crown land. Gutters run behind the parapets, so a wet wall upstairs may be rain.',
    },
    {
      kind: 'flats',
      title: 'Regent’s Park Estate',
      text: 'Its council flats, most from the 1950s, are on either side of Robert Street. Stacks are shared, and boxing that old may contain asbestos, so we ask before we drill.',
    },
    {
      kind: 'office',
      title: 'Regent’s Place',
      text: 'The offices between Euston Road and Longford Street have boosted cold water, chilled-water coils above the ceilings and a loading bay you may have to book.',
    },
    {
      kind: 'institution',
      title: 'Colleges and institutes',
      text: 'The Royal College of Physicians moved to St Andrews Place in 1964. Buildings like it have events at set times, and cloakrooms that must work by then.',
    },
  ],
  specialists: [
    {
      id: 'crown-estate',
      title: 'Nash terraces on the Crown Estate',
      text: 'The Crown Estate holds the freehold of the Nash terraces. Cumberland Terrace was among those rebuilt behind their fronts after the war, so 1960s copper can run through an 1820s shell. Repairs are usually simple; alterations may need a licence and listed building consent.',
      points: [
        'Leak stopped straight away; opening up agreed with you or your agent',
        'Before-and-after photos for your lease records',
        'No new hole through stucco or cornice without your written agreement',
      ],
    },
    {
      id: 'council-estate',
      title: 'Council flats east of Albany Street',
      text: 'In 1951 the Crown sold bombed streets here to the borough of St Pancras, which built council flats on them. Most blocks are named after places in the Lake District. In blocks like these, one leak can run through several flats.',
      points: [
        'Riser found and labelled before we turn it off',
        'System refilled slowly, air bled at the top, every floor checked',
        'We ask your landlord for the asbestos register before we cut any boxing',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in NW1',
  arrival: {
    parking:
      'By the terraces, the Crown Estate Paving Commission controls parking, and trade vehicles need its permit. On the council estate, Camden Council runs the bays.',
    congestion:
      'There’s no charge on Marylebone Road or Euston Road, the zone’s edge. North of them, the park and estate are outside; Park Crescent, to the south, is inside.',
    access:
      'The park is closed to trade vehicles from midnight to 7am. If your terrace opens off the Outer Circle, tell us the way in on foot and who has the key to the vaults.',
  },
  streets: [
    'Albany Street',
    'Chester Terrace',
    'Cumberland Terrace',
    'Park Square East',
    'Robert Street',
    'Cumberland Market',
    'Munster Square',
    'Hampstead Road',
    'Drummond Street',
  ],
  questions: [
    {
      question: 'Does the Crown Estate have to agree before you stop a leak?',
      answer:
        'You don’t normally need permission to stop a leak. Moving pipes, fitting a flue or cutting into a listed interior may need it: your lease and the council decide, and we wait for their answer.',
    },
    {
      question: 'Water’s dripping from our office ceiling but there’s no tap nearby. Can you help?',
      answer:
        'Yes, with your building manager. It may be a fan coil tray, a chilled-water joint or a sprinkler pipe. We isolate the first two; the third is for your sprinkler contractor.',
    },
    {
      question: 'Why has the water on our estate turned brown?',
      answer:
        'It’s usually rust stirred up when a main or riser was turned off and on. Run the kitchen cold tap until it clears. If it doesn’t, tell Thames Water and your landlord.',
    },
  ],
  nearby: ['camden', 'marylebone', 'fitzrovia'],
} satisfies LocalityWords
