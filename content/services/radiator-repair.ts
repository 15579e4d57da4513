import type { Service } from './service.ts'

export const radiatorRepair: Service = {
  slug: 'radiator-repair',
  type: 'Radiator Issue',
  name: 'Radiators',
  title: 'Radiator repair in London',
  metaTitle: 'Radiator Repair in London: Cold, Leaking, Stuck On',
  description: 'Radiator cold, leaking or stuck on? What to check yourself, what our engineer does, and what it usually costs in London.',
  keywords: ['radiator repair London', 'radiator leaking', 'radiator not heating', 'radiator valve replacement'],
  pitch: 'Cold when the others are hot, leaking at a valve, or hot with the heating off? It’s usually one valve or trapped air.',
  work: [
    'Check the boiler, the pump and the other radiators, to see whether it’s just this one or the whole system.',
    'Bleed it, free the valve pin, or balance it against the others.',
    'Replace the leaking valve or tail, draining no more of the system than we need to.',
    'Refill, bleed, and bring the pressure back up.',
  ],
  usualJob: 'One radiator: bled, balanced, or one valve repaired or replaced.',
  dearer: [
    'The radiator itself has rusted through and needs replacing.',
    'The whole system is full of sludge and needs cleaning.',
    'The old valves have seized, and the system has to be drained down.',
  ],
  gas: 'Radiators and their pipes aren’t gas work. If it turns out to be the boiler, only a Gas Safe engineer can open it.',
  questions: [
    {
      question: 'My radiator is cold at the top and hot at the bottom. Can I fix it?',
      answer:
        'Yes. That’s air. Turn the heating off, let it cool, hold a cloth under the bleed valve and open the valve a quarter turn. Close it when water comes out. Then check the boiler’s pressure: when the system’s cold, it’s usually 1 to 1.5 bar.',
    },
    {
      question: 'Why is it hot at the top and cold at the bottom?',
      answer:
        'That’s sludge: rust that settles where the water’s slowest. Bleeding won’t help. We can take one radiator off and flush it. If several are like that, the system needs cleaning.',
    },
    {
      question: 'My radiator’s leaking. Can I just turn it off?',
      answer:
        'Close the valves at both ends, put a bowl under it, and use the others as usual. If the leak’s on the pipe or a valve won’t close, switch the heating off and call.',
    },
  ],
}
