import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber for Shoreditch EC2A: warehouse conversions, tech offices, bars and new towers. 30-minute target, Gas Safe, by phone or booked online.',
  keywords: [
    'emergency plumber Shoreditch',
    'plumber EC2A',
    'warehouse conversion plumber',
    'office plumber Shoreditch',
    'tech office plumbing EC2A',
    'blocked drain Shoreditch',
  ],
  street: 'Curtain Rd',
  pitch:
    'Furniture was once made and sold on these floors. Now they hold desks, bars and flats, on plumbing added one tenant at a time. Gas Safe engineers to trace and mend it, 24/7.',
  sellingPoints: [
    '30-minute target from Old Street to Worship Street',
    'Warehouse conversions: hidden stacks and valves traced',
    'Tech offices: one branch off, the rest of the floor working',
    'Bar and restaurant drains, late on a Friday too',
    'Gas Safe registered, City & Guilds qualified',
  ],
  buildingsTitle: 'Property types in EC2A, and what fails in them',
  buildings: [
    {
      kind: 'warehouse',
      title: 'Warehouse conversions',
      text: 'Furniture showrooms and workshops on Curtain Road and Charlotte Road, many of the 1870s and 1880s. Later bathrooms drain across a whole bay with hardly any fall.',
    },
    {
      kind: 'office',
      title: 'Tech offices',
      text: 'On Leonard Street, Paul Street and Scrutton Street. Tea points and showers far from the riser; one burst hose is in the ceiling and the cables of the floor below.',
    },
    {
      kind: 'tower',
      title: 'New residential towers',
      text: 'The Stage on Curtain Road is one. At that height cold water is pumped, and heat mostly comes from shared plant through a unit in the hall cupboard.',
    },
    {
      kind: 'arches',
      title: 'Bars by the viaduct',
      text: 'The North London Railway’s viaduct of 1865 crosses Rivington Street. In a bar beneath it, glasswasher, urinals and floor may share a single old gully.',
    },
  ],
  specialists: [
    {
      id: 'warehouse-conversions',
      title: 'Warehouse conversions: common issues',
      text: 'Floors built for making and showing furniture had little plumbing beyond a tap and a WC. Units have since been given branches from a shared riser, often boxed in behind a kitchen, valve and all. We find the valve before we open the box.',
      points: [
        'Slow shower: the long waste has sagged; we hang it to a fall instead of rodding it again',
        'Banging pipes: loose copper between iron columns, clipped, and an arrester fitted',
        'No valve of your own: one added on your branch, with the freeholder’s leave',
        'Combi that starves on hot water: gas pipe sized and tested before parts are bought',
      ],
    },
    {
      id: 'tech-offices',
      title: 'Tech offices near Silicon Roundabout',
      text: 'The junction at Old Street got that name from the software firms around it. Their floors hold bicycle showers, boiling taps and a comms room, in buildings planned for none of them.',
      points: [
        'Water over a comms room: the branch is shut first, the ceiling opened second',
        'Showers cold by nine: cylinder recovery, timer and mixing valves checked',
        'Boiling tap or coffee machine: hose, filter head and backflow valve, the usual leaks',
      ],
    },
  ],
  arrivalTitle: 'Which side of Great Eastern Street?',
  arrival: {
    parking:
      'Great Eastern Street and Shoreditch High Street are red routes. Behind them the bays are mostly Hackney’s, in narrow lanes. We stop as near as the signs allow and charge what the bay cost.',
    congestion:
      'The zone’s edge is Old Street and Great Eastern Street. Leonard Street and Worship Street are inside; Rivington Street and Charlotte Road are not, and pay nothing.',
    access:
      'Street door, yard gate and goods lift may have three different keys. Tell us the unit as well as the building, and who can let us in after hours.',
  },
  streets: [
    'Curtain Road',
    'Great Eastern Street',
    'Leonard Street',
    'Paul Street',
    'Scrutton Street',
    'Rivington Street',
    'Charlotte Road',
    'Worship Street',
    'Shoreditch High Street',
  ],
  questions: [
    {
      question: 'Our office is dripping into the one below, and it is Saturday. What do you need?',
      answer:
        'Somebody with keys to your floor, and the managing agent’s number. Turn off the tea point and any heater under it. If it still drips, we go to the valve in the riser.',
    },
    {
      question: 'My loft has no gas, only an electric cylinder. Do you repair those?',
      answer:
        'We do: immersion heater, thermostat, expansion vessel, safety valves. If the discharge pipe runs, switch the heater off and ring us; while the water is hot, leave the cold supply on.',
    },
    {
      question: 'Four units share one blocked stack. Who pays for it?',
      answer:
        'A stack is usually the freeholder’s, paid through the service charge, but your lease decides. The caller pays us; our note says where the blockage sat and what caused it.',
    },
  ],
  nearby: ['old-street', 'spitalfields', 'bethnal-green', 'liverpool-street'],
} satisfies LocalityWords
