import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Plumbers for Chancery Lane WC1V with a 20-minute target, day and night: barristers’ chambers, Holborn offices, top-floor flats. Call us or book a time.',
  keywords: [
    'emergency plumber Chancery Lane',
    'plumber WC1V',
    'plumber barristers’ chambers',
    'plumber High Holborn',
    'office boiler repair Holborn',
  ],
  street: 'High Holborn',
  pitch:
    'In the Inns, four floors can share one rising main. If your landing has its own valve we turn off just that, and the clerks upstairs keep their water. We work nights too.',
  sellingPoints: [
    '20-minute target for WC1V and the Inns on either side',
    'Quiet work before court sits, or after chambers empty',
    'Lead pipes, post-war steel and the joints between them',
    'We give the gatehouse our name and van registration first',
    'City & Guilds plumbers, Gas Safe engineers for the boiler',
  ],
  buildingsTitle: 'Plumbing in chambers, offices and shops',
  buildings: [
    {
      kind: 'chambers',
      title: 'Staircases in the Inns',
      text: 'Gray’s Inn lost its hall to bombs in 1941 and was largely rebuilt afterwards. A front that looks Georgian can have 1950s galvanised steel behind it.',
    },
    {
      kind: 'terrace',
      title: 'Bedford Row',
      text: 'These 18th-century houses are now lawyers’ offices. Tea points and toilets were added a floor at a time, the last on the longest waste with the least fall.',
    },
    {
      kind: 'office',
      title: 'Blocks on High Holborn',
      text: 'Fan coils hang over the desks, each with a tray and a small pump. A drip through a ceiling tile can be that tray, not a burst pipe.',
    },
    {
      kind: 'shop',
      title: 'Shops under Staple Inn',
      text: 'The timber front dates from the 1580s, but the waste behind a shop counter may be pumped. We strip the macerator, clear its blades and check the vent.',
    },
  ],
  specialists: [
    {
      id: 'chambers',
      title: 'Plumbing in barristers’ chambers',
      text: 'Lincoln’s Inn and Gray’s Inn own the staircases and let the rooms on them. The riser is usually the Inn’s, and the basin in your room may be yours: check the lease. We stop the water first, then tell you which pipe failed, so you know whose it is.',
      points: [
        'Briefs and carpets covered before a ceiling comes down',
        'If an old gate valve won’t close, we freeze the pipe and work behind the ice',
        'Overflowing cisterns: new inlet valve, and the overflow checked along its run',
        'Banging pipes during a conference: loose clips, worn washers, high pressure',
      ],
    },
    {
      id: 'top-floors',
      title: 'Flats on the top floors',
      text: 'Lincoln’s Inn lets flats on its upper floors, and not every staircase has a lift. Pressure is lowest up there, and there may be a storage tank in the roof. We check the ball valve, overflow and tank joints before blaming the shower.',
    },
  ],
  arrivalTitle: 'Parking and access in WC1V',
  arrival: {
    parking:
      'Three authorities meet at Chancery Lane: Camden, Westminster and the City. Each has its own parking rules. We find a bay, pay for it and add the fee at cost.',
    congestion:
      'WC1V is all inside the zone: 7am to 6pm on weekdays, noon to 6pm at weekends and on bank holidays. Outside those hours there’s no charge.',
    access:
      'Lincoln’s Inn staffs its gatehouse day and night. Give us the staircase, floor and door, and tell the gate to expect a plumber.',
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
      question: 'Water’s dripping from the rooms above and everyone up there has gone home. Who has the keys?',
      answer:
        'Call the gatehouse or the porter: they’ll know. Until someone lets us in, we look for the valve at the foot of the riser, which usually turns off just that staircase.',
    },
    {
      question: 'Our office kitchen has no hot water. Is it the boiler?',
      answer:
        'Look under the sink: in offices it’s often a small electric heater. We test the supply, thermostat, element and safety valve, and descale it if that’s all it needs.',
    },
    {
      question: 'Can the repair wait until everyone’s left?',
      answer:
        'Yes, if it can be made safe. We isolate the pipe now and return when you say. Evenings cost more than daytime, the night rate starts at 10pm, and we’ll tell you both rates first.',
    },
  ],
  nearby: ['bloomsbury', 'kings-cross', 'covent-garden', 'clerkenwell-proper'],
} satisfies LocalityWords
