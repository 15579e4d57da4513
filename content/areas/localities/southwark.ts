import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers in Southwark SE1, 25-minute target, 24/7: Bankside galleries, Peabody flats, Blackfriars Road towers and The Cut. Ring or book.',
  keywords: ['emergency plumber Southwark', 'plumber SE1', 'boiler repair Southwark', 'plumber Bankside', 'plumber Blackfriars Road'],
  street: 'Blackfriars Rd',
  pitch:
    'Cottages with one stopcock and towers with a plant room stand a few streets apart here. Say which is yours when you ring, and a Gas Safe engineer sets out for SE1.',
  sellingPoints: [
    '25-minute target for Bankside, Blackfriars Road and The Cut',
    'Shared stacks rodded from the floor where they block',
    'Unvented cylinders and heat interface units repaired',
    'Public lavatories and bars put right around opening hours',
    'Price told before the spanner comes out, by day or by night',
  ],
  buildingsTitle: 'What Southwark is plumbed with',
  buildings: [
    {
      kind: 'warehouse',
      title: 'Union Street warehouses',
      text: 'Victorian stores off Union Street and Great Suffolk Street, now studios and flats. New bathrooms may share one old drain, and the stopcock may be boxed in.',
    },
    {
      kind: 'flats',
      title: 'Peabody Square',
      text: 'Blocks of 1871 off Blackfriars Road. Early Peabody flats shared sinks on the landing; kitchens and baths came later. We look for the stair’s valve first.',
    },
    {
      kind: 'tower',
      title: 'Towers by the bridge',
      text: 'Flats at the river end of Blackfriars Road live on boosted water. A shower that runs hot, then cold, can be a valve in the flat or the building’s plant.',
    },
    {
      kind: 'terrace',
      title: 'Copperfield Street cottages',
      text: 'Winchester Cottages, 1893 to 1895. In a small house a combi’s condensate pipe may run outside: it freezes, the boiler locks out, and we thaw it and lag it.',
    },
  ],
  specialists: [
    {
      id: 'museums',
      title: 'Galleries and theatres near Bankside',
      text: 'Tate Modern fills the old Bankside Power Station and Shakespeare’s Globe stands beside it; towards Waterloo come the theatres of The Cut. Smaller galleries and rehearsal rooms lie between. Water over a picture store comes first, before any question of whose pipe it is.',
      points: [
        'The zone valve shut and the stock covered, then the search for the leak',
        'Cisterns, urinals and macerators mended between performances',
        'Blending valves on public basins cleaned, reset and tested at the tap',
      ],
    },
    {
      id: 'offices',
      title: 'Blackfriars Road, floor by floor',
      text: 'Office basements can hold pumped drains, booster sets and calorifiers, and a drip on the sixth floor may start on the ninth. Drawings help if your manager has them. If not, we need whoever carries the riser keys.',
      points: [
        'Landlord’s plant and tenant’s pipe kept apart in what we report',
        'Pump, float switch or blocked sump: told apart before a part is ordered',
        'One washroom isolated at a time, so that the floor stays open',
      ],
    },
  ],
  arrivalTitle: 'Red route, side street, goods entrance',
  arrival: {
    parking:
      'Blackfriars Road is a red route, so we unload in the streets behind it, which are in Southwark’s controlled zones. What the bay costs is what you are charged for it.',
    congestion:
      'All of it is in the congestion zone. The charge counts from 7:00 to 18:00 on weekdays and from 12:00 at weekends and bank holidays, and we add it without a mark-up.',
    access:
      'For a gallery or an office, give us the goods entrance and the name at security. In Peabody Square the block and flat number will do: we find the stair.',
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
      question: 'The whole building has no water. Is that Thames Water or a plumber?',
      answer:
        'Ask somebody across the street. If theirs is off too, it is the main, and Thames Water’s. If not, suspect your booster pump or a closed valve on the riser: those we test.',
    },
    {
      question: 'Waste from upstairs is rising in our bath. Who clears it?',
      answer:
        'A shared stack is usually the landlord’s to clear. Report it at once, run no water and ask the flats above to stop. If the blockage is in your own waste, we clear it.',
    },
    {
      question: 'Can you work in a gallery while the public is in?',
      answer:
        'Quiet work, often: a riser isolated, a joint remade behind a screen. Drilling and draining down we keep for closing time, at the rate of that hour.',
    },
  ],
  whyUs: [
    'The call-out price includes the first 30 minutes on site.',
    'If we miss the arrival window we gave you, {lateCredit} comes off the bill.',
    'A 12-month guarantee on the work, and £2M of public liability cover for your managing agent’s file.',
  ],
  nearby: ['borough', 'waterloo', 'london-bridge', 'elephant-castle'],
} satisfies LocalityWords
