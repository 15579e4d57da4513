import type { Service } from './service.ts'

export const burstPipe: Service = {
  slug: 'burst-pipe',
  type: 'Burst Pipe',
  name: 'Burst pipes',
  title: 'Burst pipe repair in London',
  metaTitle: 'Burst Pipe Repair in London, Day and Night',
  description:
    'Burst pipe in London? How to stop the water now, what our engineer does, and what the repair usually costs. Engineers day and night.',
  keywords: ['burst pipe London', 'emergency burst pipe repair', 'water leak ceiling', 'burst pipe cost'],
  pitch: 'Water coming out of a pipe, wall or ceiling? Turn off the stopcock first. Then call, or book below and we’ll send an engineer.',
  work: [
    'Check the water’s off and any electrics nearby are safe.',
    'Find the split. A wet patch is often a metre or more from the break, because water runs along joists and pipes.',
    'Cut out the damaged length and fit a new one, in copper or plastic to match what’s there.',
    'Turn the water back on slowly, check every joint under pressure, and show you it’s dry.',
  ],
  usualJob: 'One burst or split pipe that we can reach without opening a wall or a floor.',
  dearer: [
    'The pipe runs behind tiles, in a solid wall or under a floor. We’ll ask before we open anything.',
    'There’s more than one break, as often happens after a frost.',
    'The pipe around the break is too worn to take a joint, so a longer run has to be replaced.',
  ],
  questions: [
    {
      question: 'My stopcock won’t turn. What now?',
      answer:
        'Don’t force it: an old spindle can snap. Look for a second stop valve where the pipe comes in, or for the small iron lid in the pavement outside. Open the cold taps to draw the water away from the break, and call us. We’ll talk you through it.',
    },
    {
      question: 'Water’s coming through from the flat above. Whose job is it?',
      answer:
        'The upstairs neighbour’s, or the building’s if it’s a shared pipe. Knock, then call the managing agent. We can make your side safe, but we need the other flat’s permission to work there.',
    },
    {
      question: 'Will my home insurance pay?',
      answer:
        'Many home policies cover escape of water, and some cover finding the leak. Call your insurer before walls or floors are opened, take photos, and keep the bill: ours itemises everything.',
    },
  ],
}
