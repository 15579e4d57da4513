import type { Service } from './service.ts'

export const leakRepair: Service = {
  slug: 'leak-repair',
  type: 'Leak Repair',
  name: 'Leaks',
  title: 'Leak repair in London',
  metaTitle: 'Leak Repair in London: Drips, Damp Patches, Joints',
  description: 'A drip or a growing damp patch? How to slow it, how we find and repair it, and what it usually costs in London.',
  keywords: ['leak repair London', 'water leak plumber', 'leaking pipe joint', 'damp patch ceiling leak'],
  pitch:
    'A drip under the sink, a stain on the ceiling, a leaking joint? Small leaks rarely stay small. We’ll find where it’s coming from and stop it.',
  work: [
    'Work out whether it’s mains, heating or waste water. Each leaks at different times.',
    'Trace it back from where it shows to where it starts.',
    'Remake the joint, or replace the valve, washer or length of pipe that has failed.',
    'Dry it, put it back under pressure, and check it with you.',
  ],
  usualJob: 'One leaking joint, valve, tap connection or short length of pipe that we can reach.',
  dearer: [
    'The leak has to be traced under floors or behind walls.',
    'It’s at a fitting that can’t be repaired and needs replacing, such as a shower valve.',
    'Old pipework nearby also fails.',
  ],
  gas: 'If the leaking pipe runs to or from a boiler, only a Gas Safe engineer can work inside the boiler. Tell us when you book.',
  questions: [
    {
      question: 'How do I know if I have a hidden leak?',
      answer:
        'If you have a water meter, turn every tap off, read the meter, wait an hour without using water, and read it again. If the reading has changed, something is leaking.',
    },
    {
      question: 'The stain on my ceiling is dry. Do I still need you?',
      answer:
        'Mark its edge with a pencil and watch it. If it grows only when someone showers, it’s probably the waste or the seal. If it keeps growing, it’s probably a supply pipe. If the ceiling bulges, keep clear of it and call.',
    },
    {
      question: 'Will you repair the ceiling too?',
      answer:
        'No. We’ll stop the water and leave the place safe and tidy. Plastering and painting aren’t part of the job unless we’ve agreed that with you.',
    },
  ],
}
