import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Plumbers for Regent Street W1B in an emergency, 25-minute target, 24/7: Crown Estate shops, the offices above them, Portland Place flats.',
  keywords: [
    'emergency plumber Regent Street',
    'plumber W1B',
    'boiler repair Portland Place',
    'plumber Oxford Circus',
    'office plumber W1',
  ],
  street: 'Regent St',
  pitch:
    'Portland stone outside, a steel frame within, and a century of tenants’ pipework between the two. We deal with Regent Street’s leaks, boilers and drains at all hours.',
  sellingPoints: [
    '25-minute target for W1B, nights and Sundays too',
    'Tenant’s pipe or landlord’s plant: we tell you which',
    'Calorifiers, boosted water and single boilers',
    'Restaurant drains cleared around your sittings',
    'Photographs of the fault for your managing agent',
  ],
  buildingsTitle: 'One front, many tenants',
  buildings: [
    {
      kind: 'shop',
      title: 'Shops at street level',
      text: 'Rebuilt between 1905 and the late 1920s on steel frames. A shop’s waste pipe may run across the ceiling of the tenant below.',
    },
    {
      kind: 'office',
      title: 'The floors above',
      text: 'Where washrooms sit one over another, a blocked soil pipe stops them all, and the lowest pan overflows first.',
    },
    {
      kind: 'mansion',
      title: 'Flats on Portland Place',
      text: 'Blocks of the 1920s and 1930s stand among the Adam houses. Where one boiler house heats a block, a cold radiator may be the building’s fault.',
    },
    {
      kind: 'terrace',
      title: 'The lanes behind',
      text: 'There are restaurants on Heddon Street and Kingly Street. Kitchen fat sets in a drain laid for something smaller, and the gully rises.',
    },
  ],
  specialists: [
    {
      id: 'offices',
      title: 'Landlord, tenant, pipe',
      text: 'The Crown Estate holds the freehold of nearly all Regent Street; shops and offices have leases. Your lease says who repairs what. In an emergency we stop the water first and record on whose side the fault was.',
      points: [
        'The building manager told before a riser valve is turned',
        'Flow and return temperatures measured at your branch, not guessed',
        'Nothing fixed to old stone or plaster without asking you',
      ],
    },
    {
      id: 'institutes',
      title: 'Round All Souls',
      text: 'Nash’s church of 1824 marks the bend into Langham Place. The University of Westminster has the old Polytechnic at 309 Regent Street; embassies and institutes line Portland Place. Give us your opening hours and we plan the repair round them.',
      points: [
        'Public washrooms taken out of use one side at a time',
        'Mixing valves set, and the temperature written down for your log',
        'Work near lecture rooms and studios held back until they empty',
      ],
    },
  ],
  arrivalTitle: 'Where the van stops',
  arrival: {
    parking:
      'We do not stop on Regent Street. Westminster’s paid bays are in the streets behind it: we park there, and you are billed what we paid.',
    congestion:
      'From Piccadilly Circus to Portland Place W1B is inside the zone. The charge applies 7:00–18:00 on weekdays, 12:00–18:00 at weekends; we add it at cost.',
    access:
      'The door to the upper floors is seldom the shop’s. Send us its street and number, the name on reception, and who keeps the riser keys in the evening.',
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
      question: 'Our shop has no hot water but the office upstairs does. Where is the fault?',
      answer:
        'If the two share plant, probably in your branch: a shut valve, air, or a failed mixing valve. If you have a heater of your own, look at its switch first. We test from the riser to the tap.',
    },
    {
      question: 'The building is listed. Can you still mend a pipe?',
      answer:
        'Stopping a leak and replacing a part like for like is ordinarily a repair. A new route through old plaster or stone may need consent: ask the freeholder and Westminster before we take it.',
    },
    {
      question: 'The heating loses pressure every week. Can that wait?',
      answer:
        'While ceilings are dry, yes: book it by day and pay the day rate. It means a leak, a passing relief valve or a flat expansion vessel. Each top-up brings in fresh water, and with it rust.',
    },
  ],
  nearby: ['oxford-street', 'fitzrovia', 'marylebone', 'regents-park'],
} satisfies LocalityWords
