import type { Service } from './service.ts'

export const otherEmergency: Service = {
  slug: 'other-emergency',
  type: 'Other Emergency',
  name: 'Anything else',
  title: 'Other plumbing emergencies in London',
  metaTitle: 'Other Plumbing Emergencies in London: No Water, Taps',
  description: 'No water, a tap that won’t shut, a flooded machine, an odd smell: what to do now, what we do, and what it usually costs.',
  keywords: ['emergency plumber London', 'no water in house', 'tap won’t turn off', 'washing machine leak plumber'],
  pitch:
    'No water at all, a tap that won’t shut, a washing machine that floods. If it’s on the list or not, describe it and we’ll tell you.',
  work: [
    'Listen to what’s happening, and tell you what to turn off first.',
    'Find the cause, and say what the work will come to before it starts.',
    'Repair it, or make it safe if it needs a part we don’t carry.',
    'Test it with you, and leave you the bill with every line.',
  ],
  usualJob: 'One fault at one fitting, or the water made safe.',
  dearer: [
    'The fault turns out to be another job on our list: then that job’s price is what we agree.',
    'A special part has to be ordered.',
    'We have to open a wall or a floor to reach it.',
  ],
  gas: 'A smell of gas isn’t a job for us first. Go outside and call the gas emergency number, which is free.',
  questions: [
    {
      question: 'There’s no water at all. Is it me or the street?',
      answer:
        'Ask a neighbour. If they have none either, it’s the water company’s: check its website or call it. If they do have water, check that your stopcock is open, then call us.',
    },
    {
      question: 'A tap won’t turn off.',
      answer:
        'Close the small valve on the pipe below it, a quarter turn with a screwdriver. If there’s none, close the stopcock. A tap that only drips can wait for the cheaper daytime rate.',
    },
    {
      question: 'It smells of drains. Is that an emergency?',
      answer:
        'Usually a dry trap: run water into every plughole and floor drain you don’t use much. If the smell stays, or water backs up, book. If it could be gas, treat it as gas.',
    },
  ],
}
