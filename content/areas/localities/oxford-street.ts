import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber for Oxford Street W1C, 24/7, 25-minute target: stores, shops, offices and the flats behind them. Price told before work starts.',
  keywords: [
    'emergency plumber Oxford Street',
    'plumber W1C',
    'plumber Bond Street station',
    'blocked drain Oxford Street',
    'shop plumber W1',
  ],
  street: 'Oxford St',
  pitch:
    'A leak high up on Oxford Street passes offices, stockrooms and a sales floor on its way down. We look for the valve above it before we look at the damage below.',
  sellingPoints: [
    '25-minute target between Marble Arch and Oxford Circus',
    'Sales floors kept open where one branch can be shut',
    'Basement sumps and gullies, on Sundays too',
    'Repairs after closing time, at a rate you know beforehand',
    'A written note of every valve we shut, for the duty manager',
  ],
  buildingsTitle: 'From sales floor to side street',
  buildings: [
    {
      kind: 'shop',
      title: 'Department stores',
      text: 'Most were built or rebuilt in the 20th century. Sprinkler, chilled and drinking water can run side by side: we trace the pipe before we shut it.',
    },
    {
      kind: 'office',
      title: 'Offices over shops',
      text: 'The entrance is often round the side, the tea point over a stockroom. One booster set in the basement can serve several tenants.',
    },
    {
      kind: 'terrace',
      title: 'Stratford Place',
      text: 'A cul-de-sac of the 1770s whose town houses became offices and clubs. Pipes were added under old floors, often in notched joists.',
    },
    {
      kind: 'flats',
      title: 'Late Victorian dwellings',
      text: 'South of the shops, round Brown Hart Gardens in W1K, the artisans’ blocks share stacks. We look for the valve that shuts one stair.',
    },
  ],
  specialists: [
    {
      id: 'shops',
      title: 'When the shop is full',
      text: 'A closed floor costs more than the repair. We isolate the branch, catch what is still draining, and leave the dirty part until you have locked up.',
      points: [
        'The ceiling opened at one tile, the stock beneath it covered first',
        'Customer lavatories: cistern, stack or drain told apart',
        'Sealed heating topped up with backflow protection in place',
        'Induction and permit to work done first where the building asks for them',
      ],
    },
    {
      id: 'basements',
      title: 'Basements and the buried Tyburn',
      text: 'The Tyburn crosses under Oxford Street near Stratford Place, in the King’s Scholars’ Pond sewer. A basement lower than its drain depends on a pump and a non-return valve: when either fails, stop the taps above it.',
      points: [
        'Float switch, pump and non-return valve tried with running water',
        'Ground water or a supply pipe: two meter readings can settle it',
        'Foul water or clean: we tell you which, so that you clean accordingly',
      ],
    },
  ],
  arrivalTitle: 'Reaching a street closed to vans',
  arrival: {
    parking:
      'Vans may not drive along most of Oxford Street by day. We use one of Westminster’s paid bays in a side street and come in by your service door.',
    congestion:
      'Park Lane and Edgware Road, at Marble Arch, are the zone’s western edge. East of them you are inside, and the charge is passed on at cost in its hours.',
    access:
      'Give us the security desk’s number and the street of the loading bay. After closing we need somebody with keys to the risers as well as to the shop.',
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
      question: 'Water drips through our ceiling and the office above is locked. Who can shut it?',
      answer:
        'Ring the managing agent and us. Switch off that lighting circuit, move the stock, and keep clear of a bulging tile. The office may have a stop valve in the landing riser, outside its own door.',
    },
    {
      question: 'Can you work overnight so that we open as usual?',
      answer:
        'Yes, at the night rate from 10PM, and you have the price before we start. If a part cannot be had before morning we cap the pipe and tell you what will not run.',
    },
    {
      question: 'Why does the stockroom smell of drains when nothing is blocked?',
      answer:
        'Often a dry trap: a gully nobody uses loses its seal of water. We fill it, then look at the pump lid and the vent. If it might be gas, leave and ring the National Gas Emergency line, 0800 111 999.',
    },
  ],
  nearby: ['marylebone', 'regent-street', 'fitzrovia', 'tottenham-court-road'],
} satisfies LocalityWords
