import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Camden NW1, 24/7: emergency plumbers with a 25-minute target for brick terraces, Primrose Hill stucco, Somers Town flats and market kitchens.',
  keywords: ['emergency plumber Camden', 'plumber NW1', 'boiler repair Camden Town', 'plumber Primrose Hill'],
  street: 'Camden High St',
  pitch:
    'In NW1 every building is plumbed differently. We’ll ask a few quick questions on the phone, so your Gas Safe engineer arrives prepared.',
  sellingPoints: [
    '25-minute target from Euston Road to Camden Lock',
    'Combis, back boilers and heat networks: we find the fault first',
    'Gullies and grease traps cleared after market hours',
    'Leaks between flats traced without lifting every floor',
    'We pay for parking and add it at cost',
  ],
  buildingsTitle: 'Camden’s homes, flats and markets',
  buildings: [
    {
      kind: 'terrace',
      title: 'Camden Town terraces',
      text: 'Albert Street is 1840s stock brick. Bathrooms at the back often share one iron stack, and a long waste can sag until it holds water.',
    },
    {
      kind: 'stucco',
      title: 'Primrose Hill',
      text: 'The stucco terraces in and near Chalcot Square were built from 1855, and many are flats now. One roof tank may serve them all, so tell us who can let us up to it.',
    },
    {
      kind: 'flats',
      title: 'Estates with shared heating',
      text: 'Maiden Lane, built for the council from 1976 to 1983, has its own heat network. A cold radiator can be your valve or the whole estate’s main.',
    },
    {
      kind: 'market',
      title: 'Lock, Stables and arches',
      text: 'Market units on a canal wharf, in old railway stables and under the arches share gullies and water supplies, and every hose needs backflow protection.',
    },
  ],
  specialists: [
    {
      id: 'somers-town',
      title: 'Blocked sinks in Somers Town flats',
      text: 'The London County Council built the Ossulston Estate here from 1927 to 1931, and the St Pancras House Improvement Society put up its own blocks nearby. When a stack blocks, the lowest sink fills with dishwater from above.',
      points: [
        'Stack cleared from its own access point, if it has one',
        'We knock upstairs before we start',
        'Your pipe or the landlord’s? We put it in writing',
      ],
    },
    {
      id: 'market-kitchens',
      title: 'Camden Market kitchens',
      text: 'Camden Lock was a canal wharf, and the Stables Market a railway yard’s stables. The drains weren’t laid for fryers. A food unit needs a grease trap, an air gap and a gully that gets emptied.',
      points: [
        'Fat lifted out by hand first, then the line jetted',
        'Water heaters and hose taps checked for backflow',
        'We tell market security which gate we’ll use',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in NW1',
  arrival: {
    parking:
      'All of Camden is in controlled parking zones, and Camden Road is a red route. On market weekends we leave the van in a paid bay and walk in with the tools.',
    congestion: 'There’s no charge on Euston Road, the edge of the zone, or north of it, from Somers Town to Primrose Hill.',
    access:
      'Flats over shops may have their front door in a side street or mews. Tell us which street, and if the intercom’s dead, give us a phone number.',
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
    'Day, evening and night rates differ, so we agree the price first.',
    '12-month guarantee on our work, whether it’s a washer or a boiler.',
    'If we miss your arrival window, you get {lateCredit} off.',
  ],
  questions: [
    {
      question: 'Our estate’s heating is off. Is it worth calling you?',
      answer:
        'For a leaking radiator or a valve in your flat, yes. If the estate’s main is cold, it’s the landlord’s job. Ask a neighbour: if theirs is off too, it’s probably the main.',
    },
    {
      question: 'My boiler gurgles and locks out in a frost. Is it beyond repair?',
      answer:
        'Not necessarily: the condensate pipe may have frozen outside. If you can reach it from the ground, pour warm (not boiling) water along it, and reset the boiler once. If it locks out again, call us.',
    },
    {
      question: 'Can you come out to a food stall after the market shuts?',
      answer:
        'Yes, at the night rate from 10pm. We need to know which gate stays open and who to contact in security. If fryers are over the drain, let them cool.',
    },
  ],
  nearby: ['regents-park', 'kings-cross-n1c', 'bloomsbury'],
} satisfies LocalityWords
