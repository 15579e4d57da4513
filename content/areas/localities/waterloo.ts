import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Waterloo emergency plumbers, SE1: 25-minute target at any hour. Roupell Street terraces, Lower Marsh kitchens, South Bank venues. Book online or ring.',
  keywords: ['emergency plumber Waterloo', 'plumber Lower Marsh', 'plumber SE1 Lambeth', 'boiler repair Waterloo', 'plumber South Bank'],
  street: 'Lower Marsh',
  pitch:
    'Brick terraces begun in the 1820s and a concert hall of 1951 share this corner of SE1. We come to either at any hour, with a Gas Safe engineer for the boiler.',
  sellingPoints: [
    '25-minute target on the Lambeth side of SE1',
    'Small houses: tanks, lead tails and yard drains put right',
    'Theatre bars and washrooms mended while the house is empty',
    'Café drains rodded when the café is shut',
    'Boilers that lock out: Gas Safe help on Sundays and nights too',
  ],
  buildingsTitle: 'Low houses, deep halls',
  buildings: [
    {
      kind: 'terrace',
      title: 'Roupell Street',
      text: 'Small brick houses under a zigzag of roofs. Leaves in a gutter outlet send rain indoors, and on the bedroom ceiling it looks like a burst pipe.',
    },
    {
      kind: 'shop',
      title: 'Lower Marsh',
      text: 'Cafés below, flats above, market stalls in front. Fat from one kitchen can close the yard drain while the flats upstairs go on pouring into it.',
    },
    {
      kind: 'institution',
      title: 'South Bank halls',
      text: 'The Festival Hall opened in 1951, the National Theatre in 1976. In halls of that size the taps are far from the plant, and hot water depends on a return pump.',
    },
    {
      kind: 'tower',
      title: 'Round the Shell tower',
      text: 'New blocks of flats and offices stand about it. Cold water is boosted, heat usually comes through an interface unit, and both sit behind a locked riser door.',
    },
  ],
  specialists: [
    {
      id: 'georgian-homes',
      title: 'In the low terraces',
      text: 'Roupell Street, Theed Street and Whittlesey Street make up a conservation area. Bathrooms in such houses went into additions at the back, on drains laid shallow across the yard, and where the supply is still lead the stopcock may not have turned for years.',
      points: [
        'The valve in the pavement found before a seized stopcock is touched',
        'Yard gullies emptied to the bend, then rodded through to the sewer',
        'A loft tank, where there still is one: ball valve, overflow and lid',
      ],
    },
    {
      id: 'transport-hub',
      title: 'Around and under the station',
      text: 'Waterloo station, rebuilt by 1922, stands on brick vaults, and Leake Street runs straight through them. A bar or a workshop in a vault has hardly an outside wall: wastes may have to be pumped, and condensation can look like a leak until the pipe is tested.',
      points: [
        'Macerators and sump pumps stripped, cleared and run under load',
        'Work fitted between deliveries and closing time',
        'Railway drains reported to your landlord, and not opened by us',
      ],
    },
  ],
  arrivalTitle: 'Lambeth kerbs, and a few of Southwark’s',
  arrival: {
    parking:
      'Waterloo is Lambeth’s; at the far end of The Cut the bays become Southwark’s. We read the plate, pay for the hour and pass on the receipt. Lower Marsh has a market.',
    congestion:
      'The zone takes in the station, Lower Marsh and the South Bank. A visit bears the charge between 7:00 and 18:00 on weekdays, and from 12:00 at weekends and on bank holidays.',
    access:
      'Say if you are by the station, by St Thomas’ or on the river, because the tracks cut Waterloo in pieces. For a theatre we want the stage door; over a shop, which bell to ring.',
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
      question: 'Is it rain or a burst that wets our top ceiling?',
      answer:
        'Shut the stopcock, and the valve from the loft tank if there is one. If the drip slows, it is plumbing. If it comes and goes with the rain, it is the roof or gutter: a roofer’s work.',
    },
    {
      question: 'A washroom floods an hour before curtain up. Can any of it open?',
      answer:
        'Often, yes. If the branch has its own valve we shut it, cap the fault and give you back the rest. The proper repair follows when the audience has gone home.',
    },
    {
      question: 'There is a smell of gas in the flat. Should I ring you?',
      answer:
        'Not yet. Open the windows, touch no switch, go outside and ring the National Gas Emergency line, 0800 111 999. Once they have made it safe, we repair your pipe or boiler.',
    },
  ],
  nearby: ['southwark', 'elephant-castle', 'covent-garden'],
} satisfies LocalityWords
