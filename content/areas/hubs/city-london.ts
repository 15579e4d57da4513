import type { HubWords } from '../area.ts'

export default {
  description:
    'Office and tower plumbing in the City of London: EC1A, EC2, EC3, EC4. Corporate contracts and emergency call-outs, 30-minute target on average.',
  keywords: [
    'emergency plumber City of London',
    'office plumber EC2',
    'commercial plumber EC3',
    'corporate plumbing contract London',
    'plumber Square Mile',
  ],
  pitch:
    'For facilities managers, caretakers and the few who sleep here: one number for leaks, drains and boilers in the Square Mile, on any night of the week.',
  sellingPoints: [
    '30-minute target on average, from Holborn to Aldgate',
    'Corporate contracts offered, with terms put in writing',
    'Booster sets, break tanks and risers in tall buildings',
    'Wet work at weekends, while the desks are empty',
    '£2M public liability and a 12-month guarantee',
  ],
  areasTitle: 'Eight parts of the Square Mile',
  lines: {
    'st-bartholomews': 'A hospital founded in 1123, with consulting rooms near it and narrow old houses in Cloth Fair.',
    smithfield: 'Meat market halls that trade at night, with restaurant kitchens and offices around them.',
    'st-pauls': 'Low offices below the cathedral’s height limit, and pumped basements on the slope to Ludgate Circus.',
    'chancery-lane': 'Chambers and law offices at the City’s western edge, where one riser can serve four tenants.',
    'liverpool-street': 'Broadgate’s offices beside and above the tracks, and food counters whose drains cannot wait for Monday.',
  },
  specialists: [
    {
      id: 'corporate-contracts',
      title: 'A contract before the leak',
      text: 'Write to us with the address, the hours and the names of those who may order work, and we propose terms for you to agree. Then nobody has to find a purchase order at night with water on the floor.',
      points: [
        'Day, evening and night rates, which we can agree in advance',
        'Contacts, permits and the way in, if you want them kept with the address',
        'Parking and the congestion charge shown separately, at cost',
        'No contract? A single call-out is priced before work, like any other',
      ],
    },
    {
      id: 'towers',
      title: 'Water at the thirtieth floor',
      text: 'A tower lifts its cold water in stages: break tank, pumps, the next tank or zone. Reducing valves hold each zone down to what a tap can bear. A failed pump leaves floors dry; a failed reducing valve can burst flexible hoses on several floors.',
      points: [
        'Zone valve found from the drawings, or by following the pipe if there are none',
        'Reducing valves gauged on both sides before a hose is blamed',
        'Leak detection alarms checked against the pipe, and reset with your engineer',
      ],
    },
    {
      id: 'heat',
      title: 'Heat from outside the building',
      text: 'Some City buildings have no boilers of their own. The Citigen network, run from Smithfield, heats the Guildhall and the Barbican Centre among others. In such a building we start at the plate heat exchanger: your side we can repair, the other is the network’s.',
    },
  ],
  questions: [
    {
      question: 'Can a van reach Bank on a weekday?',
      answer:
        'The streets near it. The junction itself is shut to vans from 7:00 to 19:00, Monday to Friday, so we leave ours short of it and walk. The charge for the congestion zone, which takes in the whole City, is added at cost.',
    },
    {
      question: 'Our tenant’s leak damages another tenant’s floor. Whom do you work for?',
      answer:
        'For whoever orders the work, and we say so on the sheet. We stop the water, photograph the failed part and keep it for you. Who bears the cost is for leases and insurers to settle.',
    },
    {
      question: 'I live on the Barbican estate and the kitchen sink is blocked. Is that yours?',
      answer:
        'If it is a Garchey sink, no: that waste system belongs to the estate, so ring the estate office. Taps, baths and leaks inside your flat we can see to, as far as your lease makes them yours.',
    },
    {
      question: 'What does security need to know before you arrive?',
      answer:
        'The engineer’s name, the van’s registration and the floor. If hot work needs a permit, have somebody there who may sign it; otherwise we use press fittings and need no flame.',
    },
  ],
} satisfies HubWords
