import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Camden NW1, 24/7: emergency plumbers with a 25-minute target for brick terraces, Primrose Hill stucco, Somers Town flats and market kitchens.',
  keywords: [
    'emergency plumber Camden',
    'plumber NW1',
    'boiler repair Camden Town',
    'plumber Primrose Hill',
    'blocked drain Camden',
    'plumber Somers Town',
  ],
  street: 'Camden High St',
  pitch:
    'Who shuts your water, where does your heat come from, how many floors drain past yours? In NW1 we ask that on the phone, and a Gas Safe engineer sets off with the answers.',
  sellingPoints: [
    '25-minute target from Euston Road to Camden Lock',
    'Combis, back boilers, heat networks: the fault traced first',
    'Gullies and grease traps cleared out of market hours',
    'A leak between flats followed up, not dug for on each floor',
    'Parking paid by us, added to the bill at cost',
  ],
  buildingsTitle: 'NW1, from the stables to the stucco',
  buildings: [
    {
      kind: 'terrace',
      title: 'Camden Town terraces',
      text: 'Albert Street is stock brick of the 1840s. Bathrooms at the back often share one iron stack, and a long waste sags until it holds water.',
    },
    {
      kind: 'stucco',
      title: 'Primrose Hill',
      text: 'Stuccoed terraces in Chalcot Square, built from 1855, and near it; many are flats now. One tank in the roof may serve them all: say who can let us up to it.',
    },
    {
      kind: 'flats',
      title: 'Estates with a heating main',
      text: 'Maiden Lane, built for the council from 1976 to 1983, has its own heat network. A cold radiator can be your valve or the main of the whole estate.',
    },
    {
      kind: 'market',
      title: 'Lock, Stables and arches',
      text: 'Market units in a canal wharf, in railway stables and under the arches. They share gullies and water supplies, and any hose there needs backflow protection.',
    },
  ],
  specialists: [
    {
      id: 'somers-town',
      title: 'Somers Town, kitchen over kitchen',
      text: 'The London County Council built the Ossulston Estate here from 1927 to 1931, and the St Pancras House Improvement Society its own blocks nearby. When a stack blocks, the lowest sink fills with dishwater from above.',
      points: [
        'The stack cleared from its own access where it has one',
        'Doors knocked upstairs, so that nobody runs a bath meanwhile',
        'Your pipe or the landlord’s: stated in writing for the repair team',
      ],
    },
    {
      id: 'market-kitchens',
      title: 'Fryers at the Lock',
      text: 'Camden Lock and the Stables Market occupy a canal wharf and the stables of a railway goods yard. The drains were not laid for fryers. A food unit wants a grease trap, an air gap and a gully that somebody empties.',
      points: [
        'Fat lifted out by hand first, then the line jetted',
        'Water heaters and hose taps checked for backflow',
        'Market security told who is coming and by which gate',
      ],
    },
  ],
  arrivalTitle: 'Reaching a door in NW1',
  arrival: {
    parking:
      'All of Camden is in controlled parking zones, and Camden Road is a red route. On market weekends we leave the van in a paid bay and carry the tools.',
    congestion:
      'Euston Road is the edge of the charging zone and free itself. North of it, from Somers Town to Primrose Hill, there is no charge.',
    access:
      'Flats over shops may have their door in a side street or a mews. Tell us which street to stand in, and if the intercom is dead, give us a telephone number.',
  },
  streets: [
    'Camden High Street',
    'Albert Street',
    'Arlington Road',
    'Parkway',
    'Chalk Farm Road',
    'Gloucester Crescent',
    'Royal College Street',
    'Chalton Street',
    'Chalcot Square',
  ],
  whyUs: [
    'Day, evening and night rates differ: you hear which applies, and the price, before we start.',
    '12-month guarantee on the work, be it a washer or a boiler.',
    'Should we miss the arrival window we gave you, the bill is {lateCredit} less.',
  ],
  questions: [
    {
      question: 'The estate’s heating is off. Is there any point in calling you?',
      answer:
        'For a leaking radiator or a valve in the flat, yes. If the main itself is cold, it is the landlord’s to mend, so ask a neighbour first: if theirs is off too, it is probably the main.',
    },
    {
      question: 'In frost the boiler gurgles and locks out. Is it finished?',
      answer:
        'Perhaps the condensate pipe has frozen outside. If you can reach it from the ground, pour warm water along it, not boiling, and reset the boiler once. If it locks out again, ring us.',
    },
    {
      question: 'Can somebody come to a food unit after the market has shut?',
      answer:
        'At the night rate from 10PM, yes. We need the gate that stays open, a contact in security, and the fryers cold if they stand over the drain.',
    },
  ],
  nearby: ['regents-park', 'kings-cross-n1c', 'bloomsbury'],
} satisfies LocalityWords
