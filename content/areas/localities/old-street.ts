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
    'The roundabout has gone; the leaks have not. Plumbers for the offices, flats and towers round Old Street, through the night and before the working day.',
  sellingPoints: [
    '20-minute target for either side of the junction',
    'Drips traced: condensate, heating, mains or drain',
    'Boiling-water taps descaled and made safe',
    'Washrooms unblocked before or after office hours',
    'No boiler in the flat? We mend heat units and valves',
  ],
  buildingsTitle: 'From the church of St Luke to City Road',
  buildings: [
    {
      kind: 'office',
      title: 'Open-plan floors',
      text: 'Cycle showers, tea points and cooling units share one ceiling. A drip over a desk may be condensate from the cooling, which no stopcock will stop.',
    },
    {
      kind: 'warehouse',
      title: 'Works towards Goswell Road',
      text: 'Former works and warehouses let as studios. Small heaters under sinks, wastes pumped to a far stack, and a water meter in somebody else’s basement.',
    },
    {
      kind: 'flats',
      title: 'Flats on the heat network',
      text: 'Some council estates have had heat from Islington’s centre on Central Street since 2012. The flat then holds valves and a control, and no boiler.',
    },
    {
      kind: 'tower',
      title: 'Towers on City Road',
      text: 'Built since about 2010. Water is pumped up by zones and held back by reducing valves; when one of those sticks, pipes knock or a shower dies.',
    },
  ],
  specialists: [
    {
      id: 'tech-offices',
      title: 'Floors full of screens',
      text: 'The nickname Silicon Roundabout goes back to about 2008. Firms change, and the plumbing stays: washrooms at the core, tea points at the edge, power and data under a raised floor.',
      points: [
        'One branch shut at a time until the drip slows, rather than ten tiles lifted',
        'Raised floor opened along the pipe, and the sockets below looked at for water',
        'Under-sink heaters: relief valve, small vessel and filter checked as a set',
        'A note for your office manager: which pipe failed and which valve shuts it',
      ],
    },
    {
      id: 'high-rise',
      title: 'Between the flat and the plant room',
      text: 'In a new tower the boiler is somewhere else and belongs to somebody else. Your part is a heat interface unit behind a cupboard door, and it can fail while the plant runs well.',
      points: [
        'Strainer, differential valve and plate tested before a part is ordered',
        'Parts left alone where the managing agent’s contract covers them',
        'Concierge told what was shut, and told again when it is open',
      ],
    },
  ],
  arrivalTitle: 'The junction, and how to get off it',
  arrival: {
    parking:
      'City Road is a red route and the junction has no kerb for us. West of it the bays are Islington’s, a few streets east they are Hackney’s; we pay where we stop and bill just that.',
    congestion:
      'North of the junction City Road is the zone’s edge, and so is Old Street east of it: both free. West and south of the junction is inside, and the charge is passed on.',
    access:
      'Tell us the street that your entrance is really on: a block with a City Road address may open on the street behind. After hours, give security our name.',
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
      question: 'The stopcock is shut and water still drips on the desks. How can that be?',
      answer:
        'Then it may be tank water, cooling condensate, heating, or a waste pipe from above. Switch off the cooling for that bay and see if it slows. We follow it from there.',
    },
    {
      question: 'Our boiling-water tap leaks in the cupboard. What can we shut?',
      answer:
        'The fused switch in the cupboard and the small valve on its cold feed. Leave it to cool before anybody reaches in. A weeping relief pipe often only needs its valve or vessel changed.',
    },
    {
      question: 'The flat’s hot water is lukewarm. Network or flat?',
      answer:
        'Ask a neighbour on the same stair. If theirs is hot, the fault is probably in your own unit and we can look at it. If theirs is lukewarm too, report it to the operator.',
    },
  ],
  nearby: ['bunhill-fields', 'shoreditch', 'finsbury', 'clerkenwell-proper'],
} satisfies LocalityWords
