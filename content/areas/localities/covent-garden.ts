import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber for Covent Garden WC2E: market cellars, theatres, restaurants and the flats above them, 24 hours a day, with a 25-minute target.',
  keywords: ['emergency plumber Covent Garden', 'plumber WC2E', 'blocked drain Covent Garden', 'theatre plumber', 'restaurant plumber WC2'],
  street: 'Bow Street',
  pitch:
    'In Covent Garden’s theatres, kitchens and flats we stop the leak first, then plan the repair around your performance or dinner service.',
  sellingPoints: [
    '25-minute target around the Piazza, day and night',
    'Pumped kitchen waste, gullies and grease traps',
    'Theatre toilets shut a stack at a time',
    '{lateCredit} off if we miss your arrival window in WC2E',
    'Flats over shops, reached by the back stairs',
  ],
  buildingsTitle: 'Plumbing in Covent Garden’s market, theatres and flats',
  buildings: [
    {
      kind: 'market',
      title: 'The market building',
      text: 'The cellars of Charles Fowler’s 1830 market were opened up for shops in 1980. A kitchen down there may have to pump its waste up to the drain.',
    },
    {
      kind: 'institution',
      title: 'Theatres',
      text: 'A theatre’s toilets are packed in the interval and idle all morning. A slow stack shows at the lowest toilet, below the stalls.',
    },
    {
      kind: 'terrace',
      title: 'Old houses, new floors',
      text: 'On King Street and Maiden Lane there are offices and flats over the shops. Pipes may go behind the panelling in lead and come out in plastic.',
    },
    {
      kind: 'flats',
      title: 'Odhams Walk',
      text: 'The GLC’s stepped flats on Long Acre, in WC2H, have patios over the rooms below. We find out whether it’s rain or a pipe before opening anything.',
    },
  ],
  specialists: [
    {
      id: 'theatres',
      title: 'Theatre plumbing before curtain-up',
      text: 'The Royal Opera House is on Bow Street, in a theatre opened in 1858. The Lyceum is on Wellington Street, and the Theatre Royal, Drury Lane, a street away. Tell us what has to stay on: dressing rooms, bars or foyer.',
      points: [
        'Domestic water isolated; drencher and hydrant mains left alone',
        'Dressing-room showers: mixing valve, waste and hot water return',
        'Bar sinks and glasswashers unblocked before the interval',
      ],
    },
    {
      id: 'market-kitchens',
      title: 'Restaurants in the old market',
      text: 'The wholesale market left for Nine Elms in 1974, and its hall reopened with shops and restaurants in 1980. The building is listed, so the drain tends to stay put and the kitchen has to suit it.',
      points: [
        'The whole run cleared by jet or rods, not just a hole through the fat',
        'Waste pumps opened, cleared and tested before we leave',
        'A written note if your grease trap is too small for the kitchen',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in WC2E',
  arrival: {
    parking:
      'The Piazza and James Street are pedestrianised, and nearby streets are closed for part of the day. We pay for the nearest bay we can use and carry the tools in.',
    congestion: 'WC2E is well inside the zone. From 7am to 6pm on weekdays, and noon to 6pm at weekends, we add the charge at cost.',
    access:
      'Stage door, service yard or street door? They may be on different streets, so tell us which. If your security team needs the engineer’s name, ask when you call.',
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
      question: 'Sewage is coming up in the stalls an hour before the show. What do we close?',
      answer:
        'Everything on that stack, including the floors above, and the bar sinks that drain into it. Call us and keep the front-of-house manager by the phone: we need to know which toilets backed up first.',
    },
    {
      question: 'Why is the sink slow again when the grease trap was emptied last month?',
      answer:
        'A dishwasher plumbed into the trap flushes hot detergent and fat straight through it, and the fat sets further along. We clear the line, show you where the fat had set, and tell you whether the trap or the pipe is to blame.',
    },
    {
      question: 'Who clears the drain once it’s under the street?',
      answer:
        'The sewer, and most drains beyond your boundary, belong to Thames Water. On your side, one that serves only you is yours. If the blockage is on their side, we tell you how far out it is, and stop.',
    },
  ],
  nearby: ['tottenham-court-road', 'bloomsbury', 'chancery-lane'],
} satisfies LocalityWords
