import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber for Oxford Street W1C, 24/7, 25 minute response: stores, shops, offices and the flats behind them. Price told before work starts.',
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
    '25 minute response between Marble Arch and Oxford Circus',
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
      text: 'Built and rebuilt from the 1900s to the 1950s. Sprinkler, chilled and drinking water run side by side: we read the labels, then trace the pipe anyway.',
    },
    {
      kind: 'office',
      title: 'Offices over shops',
      text: 'The entrance is round the side, the tea point over somebody’s stockroom. One booster set in the basement can serve tenants who have never met.',
    },
    {
      kind: 'terrace',
      title: 'Stratford Place',
      text: 'A cul-de-sac of the 1770s, its town houses long used as offices: washrooms stand where closets were, and joists are notched for the pipes.',
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
      text: 'In the 13th century the City piped spring water from beside the Tyburn, in lead. The stream now crosses Oxford Street near Stratford Place in the King’s Scholars’ Pond sewer. A basement lower than its drain depends on a pump and a non-return valve.',
      points: [
        'Float switch, pump and non-return valve tried with running water',
        'Ground water or a supply pipe: two meter readings can settle it',
        'What came up is named as foul or clean, so that you clean accordingly',
      ],
    },
  ],
  arrivalTitle: 'Reaching a street without kerbs to spare',
  arrival: {
    parking:
      'By day most of Oxford Street is closed to vans. We use one of Westminster’s paid bays to the north or south and come in through your service door.',
    congestion:
      'Park Lane and Edgware Road, at Marble Arch, are the zone’s western edge. East of them you are inside: the charge is passed on at cost, from noon at weekends.',
    access:
      'Give us the security desk’s number and the street of the loading bay. After closing we need somebody with keys to the risers: the shop’s own key stops at the shop.',
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
        'Ring the managing agent and us. Switch off the lights on that circuit, move the stock, and keep clear of a bulging tile. The office may have a stop valve in the landing riser, outside its own door.',
    },
    {
      question: 'Can you work overnight so that we open as usual?',
      answer:
        'We can work the night through; the night rate starts at 10PM and you have the price before we do. If a part cannot be had before morning we cap the pipe and tell you what will not run.',
    },
    {
      question: 'Why does the stockroom smell of drains when nothing is blocked?',
      answer:
        'Often a dry trap: a gully nobody uses loses its seal of water. We fill it, then look at the pump lid and the vent. If it might be gas, leave and ring the National Gas Emergency line, 0800 111 999.',
    },
  ],
  nearby: ['marylebone', 'regent-street', 'fitzrovia', 'tottenham-court-road'],
  facts: [
    {
      fact: 'The street’s department stores were built and rebuilt between the 1900s and the 1950s.',
      source: 'Survey of London, volume 53, Oxford Street',
    },
    {
      fact: 'Stratford Place was laid out as a cul-de-sac off Oxford Street in the 1770s.',
      source: 'Survey of London, volumes 51 and 52, South-East Marylebone; Historic England, National Heritage List',
    },
    {
      fact: 'Artisans’ dwellings were built south of Oxford Street, round what is now Brown Hart Gardens, in the late Victorian years.',
      source: 'Survey of London, volume 40, The Grosvenor Estate in Mayfair, chapter on the Duke Street area',
    },
    {
      fact: 'From the 13th century the City of London took spring water from beside the Tyburn through lead pipes.',
      source: 'Survey of London, volume 53, Oxford Street; John Stow, A Survey of London, on the conduits',
    },
    {
      fact: 'The Tyburn crosses under Oxford Street near Stratford Place in the King’s Scholars’ Pond sewer.',
      source: 'Survey of London, volume 53; Nicholas Barton, The Lost Rivers of London',
    },
    {
      fact: 'By day most of Oxford Street is closed to general traffic.',
      source: 'Transport for London and Westminster City Council, Oxford Street traffic restrictions',
    },
    {
      fact: 'Park Lane and Edgware Road bound the congestion charging zone.',
      source: 'Transport for London, Congestion Charge zone map',
    },
  ],
} satisfies LocalityWords
