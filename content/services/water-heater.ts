import type { Service } from './service.ts'

export const waterHeater: Service = {
  slug: 'water-heater',
  type: 'Water Heater',
  name: 'Water heaters and cylinders',
  title: 'Hot water repair in London: cylinders and heaters',
  metaTitle: 'Hot Water Repair in London: Cylinders and Heaters',
  description: 'No hot water from a cylinder, immersion or water heater in London? What to check, what we do, and what it usually costs.',
  keywords: ['no hot water London', 'immersion heater repair', 'hot water cylinder repair', 'water heater engineer'],
  pitch:
    'No hot water, water that’s too hot, or a leaking cylinder? Tell us what heats it: the boiler, an immersion heater or a gas heater.',
  work: [
    'Find out what heats the water, and test it: thermostat, element, valve, timer or supply.',
    'Make it safe if it’s overheating or leaking.',
    'Replace the faulty part.',
    'Heat the water up and check the temperature, the safety valves and the joints.',
  ],
  usualJob: 'One cylinder or heater: replacing one thermostat, immersion element or valve.',
  dearer: [
    'The cylinder itself is leaking and needs replacing.',
    'The immersion element has seized in an old cylinder and can’t be removed without damage.',
    'The fault is in the wiring or the boiler.',
  ],
  gas: 'Only a Gas Safe engineer can work on a gas water heater. Sealed (unvented) cylinders need a suitably qualified engineer. Tell us which you have when you book.',
  questions: [
    {
      question: 'What should I check before I book?',
      answer:
        'Check the immersion heater’s own switch, the timer and the fuse box. If something has tripped, reset it once. If it trips again, leave it off: the element may have failed.',
    },
    {
      question: 'My water’s scalding, or I can hear it boiling. What do I do?',
      answer:
        'Turn the heater off at its switch or at the fuse box, and don’t open the hot taps. A thermostat has probably stuck. Keep away from any pipe letting off steam, and call us.',
    },
    {
      question: 'My combi boiler isn’t giving any hot water. Should I book a water heater repair?',
      answer: 'No, that’s a boiler repair. Choose Boiler Breakdown when you book and we’ll send a Gas Safe engineer.',
    },
  ],
}
