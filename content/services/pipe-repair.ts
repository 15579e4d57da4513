import type { Service } from './service.ts'

export const pipeRepair: Service = {
  slug: 'pipe-repair',
  type: 'Pipe Repair',
  name: 'Pipe repairs',
  title: 'Pipe repair in London',
  metaTitle: 'Pipe Repair in London: Frozen, Damaged, Noisy Pipes',
  description: 'Frozen, drilled, dented or noisy pipe? What to do first, how we repair it, and what it usually costs in London.',
  keywords: ['pipe repair London', 'frozen pipe', 'drilled through pipe', 'noisy pipes water hammer'],
  pitch: 'A pipe that’s frozen, dented, drilled through or bangs when a tap shuts. Get it repaired before it bursts.',
  work: [
    'Find out what runs in it: mains water, heating, waste or gas.',
    'Isolate the pipe, and drain it if it has to be cut.',
    'Thaw, clip, insulate or replace the length that’s at risk.',
    'Test it under pressure and look at what’s next to it.',
  ],
  usualJob: 'One damaged or frozen length of water or waste pipe that we can reach.',
  dearer: [
    'The pipe is buried in a wall or under a floor.',
    'It’s an old lead pipe, which takes other joints and more time.',
    'It’s a shared riser: the freeholder or managing agent has to agree first.',
  ],
  gas: 'If you’ve hit a gas pipe, don’t book. Go outside and follow the gas emergency steps. Repairing gas pipework is for a Gas Safe engineer only.',
  questions: [
    {
      question: 'I’ve drilled into a pipe. What now?',
      answer:
        'Turn the stopcock off, open the cold taps, and leave the drill unplugged. If it smells of gas, touch no switch, go outside and call the gas emergency number. Otherwise call us and say which wall.',
    },
    {
      question: 'How do I thaw a frozen pipe?',
      answer:
        'Turn the stopcock off first, in case it has already split. Open the nearest tap and warm the pipe gently with a hot water bottle, from the tap backwards. Never use a flame.',
    },
    {
      question: 'My pipes bang when I turn a tap off.',
      answer:
        'That’s water hammer: water that stops too fast, or a pipe that’s loose. It isn’t an emergency, so the cheaper daytime rate will do. Loose pipes wear through in time.',
    },
  ],
}
