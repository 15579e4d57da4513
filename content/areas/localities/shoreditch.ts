import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber for Shoreditch EC2A: warehouse conversions, tech offices, bars and new towers. 30-minute target, Gas Safe, 24/7. Call or book online.',
  keywords: ['emergency plumber Shoreditch', 'plumber EC2A', 'warehouse conversion plumber', 'office plumber Shoreditch'],
  street: 'Curtain Rd',
  pitch:
    'Furniture was once made and sold here. Now it’s desks, bars and flats, on plumbing added one tenant at a time. Our Gas Safe engineers trace the pipes and fix them, 24/7.',
  sellingPoints: [
    '30-minute target from Old Street to Worship Street',
    'Warehouse conversions: hidden stacks and valves traced',
    'Tech offices: one branch off, the rest of the floor working',
    'Bar and restaurant drains, late on a Friday too',
    'Gas Safe registered, City & Guilds qualified',
  ],
  buildingsTitle: 'Property types in EC2A and what goes wrong in them',
  buildings: [
    {
      kind: 'warehouse',
      title: 'Warehouse conversions',
      text: 'They were furniture showrooms and workshops on Curtain Road and Charlotte Road, many from the 1870s and 1880s. Later bathrooms drain across a whole bay with hardly any fall.',
    },
    {
      kind: 'office',
      title: 'Tech offices',
      text: 'On Leonard Street, Paul Street and Scrutton Street, tea points and showers are far from the riser, and one burst hose soaks the ceiling and cables below.',
    },
    {
      kind: 'tower',
      title: 'New residential towers',
      text: 'The Stage on Curtain Road is one. At that height cold water is pumped, and heat mostly comes from shared plant through a unit in the hall cupboard.',
    },
    {
      kind: 'arches',
      title: 'Bars by the viaduct',
      text: 'The North London Railway’s viaduct of 1865 crosses Rivington Street. In a bar underneath, the glasswasher, urinals and floor may share one old gully.',
    },
  ],
  specialists: [
    {
      id: 'warehouse-conversions',
      title: 'Warehouse conversions: common issues',
      text: 'Floors built for making furniture had little plumbing beyond a tap and a WC. Units now branch off a shared riser, often boxed in with the valve behind a kitchen. We find the valve before we open the box.',
      points: [
        'Shower slow to drain: the waste has sagged, so we rehang it, not just rod it again',
        'Banging pipes: loose copper between iron columns clipped, and an arrester fitted',
        'No stop valve of your own: we fit one on your branch, if the freeholder agrees',
      ],
    },
    {
      id: 'tech-offices',
      title: 'Tech offices near Silicon Roundabout',
      text: 'The junction at Old Street got its nickname from the tech firms around it. Their floors have showers, boiling-water taps and a comms room, in buildings designed for none of them.',
      points: [
        'Water over a comms room: branch off first, ceiling opened second',
        'Showers cold by nine: cylinder, timer and mixing valves checked',
        'Boiling tap or coffee machine: hose, filter head and backflow valve checked',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in EC2A',
  arrival: {
    parking:
      'Great Eastern Street and Shoreditch High Street are red routes. In the narrow lanes behind, most bays belong to Hackney. We park nearby and add the fee at cost.',
    congestion:
      'The zone’s edge runs along Old Street and Great Eastern Street. Leonard Street and Worship Street are inside it; Rivington Street and Charlotte Road aren’t, so there’s no charge there.',
    access:
      'The street door, yard gate and goods lift may each need a key. Tell us the unit as well as the building, and who can let us in after hours.',
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
      question: 'Our office is leaking into the one below, and it’s Saturday. What do you need?',
      answer:
        'Someone with keys to your floor, and the managing agent’s number. Turn off the water to the tea point and any heater under it. If the leak doesn’t stop, we’ll shut the riser valve.',
    },
    {
      question: 'My loft has no gas, just an electric cylinder. Do you repair those?',
      answer:
        'Yes: immersion heater, thermostat, expansion vessel and safety valves. If the discharge pipe is running, switch the heater off and call us. While the water’s hot, leave the cold supply on.',
    },
    {
      question: 'Four units share one blocked stack. Who pays?',
      answer:
        'A stack is usually the freeholder’s, paid for through the service charge, but check your lease. The person who calls us pays us, and our note says where the blockage was and what caused it.',
    },
  ],
  nearby: ['old-street', 'spitalfields', 'bethnal-green', 'liverpool-street'],
} satisfies LocalityWords
