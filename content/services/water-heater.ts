import type { Service } from './service.ts'

export const waterHeater: Service = {
  slug: 'water-heater',
  type: 'Water Heater',
  name: 'Water heaters and cylinders',
  title: 'Hot water repair in London: cylinders and heaters',
  metaTitle: 'Hot Water Repair in London: Cylinders and Heaters',
  description: 'No hot water from a cylinder, immersion or water heater in London? What to check, what we do, and what it usually costs.',
  keywords: ['no hot water London', 'immersion heater repair', 'hot water cylinder repair', 'water heater engineer'],
  pitch: 'No hot water, water that’s too hot, or a cylinder that leaks. Tell us what heats it: the boiler, an immersion heater, or gas.',
  work: [
    'Find out what should heat the water, and test it: thermostat, element, valve, timer or supply.',
    'Make it safe, if it overheats or leaks.',
    'Replace the part that has failed the test.',
    'Heat it up and check the temperature, the safety valves and the joints.',
  ],
  usualJob: 'One cylinder or heater: one thermostat, immersion element or valve replaced.',
  dearer: [
    'The cylinder itself leaks and has to be replaced.',
    'The immersion element has seized in an old cylinder and can’t be removed without damage.',
    'The fault is in the wiring or the boiler.',
  ],
  gas: 'A gas water heater is gas work: only a Gas Safe engineer may open it. A sealed (unvented) cylinder needs an engineer qualified for those. Say which it is when you book.',
  questions: [
    {
      question: 'What should I check before I book?',
      answer:
        'Is the immersion’s own switch on, is the timer set, has a fuse tripped? Reset it once. If it trips again, leave it off: the element may have failed.',
    },
    {
      question: 'The water is scalding, or I can hear it boiling.',
      answer:
        'Switch the heater off at its switch or at the fuse board, and don’t open the hot taps. A thermostat has likely stuck. Keep away from any pipe that blows off steam, and call.',
    },
    {
      question: 'My combi boiler gives no hot water. Is that this?',
      answer: 'No, that’s a boiler repair: choose Boiler Breakdown when you book, and a Gas Safe engineer is sent.',
    },
  ],
}
