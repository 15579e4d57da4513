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
    'For facilities managers, caretakers and City residents: one number for leaks, drains and boilers in the Square Mile, any night of the week.',
  sellingPoints: [
    '30-minute target on average, from Holborn to Aldgate',
    'Corporate contracts, with terms put in writing',
    'Booster sets, break tanks and risers in tall buildings',
    'Drain-downs at weekends, while the desks are empty',
    '£2M public liability and a 12-month guarantee',
  ],
  areasTitle: 'Plumbers across the Square Mile',
  lines: {
    'st-bartholomews': 'A hospital founded in 1123, consulting rooms nearby and narrow old houses in Cloth Fair.',
    smithfield: 'Meat market halls that trade at night, with restaurant kitchens and offices around them.',
    'st-pauls': 'Offices kept low by the cathedral’s height limit, pumped basements on the slope to Ludgate Circus.',
    'chancery-lane': 'Chambers and law firms at the City’s western edge, where one riser can serve four tenants.',
    'liverpool-street': 'Broadgate’s offices beside and above the tracks, and food counters whose drains can’t wait for Monday.',
  },
  specialists: [
    {
      id: 'corporate-contracts',
      title: 'Corporate plumbing contracts',
      text: 'Send us the address, the hours and the names of those who can order work, and we’ll propose terms. That way, no one has to raise a purchase order at night with water on the floor.',
      points: [
        'Day, evening and night rates, which we can agree in advance',
        'Contacts, permits and access details kept with the address, if you want',
        'Parking and the Congestion Charge shown separately, at cost',
        'No contract? You’ll know the price of a call-out before we start',
      ],
    },
    {
      id: 'towers',
      title: 'Plumbing in City towers',
      text: 'A tower lifts its cold water in stages: break tank, pumps, then the next tank or zone. Reducing valves keep each zone at a pressure taps can cope with. A failed pump leaves floors dry; a failed reducing valve can burst hoses on several floors.',
      points: [
        'Zone valve found from the drawings, or by following the pipe',
        'Pressure checked on both sides of a reducing valve before we blame a hose',
        'Leak-detection alarms checked against the pipe and reset with your building engineer',
      ],
    },
    {
      id: 'heat',
      title: 'District heating in the City',
      text: 'Some City buildings have no boilers. The Citigen network, run from Smithfield, heats the Guildhall and the Barbican Centre among others. In a building like that we start at the plate heat exchanger: we can repair your side of it; the other side belongs to the network.',
    },
  ],
  questions: [
    {
      question: 'Can you get a van to Bank on a weekday?',
      answer:
        'To the streets nearby, yes. The junction itself is closed to vans from 7am to 7pm, Monday to Friday, so we park short of it and walk. All of the City is in the congestion zone, and we add the charge at cost.',
    },
    {
      question: 'Our tenant’s leak has damaged another tenant’s floor. Who are you working for?',
      answer:
        'For the person who instructs us, and we record who that is on the job sheet. We stop the water, photograph the failed part and keep it for you. Leases and insurers decide who pays.',
    },
    {
      question: 'I live in the Barbican and my kitchen sink is blocked. Can you clear it?',
      answer:
        'If it’s a Garchey sink, no: that waste system is the estate’s, so call the estate office. We can fix taps, baths and leaks inside your flat, if they’re yours under your lease.',
    },
    {
      question: 'What does security need to know before you arrive?',
      answer:
        'The engineer’s name, the van’s registration and the floor. If hot work needs a permit, please have someone on site who can sign it. Otherwise we use press fittings, which need no flame.',
    },
  ],
} satisfies HubWords
