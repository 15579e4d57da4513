import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Burst pipe, blocked drain or no heating in Spitalfields E1? Plumbers for silk weavers’ houses, market kitchens and flats: a 30-minute target, day or night.',
  keywords: [
    'emergency plumber Spitalfields',
    'plumber Brick Lane',
    'lead pipe repair E1',
    'boiler repair Spitalfields',
    'restaurant drain unblocking E1',
  ],
  street: 'Fournier St',
  pitch:
    'Fournier Street went up in the 1720s and has been replumbed ever since. Our Gas Safe engineers fix lead pipes in Spitalfields cellars and combis in attics.',
  sellingPoints: [
    '30-minute target anywhere in Spitalfields, 24/7',
    'Lead coupled to new pipe without a flame',
    'Brick Lane and market kitchens: drains, traps, hot water',
    'Boilers in attics and basements repaired by Gas Safe engineers',
    'You agree the price before we start work',
  ],
  buildingsTitle: 'Spitalfields homes, market and brewery',
  buildings: [
    {
      kind: 'terrace',
      title: 'Silk weavers’ houses',
      text: 'Fournier, Princelet and Elder Streets are mostly from the 1720s. Pipes run behind panelling and along joists, so a leak in the attic can show two floors down.',
    },
    {
      kind: 'market',
      title: 'Old Spitalfields Market',
      text: 'It’s late Victorian, built for fruit and vegetables. Restaurants cook there now, and fat sets in long shared drains that no single kitchen can reach.',
    },
    {
      kind: 'warehouse',
      title: 'The old Truman brewery',
      text: 'Brewing ended in the late 1980s. Studios, shops and bars moved in, with sinks far from any stack, wastes with little fall and valves no one has mapped.',
    },
    {
      kind: 'flats',
      title: 'The first Peabody block',
      text: 'It opened in 1864 on the corner of Folgate Street, with shared WCs off the stairs. Private bathrooms came later, squeezed in wherever there was a stack.',
    },
  ],
  specialists: [
    {
      id: 'georgian-houses',
      title: 'Leaks in panelled houses',
      text: 'Many of these houses are listed, and the panelling is older than the pipes. We turn off one branch at a time and pressure-test it. We only lift a board once we know which length leaks.',
      points: [
        'No blowlamp near panelling: old pipe is joined with mechanical couplings',
        'A seized stopcock is freed before it’s turned, so the spindle doesn’t snap',
        'Boards lifted along their old cuts, numbered, and put back in order',
        'If the permanent repair may need listed building consent, we make the pipe safe and tell you',
      ],
    },
    {
      id: 'restaurant-kitchens',
      title: 'Blocked drains in restaurant kitchens',
      text: 'We clear the branch first so you can get back to cooking. Then we find the cause: fat, rice, a broken clay pipe, or the restaurant next door on the same drain.',
      points: [
        'Grease trap opened: once it’s full, fat goes straight down the line',
        'Dishwasher inlet checked for backflow protection',
        'No hot water at the pot wash: we check the heater, mixing valve and pump',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in Spitalfields',
  arrival: {
    parking:
      'Commercial Street is a red route, and Sunday stalls fill Brick Lane and Middlesex Street. We use the nearest legal bay and add the fee to your bill at cost.',
    congestion:
      'Commercial Street is the edge of the zone. The market and Elder Street are inside it; Fournier Street and Brick Lane are outside, so there’s no charge there.',
    access:
      'With a shop below and flats above, the stopcock is often in a cellar that only the shop can open. Please find out who has the key while we’re on our way.',
  },
  streets: [
    'Commercial Street',
    'Brick Lane',
    'Fournier Street',
    'Princelet Street',
    'Hanbury Street',
    'Wilkes Street',
    'Elder Street',
    'Folgate Street',
    'Wentworth Street',
  ],
  questions: [
    {
      question: 'The lead pipe into my cellar is leaking. Repair or replace?',
      answer:
        'We cut out the bad length and join new plastic to sound lead. Plan to replace the rest: the pipe inside your boundary is yours, and the one in the street belongs to Thames Water.',
    },
    {
      question: 'A brown stain is spreading on old panelling. What should I do first?',
      answer:
        'Turn off the stopcock, or the valve under the tank if that feeds the tap above. If the stain still grows with the water off, it may be a waste pipe, the heating or rain.',
    },
    {
      question: 'My boiler loses pressure every week. Is it the boiler?',
      answer:
        'Not always. We isolate the boiler and watch the gauge. If the pressure holds, the leak is in the pipes or radiators. If it drops, we check the expansion vessel and relief valve.',
    },
  ],
  nearby: ['whitechapel', 'shoreditch', 'liverpool-street', 'bethnal-green'],
} satisfies LocalityWords
