import type { HubWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers across the West End, W1 and WC2: homes, shops, kitchens, theatres and offices, with a 25-minute target, seven days a week.',
  keywords: [
    'emergency plumber West End',
    'plumber W1',
    'plumber WC2',
    '24 hour plumber Soho',
    'boiler repair Mayfair',
    'blocked drain West End',
  ],
  pitch:
    'Much of the West End belongs to old estates and is let by the floor. We stop the water first, then find out whose pipe it was and put it in writing.',
  sellingPoints: [
    '25-minute target throughout W1 and WC2',
    'Night rate from 10pm, agreed before we start',
    'Congestion Charge and parking added at cost',
    'City & Guilds plumbers and Gas Safe engineers on one number',
    '£2M public liability cover, for your managing agent’s file',
  ],
  areasTitle: 'Plumbers across the West End',
  lines: {
    fitzrovia: 'Adam’s stone round Fitzroy Square, workshops turned studios, and basement kitchens on Charlotte Street.',
    'oxford-street': 'Big shops with offices above and pumps below, on a street mostly closed to vans by day.',
    'regent-street': 'Stone blocks from the 1900s to 1920s on Crown land, then the flats and institutes of Portland Place.',
    'tottenham-court-road': 'Deep shops, offices with raised floors, a hospital at one end and a tower of flats at the other.',
    marylebone: 'Red-brick mansion flats, mews built as stables, and town houses split into consulting rooms.',
    'covent-garden': 'A market hall with kitchens in its cellars, theatres round it, and homes up the back stairs.',
  },
  specialists: [
    {
      id: 'estates',
      title: 'Leasehold flats and offices: whose pipe is it?',
      text: 'Howard de Walden and Portman own much of Marylebone, the Crown Estate nearly all of Regent Street, and Grosvenor a good part of Mayfair. Between you and the freeholder there may be a head lease and an agent, so tell us who to call.',
      points: [
        'Your own branch first; the shared riser only if we have to',
        'Your agent gets a note: what failed, where, and which valve is off',
        'Anything beyond making safe waits until you’ve agreed the price',
      ],
    },
    {
      id: 'kitchens-and-theatres',
      title: 'Restaurants and theatres',
      text: 'In Soho and Covent Garden the kitchens are in basements, and they’re busiest just as the theatres on Shaftesbury Avenue fill up. Tell us when you open.',
      points: [
        'Floor gullies and grease traps cleared between lunch and dinner',
        'Foul leak above food: stopped, caught and cleaned up before the repair',
        'One washroom kept open while we work on the other',
      ],
    },
    {
      id: 'homes',
      title: 'West End homes',
      text: 'People live here above shops, in mews, in mansion blocks and in council and Peabody flats. You can find gravity tanks, boosted mains and shared boilers in the same street.',
      points: [
        'Tank, booster or mains: we find out before ordering a valve',
        'Cast-iron stacks cut and joined with the right couplings',
        'No hot water in a serviced block: is it your flat or the plant room?',
      ],
    },
  ],
  questions: [
    {
      question: 'Do you cover Soho and Mayfair?',
      answer:
        'Yes: W1D and W1F in Soho, W1J, W1K and W1S in Mayfair, and W1G, W1H and W1W around Marylebone. They don’t have their own pages, but the same target applies.',
    },
    {
      question: 'Is the West End in the congestion zone?',
      answer:
        'Yes: all six places here are inside it, and in TfL’s hours we add the charge at cost. Edgware Road, Park Lane, Marylebone Road and Euston Road, on its edge, are free. After 6pm there’s no charge.',
    },
    {
      question: 'My ceiling is bulging at 2am. What can I do until you get here?',
      answer:
        'Turn off the stopcock, or ask the porter to. If water’s near a light, switch that circuit off, with dry hands, at a dry fuse board. Keep clear of the bulge and call us.',
    },
    {
      question: 'I can smell gas in the building. Should I call you?',
      answer:
        'No: leave, don’t touch any switches and call the National Gas Emergency Service on 0800 111 999. Once it’s safe, our Gas Safe engineer can repair the boiler or the pipe on your side of the meter.',
    },
  ],
} satisfies HubWords
