import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber in Islington N1: 25-minute target, day and night. Barnsbury squares, trust dwellings, council flats and Upper Street kitchens.',
  keywords: ['emergency plumber Islington', 'plumber N1', 'boiler repair Islington', 'blocked drain Upper Street'],
  street: 'Upper St',
  pitch:
    'Barnsbury has lead pipes, the old trust dwellings cast iron, and Upper Street greasy drains. We’re equipped for all three, with Gas Safe engineers for boilers.',
  sellingPoints: [
    '25-minute target in Islington N1, at any hour',
    'Old lead joined to new pipe with the proper coupling',
    'Roof gutter or water pipe? We find out before cutting plaster',
    'One staircase or flat isolated, the rest left on',
    'Grease traps and floor drains cleared when you’re closed',
  ],
  buildingsTitle: 'Islington’s homes and where they leak',
  buildings: [
    {
      kind: 'terrace',
      title: 'Barnsbury’s squares',
      text: 'Cloudesley, Gibson and Lonsdale Squares went up from the 1820s to the 1840s. Expect lead under the hall, a back drain with little fall and a gutter over the top floor.',
    },
    {
      kind: 'mansion',
      title: 'Trust dwellings',
      text: 'Peabody built off Greenman Street from 1865, and the Samuel Lewis Trust on Liverpool Road in 1909 and 1910. One stack can serve a column of kitchens.',
    },
    {
      kind: 'flats',
      title: 'Bemerton and Packington',
      text: 'One is a council estate by Caledonian Road; Hyde rebuilt the other, by the canal. Risers are shared, and the valve you need can be behind a door only the landlord can open.',
    },
    {
      kind: 'shop',
      title: 'Upper Street and Essex Road',
      text: 'A restaurant and the flats above it often share one drain. When fat blocks it, the flats’ bathwater can come up in the kitchen.',
    },
  ],
  specialists: [
    {
      id: 'squares',
      title: 'Ceiling stains in Barnsbury houses',
      text: 'A stain on a top-floor ceiling in Barnsbury isn’t always from a pipe. Many houses hide a butterfly roof behind the parapet, with a lead gutter through the middle. We look there before anyone cuts plaster.',
      points: [
        'Seized stopcock replaced, with the water off at the pavement valve',
        'Wastes in rear additions relaid with enough fall to stay clear',
        'Iron stacks repaired in iron where the listing requires it',
      ],
    },
    {
      id: 'kitchens',
      title: 'Restaurant drains on Upper Street',
      text: 'Often the only way to the drain behind a restaurant is through the dining room. We lay sheets first, and open the trap before we rod, so its fat isn’t pushed to the next bend.',
      points: [
        'Sinks, dishwasher and gully each tested before service',
        'Neighbours above asked to leave their taps off while we work',
        'A dated note of what we found',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in N1',
  arrival: {
    parking:
      'Every street in Islington is in a controlled parking zone, and Upper Street is a red route. We unload round the corner, pay for the bay and add the fee at cost.',
    congestion:
      'There’s no charge. The zone ends at Pentonville Road and City Road, so Barnsbury, Upper Street and Essex Road are outside it.',
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
    'You’ll know the price before work starts.',
    'If we miss your arrival window, you get {lateCredit} off.',
    'Repairs are guaranteed for 12 months, and we carry £2M of public liability insurance.',
  ],
  questions: [
    {
      question: 'My house shares its water pipe with next door. Who turns off what?',
      answer:
        'In an old terrace, one lead supply may feed several houses. We see if there’s a valve for just your supply. If there isn’t, we warn the neighbours and turn off the shared one. We can fit you your own valve.',
    },
    {
      question: 'The manhole in my back yard is full. Is it mine to clear?',
      answer:
        'If the blocked pipe serves only your house, normally yes, and we clear it. If other houses drain into it, it’s usually Thames Water’s sewer, and we’ll tell you before we do anything.',
    },
    {
      question: 'I rent from a housing association. Should I call you or them?',
      answer:
        'Call them first: pipes and heating are normally the landlord’s job. If no one answers and water’s running, we’ll stop it and write down what we did.',
    },
  ],
  nearby: ['angel', 'canonbury', 'kings-cross-n1c'],
} satisfies LocalityWords
