import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Bunhill Fields plumbers, EC1Y: 15-minute target, day and night. Peabody and council flats, City Road offices, Whitecross Street kitchens. Ring us or book.',
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
    'Peabody’s blocks, a council tower and City Road’s offices stand close about the old burial ground. Whichever door is yours, you hear the price before the work begins.',
  sellingPoints: [
    '15-minute target in EC1Y, the shortest we state',
    'Shared stacks cleared from the landing or the court',
    'The estate’s pipe told apart from yours',
    'Office leaks looked at while the desks are empty',
    'Grease traps and drains of Whitecross Street kitchens',
  ],
  buildingsTitle: 'What looks over the burial ground',
  buildings: [
    {
      kind: 'flats',
      title: 'Peabody, Whitecross Street',
      text: 'Built in 1883 with sinks and lavatories shared on the landings. Kitchens and bathrooms were fitted in later, and their wastes had to find the old stacks.',
    },
    {
      kind: 'tower',
      title: 'Braithwaite House',
      text: 'A council tower on Bunhill Row. Flats above one another share a soil stack, and a blockage comes back at the lowest fitting above it, seldom at the culprit’s.',
    },
    {
      kind: 'office',
      title: 'Offices on City Road',
      text: 'Washrooms at the core, a canteen at the top, plant under the pavement. The cleaner finds the leak at five in the morning, and may ring us then.',
    },
    {
      kind: 'shop',
      title: 'Whitecross Street',
      text: 'Food stalls on weekdays, and shops with flats above them behind the stalls. Grease from small kitchens meets drains that were laid for households.',
    },
  ],
  specialists: [
    {
      id: 'social-housing',
      title: 'Blocks with a letter on them',
      text: 'Peabody’s blocks stand on both sides of Whitecross Street, lettered, round courts. Bathrooms were fitted long after the walls were built, so two stairs may be piped differently.',
      points: [
        'Peabody or council tenant: tell your landlord too, the stack is normally theirs',
        'No flushing up the stair while a stack is open, so that no floor takes the load',
        'Lead and iron left in the wall joined to copper with the right coupling',
        'Neighbours on the stair told before their water goes off, and when it is back',
      ],
    },
    {
      id: 'barbican-edge',
      title: 'Across Golden Lane',
      text: 'Golden Lane Estate, and over the line in EC2Y the Barbican, are the City Corporation’s. Ducts and risers are its affair; a leaseholder’s taps, traps and cylinder are usually the leaseholder’s.',
      points: [
        'A Barbican kitchen may have its Garchey sink; that pipework is the Corporation’s',
        'Barbican floors are warmed by electric cable, so a wet floor is some other pipe',
        'Locked ducts opened through the estate office, never forced',
      ],
    },
  ],
  arrivalTitle: 'Finding your court or your lobby',
  arrival: {
    parking:
      'City Road has no room for a van, and the market has Whitecross Street on weekdays. We try for an Islington bay in Bunhill Row or Dufferin Street and bring the tools on foot.',
    congestion:
      'EC1Y is inside the zone from end to end: City Road is its boundary only north of the Old Street junction. In charging hours we pass the charge on and add nothing.',
    access:
      'Both Peabody estates, Whitecross and Roscoe Street, letter their blocks: say estate, block and flat, and the gate code. For an office, leave our name with security.',
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
      question: 'Is the 15-minute target real in the middle of a weekday?',
      answer:
        'It’s what we aim for in EC1Y, not a promise. You get an arrival window when you ring, and if we miss the window {lateCredit} comes off the bill.',
    },
    {
      question: 'When the neighbours pull their plug, dirty water rises in my bath. What is blocked?',
      answer:
        'The stack below you both, and your bath is the lowest way out. Ask them to run nothing, run nothing yourself, and ring. We clear it and note how far down it was.',
    },
    {
      question: 'There is no hot water in my estate flat. Is it your job or the landlord’s?',
      answer:
        'If a cylinder or boiler in the flat makes it, and your lease leaves that to you, it is ours. If it comes from shared plant, the landlord has to act; we look and tell you which.',
    },
  ],
  nearby: ['old-street', 'finsbury', 'shoreditch', 'liverpool-street'],
} satisfies LocalityWords
