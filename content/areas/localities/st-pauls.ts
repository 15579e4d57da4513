import type { LocalityWords } from '../area.ts'

export default {
  description:
    'An emergency plumber for St Paul’s, EC4M, with a 20-minute target. Paternoster offices, Ludgate Hill basements, City flats. Gas Safe, day and night.',
  keywords: [
    'emergency plumber St Paul’s',
    'plumber EC4M',
    'office plumber Ludgate Hill',
    'blocked drain EC4M',
    'plumber Paternoster Square',
  ],
  street: 'Ludgate Hill',
  pitch:
    'Nobody drives into Paternoster Square. For a dripping office ceiling or a dead boiler in EC4M, a Gas Safe engineer walks the tools in, at any hour.',
  sellingPoints: [
    '20-minute target in EC4M, weekday or Sunday night',
    'Tea points and toilets shut floor by floor, not all at once',
    'Pumped basements: floats, valves and sumps put right',
    '£2M public liability, for building managers who have to ask',
    'Boilers and water heaters by Gas Safe registered engineers',
  ],
  buildingsTitle: 'What stands round the cathedral',
  buildings: [
    {
      kind: 'office',
      title: 'Paternoster Square',
      text: 'Offices of about 2003: boosted cold water, pressurised heating, riser cupboards on the landings. If the heating gauge has dropped, that points to the pipe.',
    },
    {
      kind: 'warehouse',
      title: 'Ludgate Square',
      text: 'A bent lane of Victorian warehouses, now flats and offices. Old iron stacks take new bathrooms, and the join from iron to plastic is where they weep.',
    },
    {
      kind: 'terrace',
      title: 'Amen Court',
      text: 'Canons’ houses of the 1670s. In brickwork of that age a pipe goes where the last one went: we follow the old run and leave the plaster alone.',
    },
    {
      kind: 'shop',
      title: 'Basement kitchens',
      text: 'A basement sink that lies lower than the sewer has to be pumped. When the pump stops, what is poured away can come up through the floor gully.',
    },
  ],
  specialists: [
    {
      id: 'offices',
      title: 'Offices under a height limit',
      text: 'The St Paul’s Heights rules have kept roofs around the cathedral low since 1937. Where a roof has no room for tanks, water is pumped up from the basement. If the booster set trips, the top floor usually runs dry first, and we start in the plant room.',
      points: [
        'Booster alarm, tank level and inlet valve read before any pipe is touched',
        'Water over a ceiling followed uphill to its valve, and that floor shut',
        'No hot water at one basin: the blending valve’s strainers come first',
        'A note for facilities: the cause, the valve closed, the part to order',
      ],
    },
    {
      id: 'basements',
      title: 'Basements on the hill',
      text: 'The hill falls to Farringdon Street, where the river Fleet runs on as a sewer. Kitchens, changing rooms and toilets in the basements here depend on pumps, and on flap valves that shut against the street.',
      points: [
        'Stuck floats and jammed impellers cleared, the standby pump tested',
        'Flap valves opened, cleaned and tried',
        'Grease trap outlets rodded; the fat itself goes with a licensed carrier',
      ],
    },
  ],
  arrivalTitle: 'Reaching you on foot',
  arrival: {
    parking:
      'All of the City is a controlled parking zone, and Ludgate Hill has no kerb to spare. We use a bay or a car park near by, add the ticket at cost and bring the bag.',
    congestion:
      'EC4M is deep inside the congestion zone. On weekdays 7:00 to 18:00, at weekends 12:00 to 18:00, the charge goes on the bill as we paid it; later there is none.',
    access:
      'Managed offices want a name before a tool bag passes the loading bay. Tell us who is on security tonight, and whether a permit is needed for hot work.',
  },
  streets: [
    'Ludgate Hill',
    'Old Bailey',
    'St Paul’s Churchyard',
    'Paternoster Row',
    'Ave Maria Lane',
    'Warwick Lane',
    'Limeburner Lane',
    'Bread Street',
    'Watling Street',
  ],
  whyUs: [
    'Every engineer who touches gas carries a Gas Safe card. Ask to see it, on the door or at the desk.',
    'You know the price before work starts. The call-out includes the first 30 minutes.',
    'The work is guaranteed for 12 months, and if we miss the arrival window you pay {lateCredit} less.',
  ],
  questions: [
    {
      question: 'The leak is over our ceiling and the floor above is locked. Can you stop it?',
      answer:
        'Often, yes, from the riser cupboard on a landing, where a floor may have its own valve. Security usually holds the key, so ring them while we are on the road.',
    },
    {
      question: 'The basement toilets fill when it rains. Is it the pump or the drain?',
      answer:
        'Listen. A pump that runs and does not lower the water may have a blocked outlet, or a full sewer beyond it. A silent one, a stuck float or a tripped breaker. We test in that order.',
    },
    {
      question: 'Will you repair pipes in a listed building?',
      answer:
        'Yes, along the runs that exist. A repair like for like is one thing; a new route through old fabric is another, and the owner may need the City’s consent for it first.',
    },
  ],
  nearby: ['st-bartholomews', 'smithfield', 'chancery-lane', 'southwark'],
} satisfies LocalityWords
