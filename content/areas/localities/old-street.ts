import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber for Old Street EC1V, by the former roundabout: 20-minute target. Tech offices, studio floors, heat-network flats, City Road towers.',
  keywords: [
    'emergency plumber Old Street',
    'office plumber Old Street',
    'plumber EC1V',
    'plumber City Road',
    'heat interface unit repair EC1V',
  ],
  street: 'Old St',
  pitch:
    'The roundabout has gone but the leaks haven’t. We cover the offices, flats and towers round Old Street, all night and before the working day.',
  sellingPoints: [
    '20-minute target on either side of the junction',
    'Leaks traced: mains, heating, drain or air conditioning',
    'Boiling-water taps descaled and made safe',
    'Washrooms unblocked before or after office hours',
    'No boiler in your flat? We fix heat units and valves',
  ],
  buildingsTitle: 'Plumbing from St Luke’s church to City Road',
  buildings: [
    {
      kind: 'office',
      title: 'Open-plan floors',
      text: 'Showers, tea points and cooling units share one ceiling. A drip over a desk may be condensate from the air conditioning, which no stopcock will stop.',
    },
    {
      kind: 'warehouse',
      title: 'Studios near Goswell Road',
      text: 'Former works and warehouses are let as studios. Expect small heaters under sinks, wastes pumped to a far stack and a water meter in someone else’s basement.',
    },
    {
      kind: 'flats',
      title: 'Flats on the heat network',
      text: 'Some council estates have had heat from Islington’s energy centre on Central Street since 2012. The flats have valves and controls but no boiler.',
    },
    {
      kind: 'tower',
      title: 'Towers on City Road',
      text: 'They were built from about 2010 on. Water is pumped up in zones and held back by reducing valves. When one sticks, pipes knock or a shower stops working.',
    },
  ],
  specialists: [
    {
      id: 'tech-offices',
      title: 'Tech offices near Old Street',
      text: 'The nickname Silicon Roundabout goes back to about 2008. Firms change but the layout stays: washrooms in the core, tea points at the edge, power and data under a raised floor.',
      points: [
        'One branch turned off at a time until the drip slows, not ten tiles lifted',
        'Raised floor opened along the pipe, and sockets below checked for water',
        'Under-sink heaters: relief valve, small vessel and filter checked together',
        'A note for your office manager: which pipe failed and which valve to use',
      ],
    },
    {
      id: 'high-rise',
      title: 'Heat units in new towers',
      text: 'In a new tower the boiler is somewhere else and belongs to someone else. Your part is a heat interface unit in a cupboard, and it can fail while the plant is fine.',
      points: [
        'Strainer, differential valve and heat exchanger checked before we order a part',
        'Parts left alone if they’re under the managing agent’s contract',
        'We tell the concierge what’s off, and again when it’s back on',
      ],
    },
  ],
  arrivalTitle: 'Parking and access near Old Street',
  arrival: {
    parking:
      'City Road is a red route and there’s nowhere to stop at the junction. West of it the bays are Islington’s, and a few streets east they’re Hackney’s. We add just what we paid.',
    congestion:
      'The zone’s edge follows City Road north of the junction and Old Street east of it: there’s no charge on either. West and south of the junction you’re inside it, and we pass the charge on.',
    access:
      'Tell us which street your entrance is really on: a block with a City Road address may open on the street behind. After hours, give security our name.',
  },
  streets: [
    'Old Street',
    'City Road',
    'Bath Street',
    'Central Street',
    'Ironmonger Row',
    'Peerless Street',
    'Baldwin Street',
    'Lever Street',
  ],
  questions: [
    {
      question: 'I’ve turned off the stopcock and it’s still dripping. Why?',
      answer:
        'It may be tank water, air conditioning condensate, heating, or a waste pipe from above. Switch off the cooling for that area and see whether the drip slows. We follow it from there.',
    },
    {
      question: 'Our boiling-water tap is leaking in the cupboard. What can we turn off?',
      answer:
        'The fused switch in the cupboard and the small valve on its cold feed. Let it cool before anyone reaches in. A dripping relief pipe often just needs a new valve or vessel.',
    },
    {
      question: 'My hot water’s only lukewarm. Is it the network or my flat?',
      answer:
        'Ask a neighbour on your staircase. If theirs is hot, the fault is probably in your own unit and we can look at it. If theirs is lukewarm too, report it to the operator.',
    },
  ],
  nearby: ['bunhill-fields', 'shoreditch', 'finsbury', 'clerkenwell-proper'],
} satisfies LocalityWords
