import type { Service } from './service.ts'

export const pipeRepair: Service = {
  slug: 'pipe-repair',
  type: 'Pipe Repair',
  name: 'Pipe repairs',
  title: 'Pipe repair in London',
  metaTitle: 'Pipe Repair in London: Frozen, Damaged, Noisy Pipes',
  description: 'Frozen, drilled, dented or noisy pipe? What to do first, how we repair it, and what it usually costs in London.',
  keywords: ['pipe repair London', 'frozen pipe', 'drilled through pipe', 'noisy pipes water hammer'],
  pitch: 'Pipe frozen, dented, drilled through, or banging when you turn off a tap? Get it fixed before it bursts.',
  work: [
    'Find out what the pipe carries: mains water, heating, waste or gas.',
    'Isolate the pipe, and drain it if it has to be cut.',
    'Thaw, clip, insulate or replace the length that’s at risk.',
    'Test it under pressure and check the pipes next to it.',
  ],
  usualJob: 'One damaged or frozen length of water or waste pipe that we can reach.',
  dearer: [
    'The pipe is buried in a wall or under a floor.',
    'It’s an old lead pipe, which needs special joints and more time.',
    'It’s a shared riser: the freeholder or managing agent has to agree first.',
  ],
  gas: 'If you’ve hit a gas pipe, don’t book. Go outside and follow the gas emergency steps. Only a Gas Safe engineer can repair gas pipes.',
  questions: [
    {
      question: 'I’ve drilled into a pipe. What now?',
      answer:
        'Put the drill down, turn off the stopcock and open the cold taps. If it smells of gas, don’t touch any switches, go outside and call the gas emergency number. Otherwise call us and tell us which wall.',
    },
    {
      question: 'How do I thaw a frozen pipe?',
      answer:
        'Turn the stopcock off first, in case the pipe has split. Open the nearest tap and warm the pipe gently with a hot water bottle, from the tap backwards. Never use a flame.',
    },
    {
      question: 'Why do my pipes bang when I turn a tap off?',
      answer:
        'That’s water hammer: water stopping too fast, or a loose pipe. It isn’t an emergency, so book at the cheaper daytime rate. But don’t leave it for long: loose pipes wear through in time.',
    },
  ],
}
