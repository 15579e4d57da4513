import type { Service } from './service.ts'

export const blockedDrain: Service = {
  slug: 'blocked-drain',
  type: 'Blocked Drain',
  name: 'Blocked drains',
  title: 'Blocked drain clearance in London',
  metaTitle: 'Blocked Drains Cleared in London, 24 Hours a Day',
  description:
    'Sink, shower or outside drain backing up? What to do now, how we clear it, what it usually costs, and when your water company pays.',
  keywords: ['blocked drain London', 'drain unblocking', 'blocked sink', 'blocked shower drain'],
  pitch: 'Sink won’t empty, shower tray filling up, drain overflowing in the yard? Stop running water and tell us which it is.',
  work: [
    'Find out where the blockage is: one fitting, the branch behind it, or the main drain.',
    'Take the trap apart and clean it, if that’s where the blockage is.',
    'Clear the pipe from the nearest opening.',
    'Run plenty of water through, check the other fittings still drain, and clean up.',
  ],
  usualJob: 'One blocked sink, basin, bath, shower or drain that can be cleared from inside or from an open gully.',
  dearer: [
    'The pipe is broken, crushed or full of roots, so clearing it won’t last.',
    'There’s no access point, so we have to fit one or cut a pipe.',
    'Several fittings are backing up at the same time, which points to the main drain.',
  ],
  questions: [
    {
      question: 'Is the drain mine or the water company’s?',
      answer:
        'Pipes that serve only your home are yours up to the boundary. Since 2011 most shared drains, and pipes beyond your boundary, have belonged to the water company: in most of London that’s Thames Water. If neighbours are affected too, call the water company first. They clear their own drains free of charge.',
    },
    {
      question: 'Should I use a drain cleaner?',
      answer:
        'We’d rather you didn’t. If it doesn’t work, it sits in the pipe and can burn anyone who opens it. Never mix two kinds. If you’ve already used one, tell the engineer before any work starts.',
    },
    {
      question: 'Can I try a plunger?',
      answer:
        'Yes, on a sink, basin or shower. Block the overflow with a wet cloth, cover the plughole with water, and push firmly a dozen times. Stop if water rises somewhere else.',
    },
  ],
}
