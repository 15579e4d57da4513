import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber for Oxford Street W1C, 24/7, 25-minute target: stores, shops, offices and the flats behind them. You’ll know the price before we start.',
  keywords: [
    'emergency plumber Oxford Street',
    'plumber W1C',
    'plumber Bond Street station',
    'blocked drain Oxford Street',
    'shop plumber W1',
  ],
  street: 'Oxford St',
  pitch:
    'A leak high up on Oxford Street runs through offices, stockrooms and a sales floor on its way down. We find the valve above it before we look at the damage below.',
  sellingPoints: [
    '25-minute target between Marble Arch and Oxford Circus',
    'Sales floors kept open if we can isolate one branch',
    'Basement sumps and gullies, on Sundays too',
    'Repairs after closing time, at a rate you know in advance',
    'A written note of each valve we close, for your duty manager',
  ],
  buildingsTitle: 'Plumbing in Oxford Street’s shops and offices',
  buildings: [
    {
      kind: 'shop',
      title: 'Department stores',
      text: 'Most were built or rebuilt in the 20th century. Sprinkler, chilled and drinking water can run side by side, so we trace the pipe before we isolate it.',
    },
    {
      kind: 'office',
      title: 'Offices over shops',
      text: 'The entrance is often round the side, and the tea point above a stockroom. One booster set in the basement can serve several tenants.',
    },
    {
      kind: 'terrace',
      title: 'Stratford Place',
      text: 'The town houses of this 1770s cul-de-sac became offices and clubs. Pipes were added under old floors, often in notched joists.',
    },
    {
      kind: 'flats',
      title: 'Late Victorian dwellings',
      text: 'South of the shops, round Brown Hart Gardens in W1K, the artisans’ blocks share stacks. We look for the valve that isolates one staircase.',
    },
  ],
  specialists: [
    {
      id: 'shops',
      title: 'Shop plumbing during opening hours',
      text: 'A closed floor costs more than the repair. We isolate the branch, catch what’s still draining, and leave the dirty work until you’ve locked up.',
      points: [
        'One ceiling tile opened, with the stock underneath covered first',
        'Customer toilets: we find out whether it’s the cistern, stack or drain',
        'Sealed heating systems topped up with backflow protection in place',
        'Induction and permit to work arranged first, if required',
      ],
    },
    {
      id: 'basements',
      title: 'Basements and the buried Tyburn',
      text: 'The Tyburn crosses under Oxford Street near Stratford Place, in the King’s Scholars’ Pond sewer. A basement below its drain relies on a pump and a non-return valve. If either fails, don’t use any tap or toilet there.',
      points: [
        'Float switch, pump and non-return valve tested with running water',
        'Groundwater or a supply pipe? Two meter readings can settle it',
        'We tell you whether the water is clean or foul, so you know how to deal with it',
      ],
    },
  ],
  arrivalTitle: 'Parking and access on Oxford Street',
  arrival: {
    parking:
      'Vans can’t drive along most of Oxford Street by day. We park in one of Westminster’s paid bays in a side street and use your service door.',
    congestion:
      'Park Lane and Edgware Road, at Marble Arch, are the zone’s western edge. East of them you’re inside, and we add the charge at cost when it applies.',
    access:
      'Give us the security desk’s number and the street your loading bay is on. After closing, we need someone with keys to the risers as well as the shop.',
  },
  streets: [
    'Oxford Street',
    'Stratford Place',
    'Vere Street',
    'Holles Street',
    'Duke Street',
    'James Street',
    'Orchard Street',
    'Marylebone Lane',
  ],
  questions: [
    {
      question: 'Water’s dripping through our ceiling and the office above is locked. Who can stop it?',
      answer:
        'Call the managing agent and us. Switch off the lighting circuit, move the stock and keep clear of a bulging tile. The office may have a stop valve on the landing, just outside its door.',
    },
    {
      question: 'Can you work overnight so we can open as usual?',
      answer:
        'Yes, at the night rate from 10pm. You’ll know the price before we start. If we can’t get a part before morning, we cap the pipe and tell you what won’t work.',
    },
    {
      question: 'Why does our stockroom smell of drains when nothing’s blocked?',
      answer:
        'Often it’s a dry trap: an unused gully loses its water seal. We fill it, then check the pump lid and the vent. If it could be gas, leave and call the National Gas Emergency Service on 0800 111 999.',
    },
  ],
  nearby: ['marylebone', 'regent-street', 'fitzrovia', 'tottenham-court-road'],
} satisfies LocalityWords
