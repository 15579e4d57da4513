import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Waterloo emergency plumbers, SE1: 25-minute target at any hour. Roupell Street terraces, Lower Marsh kitchens, South Bank venues. Book online or call.',
  keywords: ['emergency plumber Waterloo', 'plumber Lower Marsh', 'plumber SE1 Lambeth', 'boiler repair Waterloo', 'plumber South Bank'],
  street: 'Lower Marsh',
  pitch:
    'This corner of SE1 has brick terraces begun in the 1820s and a concert hall of 1951. We cover both at any hour, with Gas Safe engineers for the boiler.',
  sellingPoints: [
    '25-minute target on the Lambeth side of SE1',
    'Small houses: tanks, lead pipes and yard drains repaired',
    'Theatre bars and washrooms fixed while the house is empty',
    'Café drains rodded after closing',
    'Boiler locked out? Gas Safe help at night and on Sundays too',
  ],
  buildingsTitle: 'Plumbing in Waterloo’s houses, cafés and halls',
  buildings: [
    {
      kind: 'terrace',
      title: 'Roupell Street',
      text: 'These are small brick houses under a zigzag of roofs. Leaves in a gutter outlet send rain indoors, and on a bedroom ceiling it looks like a burst pipe.',
    },
    {
      kind: 'shop',
      title: 'Lower Marsh',
      text: 'It has cafés below, flats above and market stalls in front. Fat from one kitchen can block the yard drain while the flats upstairs keep filling it.',
    },
    {
      kind: 'institution',
      title: 'South Bank halls',
      text: 'The Festival Hall opened in 1951 and the National Theatre in 1976. In halls that size the taps are far from the plant, so hot water needs a return pump.',
    },
    {
      kind: 'tower',
      title: 'Round the Shell tower',
      text: 'New blocks of flats and offices surround it. Cold water is boosted, heat usually comes through an interface unit, and both are behind a locked riser door.',
    },
  ],
  specialists: [
    {
      id: 'georgian-homes',
      title: 'Terraces round Roupell Street',
      text: 'Roupell, Theed and Whittlesey Streets form a conservation area. Bathrooms in houses like these went into rear additions, on shallow drains across the yard. If the supply is still lead, the stopcock may not have been turned for years.',
      points: [
        'We find the valve in the pavement before touching a seized stopcock',
        'Yard gullies emptied to the bend, then rodded through to the sewer',
        'Loft tank, if there still is one: ball valve, overflow and lid checked',
      ],
    },
    {
      id: 'transport-hub',
      title: 'Arches and vaults under the station',
      text: 'Waterloo station, rebuilt by 1922, sits on brick vaults, and Leake Street runs straight through them. A bar or workshop in a vault has few outside walls. Wastes may need a pump, and condensation can look like a leak until we test the pipe.',
      points: [
        'Macerators and sump pumps stripped, cleared and run under load',
        'Work fitted in between deliveries and closing time',
        'Railway drains reported to your landlord; we don’t open them',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in Waterloo',
  arrival: {
    parking:
      'Waterloo is in Lambeth; at the far end of The Cut the bays belong to Southwark. We pay for parking and add it at cost. Market stalls fill Lower Marsh.',
    congestion:
      'The station, Lower Marsh and the South Bank are in the zone. The charge applies from 7am to 6pm on weekdays, and noon to 6pm at weekends and on bank holidays.',
    access:
      'Tell us if you’re by the station, by St Thomas’ or on the river, because the tracks divide Waterloo. We also need to know which stage door or bell to use.',
  },
  streets: [
    'Lower Marsh',
    'The Cut',
    'Waterloo Road',
    'Roupell Street',
    'Theed Street',
    'York Road',
    'Westminster Bridge Road',
    'Upper Ground',
    'Cornwall Road',
  ],
  questions: [
    {
      question: 'Is it rain or a burst pipe coming through my top-floor ceiling?',
      answer:
        'Turn off the stopcock, and the valve from the loft tank if you have one. If the drip slows, it’s plumbing. If it comes and goes with the rain, it’s the roof or gutter, so call a roofer.',
    },
    {
      question: 'A washroom floods an hour before curtain-up. Can any of it stay open?',
      answer:
        'Often, yes. If the branch has its own valve we turn it off, cap the pipe and turn the rest back on. We’ll do the full repair once the audience has gone home.',
    },
    {
      question: 'I can smell gas in my flat. Should I call you?',
      answer:
        'Not yet. Open the windows, don’t touch any switches, go outside and call the National Gas Emergency Service on 0800 111 999. Once they’ve made it safe, we can repair your pipe or boiler.',
    },
  ],
  nearby: ['southwark', 'elephant-castle', 'covent-garden'],
} satisfies LocalityWords
