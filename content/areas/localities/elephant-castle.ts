import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Elephant & Castle emergency plumbers, SE1: 25-minute target at all hours. Heat interface units, estates, terraces and student halls. Phone or book a visit.',
  keywords: [
    'emergency plumber Elephant and Castle',
    'plumber SE1',
    'heat interface unit repair Elephant Park',
    'boiler repair Elephant and Castle',
    'plumber New Kent Road',
  ],
  street: 'New Kent Rd',
  pitch:
    'Heat at the Elephant comes from an energy centre, a boiler room or a combi in the kitchen. Our Gas Safe engineers ask first which is yours, then where the stopcock is.',
  sellingPoints: [
    '25-minute target for towers, terraces and student halls',
    'Heat interface units tested from the strainer to the tap',
    'Blocked sinks on estates traced to the right flat',
    'Student halls: the right riser shut, not the whole building',
    'Condensate pipes thawed, rerouted and lagged',
  ],
  buildingsTitle: 'Heat by the street, the block, the flat',
  buildings: [
    {
      kind: 'tower',
      title: 'Metro Central Heights',
      text: 'Goldfinger’s Ministry of Health, begun in 1959, is now flats. Where offices become homes, wastes can run long and nearly level to the stack.',
    },
    {
      kind: 'terrace',
      title: 'Gladstone Street and round it',
      text: 'Victorian houses off St George’s Road, with Georgian West Square just over in SE11. The kitchen is often in a rear addition, over a shallow drain.',
    },
    {
      kind: 'flats',
      title: 'The Rockingham',
      text: 'London County Council blocks behind New Kent Road. Stacks are shared: a sink that gurgles when a neighbour’s runs points to a blockage below you both.',
    },
    {
      kind: 'institution',
      title: 'South Bank University',
      text: 'Teaching blocks and laboratories between London Road and Borough Road. Basins, showers and drinking taps by the corridor, and London’s hard water scales them all.',
    },
  ],
  specialists: [
    {
      id: 'modern-flats',
      title: 'Elephant Park and its heat network',
      text: 'Elephant Park stands where the Heygate Estate was until 2014, just over in SE17, and we go there too. It takes heat and hot water from its own energy centre. Such a flat has no boiler: an interface unit passes the network’s heat to taps and radiators.',
      points: [
        'Strainer, control valve, sensors and plate checked in that order',
        'We ask about the neighbours first: an outage is the operator’s to mend',
        'The heat meter’s seals and the network’s own pipes left as they are',
      ],
    },
    {
      id: 'universities',
      title: 'Halls, laboratories and shared houses',
      text: 'London South Bank University is here and student rooms stand all round the junction. One pump may feed a corridor of showers. A warden needs to know which rooms will lose water, and for how long, before a valve is touched.',
      points: [
        'Shower traps cleared and mixing valves descaled room by room',
        'Laboratory waste repaired in its own pipe system, once safe to open',
        'In a shared house, the landlord hears the price before we begin',
      ],
    },
  ],
  arrivalTitle: 'Getting near the junction',
  arrival: {
    parking:
      'The junction and New Kent Road are red routes. We turn off into a side street, pay for a bay in one of Southwark’s controlled zones, and put that sum on the bill.',
    congestion:
      'The edge of the zone runs along New Kent Road and past the Elephant, and those roads are free. The Rockingham and St George’s Road lie inside it, Elephant Park outside.',
    access:
      'A tower wants our name at the desk, and the goods lift if a cylinder is to come up. On the Rockingham each block has a name, so give us that with the flat number.',
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
      question: 'My flat on a heat network is cold. Do I ring the operator or you?',
      answer:
        'Try a neighbour’s radiators first. If they are cold too, ring the operator, whose number is on your heat bill. If it is only you, we test the unit in your cupboard, unless your contract leaves it to them.',
    },
    {
      question: 'Radiators are warm but the shower is cold. Which part has gone?',
      answer:
        'On a combi, often the diverter valve or the flow sensor. On an interface unit, the hot-water valve or its sensor. We test before we change a part, and you hear what it costs.',
    },
    {
      question: 'Pressure drops every evening on the twentieth floor. Is that my flat?',
      answer:
        'If all taps weaken at the same hours, it is the booster set, and the building’s manager must call its engineers. If one tap is weak, a filter or an isolating valve is choked.',
    },
  ],
  nearby: ['borough', 'southwark', 'waterloo', 'bermondsey'],
} satisfies LocalityWords
