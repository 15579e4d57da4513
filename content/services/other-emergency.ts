import type { Service } from './service.ts'

export const otherEmergency: Service = {
  slug: 'other-emergency',
  type: 'Other Emergency',
  name: 'Anything else',
  title: 'Other plumbing emergencies in London',
  metaTitle: 'Other Plumbing Emergencies in London: No Water, Taps',
  description:
    'No water, a tap that won’t turn off, a leaking washing machine, an odd smell: what to do now, what we do and what it usually costs.',
  keywords: ['emergency plumber London', 'no water in house', 'tap won’t turn off', 'washing machine leak plumber'],
  pitch:
    'No water at all, a tap that won’t turn off, a leaking washing machine? Tell us what’s wrong and we’ll tell you whether we can help.',
  work: [
    'Listen to what’s happening, and tell you what to turn off first.',
    'Find the cause, and give you a price before we start.',
    'Repair it, or make it safe if it needs a part we don’t carry.',
    'Test it with you, and leave you an itemised bill.',
  ],
  usualJob: 'One fault at one fitting, or stopping the water and making things safe.',
  dearer: [
    'It turns out to be a different job on our list. If so, we’ll agree the price of that job with you.',
    'A special part has to be ordered.',
    'The fault is behind a wall or under a floor.',
  ],
  gas: 'If you smell gas, don’t call us first. Go outside and call the gas emergency number, which is free.',
  questions: [
    {
      question: 'I have no water at all. Is it just me?',
      answer:
        'Ask a neighbour. If they don’t have any either, it’s a problem for the water company: check its website or call. If they have water, check your stopcock is open, then call us.',
    },
    {
      question: 'My tap won’t turn off. What can I do?',
      answer:
        'Close the small valve on the pipe below it: a quarter turn with a screwdriver. If there isn’t one, close the stopcock. A dripping tap can wait for the cheaper daytime rate.',
    },
    {
      question: 'My home smells of drains. Is it an emergency?',
      answer:
        'It’s usually a dry trap: run water into every plughole and floor drain you don’t use much. If the smell stays, or water backs up, book. If it could be gas, treat it as gas.',
    },
  ],
}
