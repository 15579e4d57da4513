import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Plumbing and boiler emergencies in Hackney E8, day or night: terraces, estate flats, arches and food businesses, with a 30-minute target.',
  keywords: ['emergency plumber Hackney', 'plumber E8', 'boiler repair Hackney', 'blocked drain Dalston'],
  street: 'Mare St',
  pitch:
    'One E8 street can have a Victorian terrace, a council block and a bakery in a railway arch. Our Gas Safe engineers cover all three, round the clock.',
  sellingPoints: [
    'Dalston, London Fields, Mare Street: 30-minute target',
    'Back boilers, loft tanks and combis, in houses and flats',
    'Shared supplies sorted: we find out who shares which stopcock',
    'Frozen condensate pipes thawed, then rerouted indoors',
    '12-month guarantee on our work in homes and businesses',
  ],
  buildingsTitle: 'Plumbing in Hackney’s homes and arches',
  buildings: [
    {
      kind: 'terrace',
      title: 'Stock-brick terraces',
      text: 'The terraces around Graham Road and Navarino Road are mid-Victorian. The bathroom is over the kitchen in the rear addition, on a shallow drain across the yard.',
    },
    {
      kind: 'mansion',
      title: 'Navarino Mansions',
      text: 'The Four Per Cent Industrial Dwellings Company built these Edwardian tenements on Dalston Lane. In blocks like these, one valve can cut off several homes.',
    },
    {
      kind: 'flats',
      title: 'Estates, 1930s to 1990s',
      text: 'Pembury was begun in the 1930s and Holly Street rebuilt in the 1990s. Old blocks have iron stacks, new ones plastic, and the flats share them.',
    },
    {
      kind: 'arches',
      title: 'Arches on Mentmore Terrace',
      text: 'There are bakeries, breweries and workshops under the railway at London Fields. Pipes along the unheated vault freeze first, and the whole floor drains to one gully.',
    },
  ],
  specialists: [
    {
      id: 'victorian-terraces',
      title: 'One house, three flats',
      text: 'A converted terrace often has a single supply pipe. The stopcock may be in the basement flat, and the top bathroom’s tank in a converted loft. We check who shares what, then shut the valve.',
      points: [
        'Weak flow on the top floor: measured at the stopcock before we suggest a pump',
        'Back boiler behind a gas fire: made safe, and we’ll tell you if parts are no longer available',
        'Frozen condensate pipe: thawed, then made wider, shorter or rerouted indoors',
      ],
    },
    {
      id: 'food-businesses',
      title: 'Blocked drains in food businesses',
      text: 'Around Ridley Road and Broadway Market, kitchens wash fat down the drain, bakeries flour and breweries grain. Fat sets, flour turns to paste and grain packs tight. Boiling water just moves the blockage further down.',
      points: [
        'Fat: broken up and removed at the chamber, not pushed along',
        'Flour and grain: lifted out by hand, as water only packs them tighter',
        'Gully in an arch: silt bucket out first, then we test the run beyond it',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in E8',
  arrival: {
    parking:
      'Kingsland Road is a red route, and the side streets are in permit zones. We use a paid bay, or your visitor voucher if trades can use it, and add what it cost.',
    congestion: 'There’s no charge in E8. The zone ends well to the south, along Old Street and Great Eastern Street.',
    access:
      'Traffic cameras close streets around London Fields and Hackney Downs to through traffic. Tell us the nearest main road and we’ll come in from the open side.',
  },
  streets: [
    'Mare Street',
    'Dalston Lane',
    'Graham Road',
    'Kingsland High Street',
    'Queensbridge Road',
    'Richmond Road',
    'Navarino Road',
    'Amhurst Road',
    'Broadway Market',
  ],
  questions: [
    {
      question: 'My basement floods when upstairs empties a bath. Whose drain is it?',
      answer:
        'If it serves only your building, it usually belongs to the freeholder. Once it takes next door’s waste too, it’s normally a public sewer, so it’s Thames Water’s job. We find the blockage and tell you whose.',
    },
    {
      question: 'It’s freezing and my boiler is gurgling and showing a fault code. What can I do?',
      answer:
        'Look for a thin plastic pipe, usually white, from the boiler to a drain outside. Pour warm (never boiling) water over it, and reset the boiler once. If it locks out again, leave it off and call us.',
    },
    {
      question: 'There’s a leak from upstairs and they won’t answer. What can I turn off?',
      answer:
        'If they share your stopcock, turn that off straight away. If not, there’s often a valve under the hall floor or pavement. We turn off whatever feeds the leak; we don’t force doors.',
    },
  ],
  nearby: ['bethnal-green', 'shoreditch', 'canonbury'],
} satisfies LocalityWords
