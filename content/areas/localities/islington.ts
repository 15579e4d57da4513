import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber in Islington N1: 25-minute target, day and night. Barnsbury squares, trust dwellings, council flats and Upper Street kitchens.',
  keywords: [
    'emergency plumber Islington',
    'plumber N1',
    'boiler repair Islington',
    'blocked drain Upper Street',
    'plumber Barnsbury',
    'burst pipe Islington',
  ],
  street: 'Upper St',
  pitch:
    'Barnsbury has lead, the old trust dwellings have cast iron, Upper Street has grease. We come equipped for all three, with Gas Safe engineers for boilers.',
  sellingPoints: [
    '25-minute target in Islington N1, at any hour',
    'Old lead joined to new pipe with the proper coupling',
    'Roof gutter or water pipe: settled before plaster is cut',
    'One stair or one flat shut, the rest of the block left on',
    'Grease traps and floor drains done when you are shut',
  ],
  buildingsTitle: 'What N1 is built of, and where it leaks',
  buildings: [
    {
      kind: 'terrace',
      title: 'Barnsbury’s squares',
      text: 'Cloudesley, Gibson and Lonsdale Squares went up from the 1820s to the 1840s. Lead under the hall, a back kitchen with hardly any fall, a gutter over the top floor.',
    },
    {
      kind: 'mansion',
      title: 'Trust dwellings',
      text: 'Peabody built off Greenman Street from 1865, the Samuel Lewis Trust on Liverpool Road in 1909 and 1910. One stack can take a column of kitchens.',
    },
    {
      kind: 'flats',
      title: 'Bemerton and Packington',
      text: 'A council estate by Caledonian Road, and one by the canal that Hyde rebuilt. Risers are shared, and the valve you need can be behind a door only the landlord opens.',
    },
    {
      kind: 'shop',
      title: 'Upper Street and Essex Road',
      text: 'A restaurant below, flats over it, often one drain for both. When fat blocks it, the flats’ bathwater can come up in the kitchen.',
    },
  ],
  specialists: [
    {
      id: 'squares',
      title: 'Early houses, water from above',
      text: 'A stain on a top-floor ceiling in Barnsbury need not be a pipe. Many houses hide a butterfly roof behind the parapet, and its lead gutter runs through the middle to a hopper at the back. We look there before anybody cuts plaster.',
      points: [
        'A seized stopcock replaced, with the water off at the pavement valve',
        'Wastes in rear additions relaid to a fall that clears itself',
        'Iron stacks mended in iron where the listing asks for it',
      ],
    },
    {
      id: 'kitchens',
      title: 'Upper Street on a Friday night',
      text: 'Behind a restaurant the drain can often be reached only through the dining room. We bring the machine in on sheets, and open the trap before we rod, so that its fat does not travel to the next bend.',
      points: [
        'Sinks, dishwasher and gully each run and checked before service',
        'The flats overhead asked to stop their taps meanwhile',
        'A dated note of what we found, for your file and your landlord',
      ],
    },
  ],
  arrivalTitle: 'How the van gets to you in N1',
  arrival: {
    parking:
      'Every street in Islington is in a controlled zone, and Upper Street is a red route. We unload round the corner, pay for the bay and pass that on at cost.',
    congestion:
      'The charging zone ends at Pentonville Road and City Road. Barnsbury, Upper Street and Essex Road lie outside it, so nothing is added.',
    access:
      'On an estate, give us the name of the block as well as the number. In a square, tell us which bell is yours and whether the basement has its own door.',
  },
  streets: [
    'Upper Street',
    'Essex Road',
    'Liverpool Road',
    'Cross Street',
    'Almeida Street',
    'Cloudesley Square',
    'Gibson Square',
    'Thornhill Road',
    'Caledonian Road',
  ],
  whyUs: [
    'You hear the price before work starts; the call-out includes the first half hour.',
    'If we come later than the arrival window you were given, you pay {lateCredit} less.',
    'Repairs are guaranteed for 12 months, and we carry £2M of public liability insurance.',
  ],
  questions: [
    {
      question: 'My house shares its water pipe with next door. Who shuts what?',
      answer:
        'In an old terrace one lead supply may feed several houses. We look for a valve that stops yours alone; if there is none, we warn the neighbours, shut the common one and can fit a stopcock for you.',
    },
    {
      question: 'The manhole in the back yard is full. Is it mine to clear?',
      answer:
        'If the blocked pipe serves only your house, normally yes, and we clear it. If other houses drain into it, it is usually Thames Water’s sewer: we tell you so before we do anything to it.',
    },
    {
      question: 'I rent from a housing association. Do I ring you or them?',
      answer:
        'Ring them first, since pipes and heating are normally the landlord’s repair. If nobody answers and water is running, we stop it and write down what we did.',
    },
  ],
  nearby: ['angel', 'canonbury', 'kings-cross-n1c'],
} satisfies LocalityWords
