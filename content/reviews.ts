/** Reviews and messages, made up until there are real ones, and marked so where they are shown. */

export const sampleReviews = [
  {
    id: 'ceiling',
    service: 'Leak Repair',
    area: 'Whitechapel',
    text: 'Water was through the ceiling rose at six in the morning. The stopcock was seized; he freed it, then fixed the joint.',
    name: 'Amira K.',
    when: '2 days ago',
  },
  {
    id: 'fan',
    service: 'Boiler Breakdown',
    area: 'Camden',
    text: 'Told me the price before touching anything. Fan replaced, heating back on before the kids were home.',
    name: 'Tom H.',
    when: '1 week ago',
  },
  {
    id: 'stack',
    service: 'Blocked Drain',
    area: 'Southwark',
    text: 'Three flats, one stack, no argument about whose it was. He cleared it and sent all of us the same photo.',
    name: 'Grace O.',
    when: '3 weeks ago',
  },
] as const

export const sampleMessages = [
  {
    id: 'm1',
    from: 'Leila, Islington',
    text: 'He is here already. 34 minutes, thank you!',
    reply: 'Good to hear. The invoice follows when he is done.',
  },
  {
    id: 'm2',
    from: 'Ben, Hackney',
    text: 'Heating works again. Do I need to bleed the radiators?',
    reply: 'Not tonight. If one stays cold, ring us: it is covered.',
  },
  {
    id: 'm3',
    from: 'Priya, Lambeth',
    text: 'Photo of the new valve looks great.',
    reply: 'It turns by hand now. Show everybody at home where it is.',
  },
] as const
