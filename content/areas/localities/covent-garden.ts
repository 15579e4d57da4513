import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber for Covent Garden WC2E: market cellars, theatres, restaurants and the flats above them, 24 hours a day, with a 25-minute target.',
  keywords: ['emergency plumber Covent Garden', 'plumber WC2E', 'blocked drain Covent Garden', 'theatre plumber', 'restaurant plumber WC2'],
  street: 'Bow Street',
  pitch:
    'For Covent Garden’s theatres, kitchens and flats we stop the leak first, then plan the repair around your performance or your dinner service.',
  sellingPoints: [
    '25-minute target around the Piazza, day and night',
    'Pumped kitchen waste, gullies and grease traps',
    'Theatre washrooms: one stack dealt with at a time',
    '{lateCredit} off should we miss the arrival window we gave you',
    'Flats over shops, reached by the back stair',
  ],
  buildingsTitle: 'Market, theatre, house and flat',
  buildings: [
    {
      kind: 'market',
      title: 'The market building',
      text: 'Charles Fowler’s market of 1830 had its cellars opened up for the shops of 1980. A kitchen down there may have to lift its waste to the drain.',
    },
    {
      kind: 'institution',
      title: 'Playhouses',
      text: 'A theatre fills its lavatories in one interval and leaves them idle all morning. A slow stack shows at the lowest pan, below the stalls.',
    },
    {
      kind: 'terrace',
      title: 'Old houses, new floors',
      text: 'On King Street and Maiden Lane there are offices and flats over the shops. Lead may go in behind the panelling and come out upstairs as plastic.',
    },
    {
      kind: 'flats',
      title: 'Odhams Walk',
      text: 'The GLC’s stepped flats on Long Acre, in WC2H, put one patio over the next ceiling. We tell rain from pipe before either is opened.',
    },
  ],
  specialists: [
    {
      id: 'theatres',
      title: 'Before the curtain',
      text: 'The Royal Opera House stands on Bow Street, in a theatre opened in 1858; the Lyceum is on Wellington Street, the Theatre Royal, Drury Lane, a street away. Tell us what must stay on: dressing rooms, bars or foyer.',
      points: [
        'Domestic water isolated; drencher and hydrant mains left alone',
        'Dressing-room showers: mixing valve, waste, hot water return',
        'Bar sinks and glasswashers unblocked before the interval orders',
      ],
    },
    {
      id: 'market-kitchens',
      title: 'Cooking where fruit was sold',
      text: 'The wholesale market left for Nine Elms in 1974 and its hall reopened with shops and restaurants in 1980. The building is listed, so the drain tends to stay where it is and the kitchen has to suit it.',
      points: [
        'The whole run cleared with water jet or rods, not one hole through the fat',
        'Lifting pumps opened, cleared and tried before we pack up',
        'A written note if the grease trap is too small for the kitchen',
      ],
    },
  ],
  arrivalTitle: 'On foot for the last stretch',
  arrival: {
    parking:
      'The Piazza and James Street are for people on foot, and other streets close to traffic for part of the day. We pay at the nearest open bay and carry the tools in.',
    congestion:
      'WC2E is well inside the zone. From 7:00 to 18:00 on weekdays, and from 12:00 to 18:00 at weekends, a visit by van carries TfL’s charge, at cost.',
    access:
      'Say which: stage door, service yard or street door. They may be on different streets. If your security needs the engineer’s name, ask when you ring.',
  },
  streets: [
    'Long Acre',
    'Bow Street',
    'Wellington Street',
    'Henrietta Street',
    'King Street',
    'Maiden Lane',
    'Floral Street',
    'Southampton Street',
  ],
  questions: [
    {
      question: 'What do we close when sewage rises in the stalls an hour before the show?',
      answer:
        'Close everything on that stack, the floors above included, and stop the bar sinks that drain into it. Ring us and keep the front-of-house manager by the phone: we need to know which pans rose first.',
    },
    {
      question: 'Why is the sink slow again when the grease trap was emptied last month?',
      answer:
        'A dishwasher run through the trap sends hot detergent and fat straight past it, to set further along. We clear the line, show you where it had set, and say whether trap or pipework is to blame.',
    },
    {
      question: 'Who clears the drain once it is under the street?',
      answer:
        'The sewer, and most drains beyond your boundary, are Thames Water’s. Inside it, a drain that serves only you is yours. If the blockage is on their side we tell you how far out it is, and stop.',
    },
  ],
  nearby: ['tottenham-court-road', 'bloomsbury', 'chancery-lane'],
} satisfies LocalityWords
