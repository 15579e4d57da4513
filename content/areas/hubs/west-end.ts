import type { HubWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers across the West End, W1 and WC2: homes, shops, kitchens, theatres and offices, with a 25-minute target on all seven days.',
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
    'After 10PM the night rate, told to you before work starts',
    'Congestion charge and parking billed at what they cost us',
    'City & Guilds plumbers and Gas Safe engineers on one number',
    '£2M public liability cover, for the managing agent’s file',
  ],
  areasTitle: 'Six places, each with its own pipework',
  lines: {
    fitzrovia: 'Adam’s stone round Fitzroy Square, old workshops full of studios, and kitchens a flight of steps below Charlotte Street.',
    'oxford-street': 'Big shops with offices on top and pumps at the bottom, on a street mostly closed to vans by day.',
    'regent-street': 'Stone blocks of the 1900s to the 1920s on Crown land, then the flats and institutes of Portland Place.',
    'tottenham-court-road': 'Deep shops and offices on raised floors, with a hospital at one end and a tower of flats at the other.',
    marylebone: 'Red-brick mansion flats, mews on stable drains, and town houses cut up into consulting rooms.',
    'covent-garden': 'A market hall with kitchens in its cellars, playhouses round it, and homes up the back stairs.',
  },
  specialists: [
    {
      id: 'estates',
      title: 'Whose pipe under whose lease?',
      text: 'Howard de Walden and Portman own much of Marylebone, the Crown Estate nearly all of Regent Street, Grosvenor a good part of Mayfair. Between the freeholder and you there may be a head lease and an agent: tell us whom to ring.',
      points: [
        'Your own branch is shut first, the shared riser only if it must be',
        'Your agent gets a note: what failed, where, and which valve is shut',
        'Anything beyond making safe waits until somebody has agreed the price',
      ],
    },
    {
      id: 'kitchens-and-theatres',
      title: 'Trades that live by the evening',
      text: 'Soho and Covent Garden cook in basements, and the theatres of Shaftesbury Avenue fill at the same hour. Tell us what time the doors open.',
      points: [
        'Floor gullies and grease traps cleared between lunch and dinner',
        'A foul leak above food: shut, caught and cleaned down before repair',
        'One washroom left in use while its twin is taken apart',
      ],
    },
    {
      id: 'homes',
      title: 'Homes over and behind',
      text: 'People live here above shops, in mews, in mansion blocks and in council and Peabody flats. Gravity tanks, boosted mains and shared boilers can be found in one street.',
      points: [
        'Tank, booster or mains: we find out which before a valve is ordered',
        'Cast-iron stacks cut and joined with couplings made for iron',
        'No hot water in a serviced block: flat or plant room, told apart',
      ],
    },
  ],
  questions: [
    {
      question: 'Do you come to Soho and Mayfair as well?',
      answer:
        'Yes: W1D and W1F in Soho, W1J, W1K and W1S in Mayfair, W1G, W1H and W1W around Marylebone. They have no page of their own here, but the same target applies.',
    },
    {
      question: 'Will the congestion charge be on my bill?',
      answer:
        'In TfL’s hours, at cost: all six places on this page are inside the zone. Edgware Road, Park Lane, Marylebone Road and Euston Road are its edge here and carry no charge. After 18:00 nobody pays it.',
    },
    {
      question: 'The ceiling is bulging and it is two in the morning. What can I do until you come?',
      answer:
        'Shut the stopcock, or ask the porter to. If water is near a light, switch that circuit off, with dry hands, at a dry fuse board. Keep out from under the bulge and ring us.',
    },
    {
      question: 'There is a smell of gas in the building. Is that a job for you?',
      answer:
        'Not to begin with. Leave, touch no switch, and ring National Gas Emergency on 0800 111 999. When they have made it safe, our Gas Safe engineer can repair the boiler or the pipe on your side of the meter.',
    },
  ],
} satisfies HubWords
