import type { Service } from './service.ts'

export const toiletRepair: Service = {
  slug: 'toilet-repair',
  type: 'Toilet Repair',
  name: 'Toilets',
  title: 'Emergency toilet repair in London',
  metaTitle: 'Emergency Toilet Repair in London: Blocked or Leaking',
  description:
    'Toilet blocked, overflowing, leaking or won’t flush? How to stop it now, what we do, and what the repair usually costs in London.',
  keywords: ['toilet repair London', 'blocked toilet', 'toilet won’t flush', 'toilet leaking'],
  pitch: 'Blocked, overflowing, leaking at the base, won’t flush or won’t stop running? If it’s your only toilet, tell us.',
  work: [
    'Turn the water off at the cistern’s own valve, so the rest of your home keeps its supply.',
    'Clear the blockage, or find the part that’s failed: fill valve, flush valve, handle, seal or pan connector.',
    'Fit the new part and set the water level.',
    'Flush it several times and check that the floor and the pipe behind it stay dry.',
  ],
  usualJob: 'One toilet: unblocking the pan, or replacing one standard part of the cistern.',
  dearer: [
    'The cistern is in the wall, which has to be opened up.',
    'The pan or the cistern is cracked and needs replacing.',
    'The blockage is in the soil pipe or the main drain, not in the toilet.',
  ],
  questions: [
    {
      question: 'My toilet’s blocked and full. Can I flush once more?',
      answer:
        'No, it’ll overflow. Close the small valve on the pipe to the cistern, wait for the level to drop, then try a plunger. If the shower or bath gurgles too, stop and call.',
    },
    {
      question: 'Water keeps trickling into the pan. Is it urgent?',
      answer:
        'It can wait for the cheaper daytime rate. It wastes a lot of water, and if you’re on a meter you pay for it, so don’t leave it for long.',
    },
    {
      question: 'I rent. Should I call you?',
      answer:
        'Tell your landlord or agent first: repairs to toilets and drains are usually their responsibility. If you book, you’ll be the one paying us.',
    },
  ],
}
