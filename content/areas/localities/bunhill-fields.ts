import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Bunhill Fields plumbers, EC1Y: 15-minute target, day and night. Peabody and council flats, City Road offices, Whitecross Street kitchens. Call or book.',
  keywords: [
    'emergency plumber Bunhill Fields',
    'plumber EC1Y',
    'plumber Whitecross Street',
    'plumber Bunhill Row',
    'blocked stack EC1Y',
    'plumber near Barbican',
  ],
  street: 'Bunhill Row',
  pitch:
    'Peabody’s blocks, a council tower and City Road’s offices are packed round the old burial ground. Whichever is yours, you’ll know the price before work starts.',
  sellingPoints: [
    '15-minute target in EC1Y, our fastest',
    'Shared stacks cleared from the landing or courtyard',
    'We tell you which pipes are yours and which are the estate’s',
    'Out-of-hours visits for offices',
    'Grease traps and drains in Whitecross Street kitchens',
  ],
  buildingsTitle: 'Plumbing in Bunhill’s flats, offices and kitchens',
  buildings: [
    {
      kind: 'flats',
      title: 'Peabody, Whitecross Street',
      text: 'The blocks were built in 1883 with shared sinks and lavatories on the landings. Kitchens and bathrooms came later, with wastes squeezed on to the old stacks.',
    },
    {
      kind: 'tower',
      title: 'Braithwaite House',
      text: 'This is a council tower on Bunhill Row. Flats above one another share a soil stack, and a blockage backs up into the lowest flat above it, rarely the one that caused it.',
    },
    {
      kind: 'office',
      title: 'Offices on City Road',
      text: 'These offices have washrooms in the core, a canteen on the top floor and plant under the pavement. If your cleaner finds a leak at 5am, we’re open.',
    },
    {
      kind: 'shop',
      title: 'Whitecross Street',
      text: 'There are food stalls on weekdays, with shops and flats behind them. Grease from small kitchens goes into drains that were laid for homes.',
    },
  ],
  specialists: [
    {
      id: 'social-housing',
      title: 'Peabody flats on Whitecross Street',
      text: 'Peabody’s lettered blocks are set round courtyards on both sides of Whitecross Street. Bathrooms were fitted long after the walls were built, so two staircases may be piped differently.',
      points: [
        'Peabody or council tenant? Tell your landlord too, as the stack is normally theirs',
        'No flushing upstairs while a stack is open, so no one’s flat floods',
        'Old lead and iron in the wall joined to copper with the right coupling',
        'We tell your neighbours before their water goes off, and when it’s back',
      ],
    },
    {
      id: 'barbican-edge',
      title: 'Golden Lane and the Barbican',
      text: 'Golden Lane Estate, and the Barbican just over the boundary in EC2Y, belong to the City Corporation. It looks after ducts and risers; a leaseholder’s taps, traps and cylinder are usually the leaseholder’s.',
      points: [
        'A Barbican kitchen may have a Garchey sink, whose pipes belong to the Corporation',
        'Barbican floors are warmed by electric cable, so a wet floor isn’t a heating leak',
        'Locked ducts opened by the estate office, never forced',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in EC1Y',
  arrival: {
    parking:
      'There’s no room for a van on City Road, and the market fills Whitecross Street on weekdays. We try for an Islington bay in Bunhill Row or Dufferin Street and walk from there.',
    congestion:
      'EC1Y is all inside the zone: City Road is its edge only north of the Old Street junction. During charging hours we pass the charge on at cost.',
    access:
      'Both Peabody estates, Whitecross and Roscoe Street, letter their blocks, so give us the estate, block, flat and gate code. For an office, leave our name with security.',
  },
  streets: [
    'Bunhill Row',
    'City Road',
    'Whitecross Street',
    'Errol Street',
    'Dufferin Street',
    'Featherstone Street',
    'Chiswell Street',
    'Golden Lane',
  ],
  questions: [
    {
      question: 'Can you really be here in 15 minutes on a weekday?',
      answer:
        'It’s our target in EC1Y, not a promise. What we promise is the arrival window you get when you call or book: {lateCredit} off if we miss it.',
    },
    {
      question: 'Why does dirty water rise in my bath when the neighbours empty theirs?',
      answer:
        'The stack below you both is blocked, and your bath is the lowest way out. Ask them not to run any water, don’t run any yourself, and call us. We clear it and note how far down it was.',
    },
    {
      question: 'I’ve no hot water in my estate flat. Is it your job or the landlord’s?',
      answer:
        'If it’s made in your flat by a cylinder or boiler that’s yours under the lease, we can fix it. If it comes from shared plant, the landlord has to act. We’ll tell you which.',
    },
  ],
  nearby: ['old-street', 'finsbury', 'shoreditch', 'liverpool-street'],
} satisfies LocalityWords
