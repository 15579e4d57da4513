import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers in Southwark SE1, 25-minute target, 24/7: Bankside galleries, Peabody flats, Blackfriars Road towers and The Cut. Call or book.',
  keywords: ['emergency plumber Southwark', 'plumber SE1', 'boiler repair Southwark', 'plumber Bankside'],
  street: 'Blackfriars Rd',
  pitch:
    'Here, cottages with one stopcock are a few streets from towers with a plant room. Tell us which is yours when you call, and a Gas Safe engineer will set off.',
  sellingPoints: [
    '25-minute target for Bankside, Blackfriars Road and The Cut',
    'Shared stacks rodded close to the blockage',
    'Unvented cylinders and heat interface units repaired',
    'Public toilets and bar sinks repaired around opening hours',
    'A price before we start, day or night',
  ],
  buildingsTitle: 'Southwark’s buildings',
  buildings: [
    {
      kind: 'warehouse',
      title: 'Union Street warehouses',
      text: 'The Victorian stores off Union Street and Great Suffolk Street are now studios and flats. New bathrooms may share one old drain, and the stopcock may be boxed in.',
    },
    {
      kind: 'flats',
      title: 'Peabody Square',
      text: 'These blocks off Blackfriars Road date from 1871. Early Peabody flats shared sinks on the landing; kitchens and baths came later. We look for the staircase’s valve first.',
    },
    {
      kind: 'tower',
      title: 'Towers by the bridge',
      text: 'Flats at the river end of Blackfriars Road have boosted water. If a shower runs hot, then cold, suspect a valve in your flat or the building’s plant.',
    },
    {
      kind: 'terrace',
      title: 'Copperfield Street cottages',
      text: 'Winchester Cottages were built from 1893 to 1895. In a small house the boiler’s condensate pipe may run outside. If it freezes, the boiler locks out, so we thaw the pipe and lag it.',
    },
  ],
  specialists: [
    {
      id: 'museums',
      title: 'Galleries and theatres near Bankside',
      text: 'Tate Modern fills the old Bankside Power Station, with Shakespeare’s Globe beside it and the theatres of The Cut towards Waterloo. A leak over a picture store can’t wait: we stop it before asking whose pipe it is.',
      points: [
        'Zone valve closed, stock covered',
        'Toilets and urinals repaired between performances',
        'Mixing valves cleaned, reset and tested at the tap',
      ],
    },
    {
      id: 'offices',
      title: 'Offices on Blackfriars Road',
      text: 'Office basements can have pumped drains, booster sets and calorifiers, and a drip on the sixth floor may start on the ninth. Drawings help if the building manager has them. So does someone with the riser keys.',
      points: [
        'Reports that separate the landlord’s plant from the tenant’s pipes',
        'Pump, float switch or sump: we find the fault before ordering a part',
        'One washroom off at a time',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in Southwark',
  arrival: {
    parking: 'Blackfriars Road is a red route, so we park in Southwark’s controlled zones behind it. We add parking at cost.',
    congestion:
      'This area is all in the zone. The charge applies from 7am to 6pm on weekdays and noon to 6pm at weekends and on bank holidays, and we add no mark-up.',
    access:
      'For a gallery or office, give us the goods entrance and a name at security. In Peabody Square, we only need the block and flat number.',
  },
  streets: [
    'Blackfriars Road',
    'Southwark Street',
    'Union Street',
    'Great Suffolk Street',
    'The Cut',
    'Hopton Street',
    'Sumner Street',
    'Copperfield Street',
  ],
  questions: [
    {
      question: 'Our whole building has no water. Do we call Thames Water or a plumber?',
      answer:
        'Ask someone across the street. If theirs is off too, it’s the main, so call Thames Water. If not, it’s probably your booster pump or a closed riser valve, and we can test those.',
    },
    {
      question: 'Waste from upstairs is coming up in our bath. Who clears it?',
      answer:
        'A shared stack is usually the landlord’s to clear. Report it straight away, don’t run any water and ask the flats above not to. If the blockage is in your own waste pipe, we’ll clear it.',
    },
    {
      question: 'Can you work in a gallery while it’s open?',
      answer:
        'Quiet work, yes: isolating a riser, or remaking a joint behind a screen. We leave drilling and drain-downs until after closing, at the rate for that time.',
    },
  ],
  whyUs: [
    'The call-out charge includes the first 30 minutes.',
    '{lateCredit} off your bill if we miss your arrival window.',
    'A 12-month guarantee on our work, and £2M of public liability cover for your managing agent’s file.',
  ],
  nearby: ['borough', 'waterloo', 'london-bridge', 'elephant-castle'],
} satisfies LocalityWords
