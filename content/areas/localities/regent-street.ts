import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers for Regent Street W1B, 25-minute target, 24/7: Crown Estate shops, the offices above them and Portland Place flats.',
  keywords: [
    'emergency plumber Regent Street',
    'plumber W1B',
    'boiler repair Portland Place',
    'plumber Oxford Circus',
    'office plumber W1',
  ],
  street: 'Regent St',
  pitch:
    'Portland stone outside, a steel frame inside, and a century of tenants’ pipes in between. We fix Regent Street’s leaks, boilers and drains at all hours.',
  sellingPoints: [
    '25-minute target for W1B, nights and Sundays too',
    'Tenant’s pipe or landlord’s plant: we tell you which',
    'Calorifiers, boosted water and individual boilers',
    'Restaurant drains cleared between your sittings',
    'Photos of the fault for your managing agent',
  ],
  buildingsTitle: 'Regent Street’s shops, offices and flats',
  buildings: [
    {
      kind: 'shop',
      title: 'Shops at street level',
      text: 'The shops were rebuilt between 1905 and the late 1920s on steel frames. A shop’s waste pipe may run across the ceiling of the tenant below.',
    },
    {
      kind: 'office',
      title: 'The floors above',
      text: 'Washrooms are often one above another, so a blocked soil pipe affects them all and the lowest toilet overflows first.',
    },
    {
      kind: 'mansion',
      title: 'Flats on Portland Place',
      text: 'There are blocks from the 1920s and 1930s among the Adam houses. If one boiler house heats the block, a cold radiator may mean a fault in the shared system.',
    },
    {
      kind: 'terrace',
      title: 'The streets behind',
      text: 'There are restaurants on Heddon Street and Kingly Street. Kitchen fat sets in a drain laid for something smaller, and the gully overflows.',
    },
  ],
  specialists: [
    {
      id: 'offices',
      title: 'Landlord’s pipe or tenant’s?',
      text: 'The Crown Estate holds the freehold of nearly all Regent Street; shops and offices have leases. Your lease says who repairs what. In an emergency we stop the water first and record whose side the fault was on.',
      points: [
        'We tell the building manager before we turn a riser valve',
        'Flow and return temperatures measured at your branch, not guessed',
        'Nothing fixed to old stone or plaster without asking you',
      ],
    },
    {
      id: 'institutes',
      title: 'Institutes round Langham Place',
      text: 'All Souls, Nash’s church of 1824, is on the bend into Langham Place. The University of Westminster has the old Polytechnic at 309 Regent Street, and embassies and institutes line Portland Place. Tell us your opening hours and we’ll work round them.',
      points: [
        'Public washrooms closed one side at a time',
        'Mixing valves set, and the temperature noted for your log',
        'Work near lecture rooms and studios left until they empty',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in W1B',
  arrival: {
    parking: 'We don’t stop on Regent Street. We park in Westminster’s paid bays in the streets behind and charge you what we paid.',
    congestion:
      'From Piccadilly Circus to Portland Place, W1B is inside the zone. We add the charge from 7am to 6pm on weekdays and noon to 6pm at weekends, at cost.',
    access:
      'The door to the upper floors usually isn’t the shop door. Tell us its street and number, a name at reception, and who has the riser keys in the evening.',
  },
  streets: [
    'Regent Street',
    'Portland Place',
    'Langham Place',
    'Heddon Street',
    'Kingly Street',
    'Glasshouse Street',
    'Swallow Street',
    'Princes Street',
  ],
  questions: [
    {
      question: 'Our shop has no hot water but the office upstairs does. Why?',
      answer:
        'If you share a system, it’s probably your branch: a closed valve, air, or a failed mixing valve. If you have your own heater, check its switch first. We test from the riser to the tap.',
    },
    {
      question: 'Can you repair a pipe in a listed building?',
      answer:
        'Stopping a leak and replacing like for like usually counts as a repair. A new route through old plaster or stone may need consent: ask the freeholder and Westminster Council before we start.',
    },
    {
      question: 'Our heating loses pressure every week. Can it wait?',
      answer:
        'If the ceilings are dry, yes: book a daytime visit at the day rate. It’s a leak, a relief valve letting water past or a flat expansion vessel. Each top-up brings in fresh water, and with it rust.',
    },
  ],
  nearby: ['oxford-street', 'fitzrovia', 'marylebone', 'regents-park'],
} satisfies LocalityWords
