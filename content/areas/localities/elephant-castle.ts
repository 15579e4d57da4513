import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Elephant & Castle emergency plumbers, SE1: 25-minute target at all hours. Heat interface units, estates, terraces and student halls. Call or book a visit.',
  keywords: [
    'emergency plumber Elephant and Castle',
    'plumber SE1',
    'heat interface unit repair Elephant Park',
    'boiler repair Elephant and Castle',
    'plumber New Kent Road',
  ],
  street: 'New Kent Rd',
  pitch:
    'Heat at the Elephant comes from an energy centre, a boiler room or a combi in the kitchen. Our Gas Safe engineers ask which is yours, then where the stopcock is.',
  sellingPoints: [
    '25-minute target for towers, terraces and student halls',
    'Heat interface units tested from the strainer to the tap',
    'Blocked sinks on estates traced to the right flat',
    'Student halls: one riser isolated, not the whole building',
    'Condensate pipes thawed, rerouted and lagged',
  ],
  buildingsTitle: 'Plumbing in the Elephant’s towers, terraces and halls',
  buildings: [
    {
      kind: 'tower',
      title: 'Metro Central Heights',
      text: 'Goldfinger’s Ministry of Health, begun in 1959, is now flats. Where offices become homes, wastes can be long and nearly level.',
    },
    {
      kind: 'terrace',
      title: 'Around Gladstone Street',
      text: 'These are Victorian houses off St George’s Road, with Georgian West Square just over the boundary in SE11. The kitchen is often in a rear addition, over a shallow drain.',
    },
    {
      kind: 'flats',
      title: 'The Rockingham',
      text: 'These are London County Council blocks behind New Kent Road. Stacks are shared: if your sink gurgles when a neighbour’s drains, the blockage is below you both.',
    },
    {
      kind: 'institution',
      title: 'South Bank University',
      text: 'Its teaching blocks and laboratories are between London Road and Borough Road. Basins, showers and drinking taps are everywhere, and London’s hard water scales them all.',
    },
  ],
  specialists: [
    {
      id: 'modern-flats',
      title: 'Elephant Park and its heat network',
      text: 'Elephant Park is on the old Heygate Estate site, cleared by 2014. It’s just over the boundary in SE17, but we cover it. Heat and hot water come from its own energy centre. Flats have no boiler: an interface unit passes the heat to taps and radiators.',
      points: [
        'Strainer, control valve, sensors and exchanger checked in that order',
        'We ask if your neighbours are cold too: an outage is for the operator to fix',
        'We leave the heat meter’s seals and the network’s own pipes alone',
      ],
    },
    {
      id: 'universities',
      title: 'Student halls, labs and shared houses near LSBU',
      text: 'London South Bank University is here, with student rooms all round the junction. One pump may feed a corridor of showers. We tell the warden which rooms will lose water, and for how long, before we touch a valve.',
      points: [
        'Shower traps cleared and mixing valves descaled room by room',
        'Lab waste pipes repaired with matching parts, once safe to open',
        'In a shared house, we tell the landlord the price before we begin',
      ],
    },
  ],
  arrivalTitle: 'Parking and access at the Elephant',
  arrival: {
    parking:
      'The junction and New Kent Road are red routes. We pay for a side-street bay in one of Southwark’s controlled zones and add the fee at cost.',
    congestion:
      'The zone’s edge runs along New Kent Road and past the Elephant, and those roads are free. The Rockingham and St George’s Road are inside it; Elephant Park is outside.',
    access:
      'In a tower, leave our name with the concierge, and book the goods lift if we’re bringing a cylinder. On the Rockingham each block has a name, so give us that with the flat number.',
  },
  streets: [
    'New Kent Road',
    'Newington Causeway',
    'St George’s Road',
    'London Road',
    'Borough Road',
    'Harper Road',
    'Falmouth Road',
    'Gladstone Street',
  ],
  questions: [
    {
      question: 'My flat’s on a heat network and it’s cold. Who do I call?',
      answer:
        'Ask your neighbours first. If they’re cold too, call the operator: the number’s on your heat bill. If it’s only you, we can test the unit in your cupboard, unless your contract leaves it to them.',
    },
    {
      question: 'My radiators are warm but the shower’s cold. Which part has failed?',
      answer:
        'On a combi, it’s often the diverter valve or the flow sensor. On an interface unit, it’s usually the hot-water valve or its sensor. We test before we change a part, and you’ll know the price first.',
    },
    {
      question: 'Pressure drops every evening on the twentieth floor. Is it my flat?',
      answer:
        'If every tap loses pressure at the same time each day, it’s probably the booster set, so tell the building manager. If it’s one tap, a filter or an isolating valve is blocked.',
    },
  ],
  nearby: ['borough', 'southwark', 'waterloo', 'bermondsey'],
} satisfies LocalityWords
