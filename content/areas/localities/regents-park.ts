import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbing at Regent’s Park NW1, with a 25-minute target at all hours: Nash terraces, Regent’s Park Estate, colleges and the offices by Euston Road.',
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
    'Behind the same stucco front there may be a house of 1826, flats of the 1960s or an office. Each has other pipes, so we ask which it is before the van leaves.',
  sellingPoints: [
    '25-minute target, from the park to Hampstead Road',
    'Leaks traced from indoors before stucco is opened',
    'Council blocks: the right riser shut, the others left on',
    'Office washrooms and plant rooms attended out of hours',
    'Boilers by Gas Safe engineers, old flues looked at first',
  ],
  buildingsTitle: 'Two estates and their neighbours',
  buildings: [
    {
      kind: 'stucco',
      title: 'Nash’s terraces',
      text: 'Chester Terrace and Cumberland Terrace, of the 1820s, stand on the Crown’s land. Gutters run behind the parapets: a wet wall upstairs may be rain.',
    },
    {
      kind: 'flats',
      title: 'Regent’s Park Estate',
      text: 'Council flats, most of them of the 1950s, either side of Robert Street. Stacks are shared, and boxing of that age may hold asbestos, so we ask before we drill.',
    },
    {
      kind: 'office',
      title: 'Regent’s Place',
      text: 'Offices between Euston Road and Longford Street. Boosted cold water, chilled-water coils over the ceilings, and a loading bay that may have to be booked.',
    },
    {
      kind: 'institution',
      title: 'Colleges and institutes',
      text: 'The Royal College of Physicians came to St Andrews Place in 1964. Buildings like it have events at fixed hours, and cloakrooms that must work by then.',
    },
  ],
  specialists: [
    {
      id: 'crown-estate',
      title: 'Leasehold of the Crown',
      text: 'The Crown Estate holds the freehold of the Nash terraces. Cumberland Terrace was among those rebuilt behind their fronts after the war, so copper of the 1960s can run through a shell of the 1820s. Repairs are usually simple; alterations may need licence and listed building consent.',
      points: [
        'Leak stopped at once; opening up agreed with you or your agent',
        'Photographs before and after, for the lease file',
        'No new hole through stucco or cornice without your written word',
      ],
    },
    {
      id: 'council-estate',
      title: 'East of Albany Street',
      text: 'In 1951 the Crown sold bombed streets here to the borough of St Pancras, which built council flats on them. Most blocks are named after the Lake District, and in blocks like these a leak can run through several flats.',
      points: [
        'Riser found and labelled before it is turned',
        'Refilled slowly, air let out at the top, every floor asked',
        'Landlord asked for the asbestos register before boxing is cut',
      ],
    },
  ],
  arrivalTitle: 'Gates, bays and boundaries',
  arrival: {
    parking:
      'By the terraces the Crown Estate Paving Commission controls parking, and trade vehicles need its permit. On the council estate the bays are Camden’s.',
    congestion:
      'Marylebone Road and Euston Road are the edge of the charging zone and cost nothing. North of them, park and estate are outside; Park Crescent, south of them, is inside.',
    access:
      'The park is shut to trade vehicles from midnight to seven. If your terrace opens off the Outer Circle, tell us the way in on foot and who has the key to the vaults.',
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
      question: 'Must the Crown Estate agree before you stop a leak?',
      answer:
        'Stopping water does not normally need anyone’s leave. Moved pipes, a new flue or cuts into a listed interior may: your lease and the council decide, and we wait for their answer.',
    },
    {
      question: 'Water drips from our office ceiling and there is no tap near. Is that your trade?',
      answer:
        'Ours and the building manager’s. It may be a fan coil’s tray, a chilled-water joint or a sprinkler pipe: the first two we isolate, the third is for the sprinkler contractor.',
    },
    {
      question: 'The water on the estate has turned brown. Is a pipe rotten?',
      answer:
        'It is usually rust stirred up when a main or riser was shut and opened again. Run the kitchen’s cold tap until it clears. If it does not, tell Thames Water and the landlord.',
    },
  ],
  nearby: ['camden', 'marylebone', 'fitzrovia'],
} satisfies LocalityWords
