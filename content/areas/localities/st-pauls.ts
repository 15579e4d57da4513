import type { LocalityWords } from '../area.ts'

export default {
  description:
    'An emergency plumber for St Paul’s, EC4M, with a 20-minute target. Paternoster offices, Ludgate Hill basements, City flats. Gas Safe, day and night.',
  keywords: ['emergency plumber St Paul’s', 'plumber EC4M', 'office plumber Ludgate Hill', 'blocked drain EC4M'],
  street: 'Ludgate Hill',
  pitch:
    'You can’t drive into Paternoster Square, so for a leak or a dead boiler in EC4M our Gas Safe engineers carry their tools in, day or night.',
  sellingPoints: [
    '20-minute target in EC4M, any day, any time',
    'Tea points and toilets isolated one floor at a time',
    'Pumped basements: floats, valves and sumps repaired',
    '£2M public liability cover, as building managers require',
    'Boilers and water heaters repaired by Gas Safe engineers',
  ],
  buildingsTitle: 'Plumbing around St Paul’s Cathedral',
  buildings: [
    {
      kind: 'office',
      title: 'Paternoster Square',
      text: 'These offices, built around 2003, have boosted cold water, sealed heating and riser cupboards. If the heating pressure drops, look for a leak.',
    },
    {
      kind: 'warehouse',
      title: 'Ludgate Square',
      text: 'Victorian warehouses in this crooked lane are now flats and offices. New bathrooms join old iron stacks, and it’s the iron-to-plastic joint that leaks.',
    },
    {
      kind: 'terrace',
      title: 'Amen Court',
      text: 'The canons’ houses are from the 1670s. In brickwork that old, we follow the route of the last pipe and leave the plaster alone.',
    },
    {
      kind: 'shop',
      title: 'Basement kitchens',
      text: 'A basement sink below the sewer has to be pumped. When the pump stops, waste can come up through the floor gully.',
    },
  ],
  specialists: [
    {
      id: 'offices',
      title: 'Office plumbing in EC4M',
      text: 'The St Paul’s Heights rules have kept roofs near the cathedral low since 1937, so water is often pumped from the basement. If the booster trips, the top floor runs dry first. We start in the plant room.',
      points: [
        'Booster alarm, tank level and inlet valve checked before any pipe',
        'Leak above a ceiling traced to its valve, and that floor isolated',
        'No hot water at one basin: we check the mixing valve’s strainers first',
      ],
    },
    {
      id: 'basements',
      title: 'Basements on Ludgate Hill',
      text: 'The hill falls to Farringdon Street, where the river Fleet is now a sewer. Basement kitchens and toilets here rely on pumps, and on flap valves that close against the sewer.',
      points: [
        'Stuck floats and jammed impellers cleared, the standby pump tested',
        'Flap valves opened, cleaned and tested',
        'Grease trap outlets rodded; a licensed carrier takes the fat',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in EC4M',
  arrival: {
    parking:
      'All of the City is a controlled zone, and you can’t stop on Ludgate Hill. We use a bay or car park nearby and add the ticket at cost.',
    congestion:
      'EC4M is well inside the zone. We add the charge at cost from 7am to 6pm on weekdays and noon to 6pm at weekends. After 6pm there’s no charge.',
    access: 'Managed offices want a name before we use the loading bay. Tell us who’s on security, and whether hot work needs a permit.',
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
    'Every engineer who works on gas carries a Gas Safe card: ask to see it.',
    'You’ll know the price before work starts. The call-out includes the first 30 minutes.',
    'Our work is guaranteed for 12 months, and you get {lateCredit} off if we miss your arrival window.',
  ],
  questions: [
    {
      question: 'The leak is above our ceiling but that floor’s locked. Can you stop it?',
      answer:
        'Often, yes, from the riser cupboard on a landing, where the floor may have its own valve. Security usually has the key, so call them while we’re on our way.',
    },
    {
      question: 'Our basement toilets fill when it rains. Is it the pump or the drain?',
      answer:
        'If the pump runs but the level doesn’t drop, its outlet may be blocked or the sewer full. If it’s silent, suspect a stuck float or a tripped breaker. We test in that order.',
    },
    {
      question: 'Do you repair pipes in listed buildings?',
      answer:
        'Yes, along existing runs. Like-for-like repairs are usually fine. A new pipe run through historic fabric may need the City’s consent.',
    },
  ],
  nearby: ['st-bartholomews', 'smithfield', 'chancery-lane', 'southwark'],
} satisfies LocalityWords
