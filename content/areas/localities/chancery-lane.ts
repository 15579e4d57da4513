import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Plumbers for Chancery Lane WC1V with a 20-minute target, day and night: barristers’ chambers, Holborn offices, top-floor flats. Ring us or book a time.',
  keywords: [
    'emergency plumber Chancery Lane',
    'plumber WC1V',
    'plumber barristers’ chambers',
    'plumber High Holborn',
    'office boiler repair Holborn',
  ],
  street: 'High Holborn',
  pitch:
    'In the Inns four floors can hang on one rising main. Where your landing has its own valve we shut that, and the clerks upstairs keep their water. Nights too.',
  sellingPoints: [
    '20-minute target for WC1V and the Inns on either side',
    'Quiet work before court sits, or after chambers empty',
    'Lead tails, post-war steel, and the joints between the two',
    'The gatehouse gets our name and number plate beforehand',
    'City & Guilds plumbers, Gas Safe engineers for the boiler',
  ],
  buildingsTitle: 'Behind panelling and suspended ceilings',
  buildings: [
    {
      kind: 'chambers',
      title: 'Staircases in the Inns',
      text: 'Gray’s Inn lost its hall to bombs in 1941 and rebuilt much of itself afterwards. A front that looks Georgian can have 1950s galvanised steel behind it.',
    },
    {
      kind: 'terrace',
      title: 'Bedford Row',
      text: 'Houses of the 18th century, now law offices. Tea points and toilets were added a floor at a time, the last on the longest waste with the least fall.',
    },
    {
      kind: 'office',
      title: 'Blocks on High Holborn',
      text: 'Fan coils hang over the desks, each with a tray and a small pump. A drip through a ceiling tile can be that tray and not a burst pipe.',
    },
    {
      kind: 'shop',
      title: 'Shops under Staple Inn',
      text: 'The timber front is of the 1580s; the waste behind a shop counter may be pumped. We strip the macerator, clear its blades and check the vent.',
    },
  ],
  specialists: [
    {
      id: 'chambers',
      title: 'Water in chambers, hearing at ten',
      text: 'Lincoln’s Inn and Gray’s Inn own the staircases and let the rooms on them. The riser is usually the Inn’s, the basin in your room perhaps yours: the lease draws the line. We stop the water first, then tell you which pipe failed, so that you know on which side it lies.',
      points: [
        'Briefs and carpets covered before a ceiling comes down',
        'If an old gate valve will not hold, we freeze the pipe and work behind the ice',
        'Overflowing cisterns: a new inlet valve, and the overflow followed to where it ends',
        'Pipes that knock during a conference: loose clips, worn washers, high pressure',
      ],
    },
    {
      id: 'top-floors',
      title: 'Flats at the top of the stairs',
      text: 'Lincoln’s Inn lets flats on its upper floors, and not every staircase has a lift. Up there pressure is at its lowest, and there may be a storage tank in the roof. We check ball valve, overflow and tank joints before blaming the shower.',
    },
  ],
  arrivalTitle: 'Through the gate with a tool bag',
  arrival: {
    parking:
      'Three authorities meet round Chancery Lane: Camden, Westminster and the City. Kerb rules change with them. We find a bay, pay for it and add it at cost.',
    congestion:
      'WC1V is all inside the congestion zone: weekdays from 7:00, Saturday, Sunday and bank holidays from 12:00, each time until 18:00. Outside those hours it adds nothing.',
    access:
      'Lincoln’s Inn staffs its gatehouse day and night. Give us the staircase, the floor and the door, and tell the gate that a plumber is expected.',
  },
  streets: [
    'High Holborn',
    'Chancery Lane',
    'Southampton Buildings',
    'Fulwood Place',
    'Warwick Court',
    'Brownlow Street',
    'Hand Court',
    'Bedford Row',
  ],
  questions: [
    {
      question: 'Water drips from the set above and they have gone home. Who opens?',
      answer:
        'Ring the gatehouse or the porter: they know who holds the keys. Until a door opens we look for the valve at the foot of the riser, which as a rule shuts only that staircase.',
    },
    {
      question: 'The office kitchen has no hot water. Is that the boiler?',
      answer:
        'Look under the sink: in offices it is often a small electric heater. We test the supply, thermostat, element and safety valve, and descale it if that is all it needs.',
    },
    {
      question: 'Can the repair wait until everybody has left?',
      answer:
        'If it can be made safe, yes. We isolate now and come back when you say. Evening rates differ from day rates, the night rate begins at 10PM, and you hear both first.',
    },
  ],
  nearby: ['bloomsbury', 'kings-cross', 'covent-garden', 'clerkenwell-proper'],
} satisfies LocalityWords
