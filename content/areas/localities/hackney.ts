import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Plumbing and boiler emergencies in Hackney E8, day or night: split terraces, estate flats, arches and food businesses, with a 30-minute target.',
  keywords: [
    'emergency plumber Hackney',
    'plumber E8',
    'boiler repair Hackney',
    'blocked drain Dalston',
    'plumber London Fields',
    'back boiler repair E8',
  ],
  street: 'Mare St',
  pitch:
    'E8 can put a Victorian terrace, a council block and a bakery in a railway arch on one street. We attend to all three, Gas Safe registered, round the clock.',
  sellingPoints: [
    'Dalston, London Fields, Mare Street: 30-minute target',
    'Back boilers, loft tanks and combis, in houses and flats',
    'Shared supplies sorted out: who is on which valve',
    'Frozen condensate thawed, then run so that it stays clear',
    '12-month guarantee on our work, in house, flat or arch',
  ],
  buildingsTitle: 'What E8 is made of',
  buildings: [
    {
      kind: 'terrace',
      title: 'Stock-brick terraces',
      text: 'Mid-Victorian, around Graham Road and Navarino Road. The bathroom sits over the kitchen in the rear addition, on a shallow drain across the yard.',
    },
    {
      kind: 'mansion',
      title: 'Navarino Mansions',
      text: 'Edwardian tenements on Dalston Lane, by the Four Per Cent Industrial Dwellings Company. In blocks like these one valve shuts more homes than yours.',
    },
    {
      kind: 'flats',
      title: 'Estates, 1930s to 1990s',
      text: 'Pembury was begun in the 1930s, Holly Street rebuilt in the 1990s. Old blocks have iron stacks, new ones plastic, and both are shared by every flat on them.',
    },
    {
      kind: 'arches',
      title: 'Arches on Mentmore Terrace',
      text: 'Ovens, tanks and workshops under the railway at London Fields. Supplies clipped along an unheated vault freeze first; the floor drains to one gully.',
    },
  ],
  specialists: [
    {
      id: 'victorian-terraces',
      title: 'One house, three households',
      text: 'A converted terrace often has a single supply pipe. The stopcock is in the basement flat; the tank that feeds the top bath may be in a loft that somebody has built into. We find out who is on what, then shut it.',
      points: [
        'A trickle on the top floor: flow measured at the stopcock before a pump is proposed',
        'Back boiler behind a gas fire: made safe, and you are told if parts are no longer made',
        'Condensate frozen on an outside wall: thawed, then rerun wider, shorter or indoors',
        'Rear-addition drain cleared from the yard, where there is a chamber to clear it from',
      ],
    },
    {
      id: 'food-businesses',
      title: 'Fat, flour and spent grain',
      text: 'Kitchens by Ridley Road and Broadway Market lose fat to the drain, bakeries flour, breweries grain. Fat sets, flour turns to paste in a cold trap, grain packs. Boiling water only moves the plug to a place that is harder to reach.',
      points: [
        'Fat: broken up and taken out at the chamber, so that it does not set further on',
        'Flour and grain: lifted out by hand, because water only packs them further on',
        'A gully in an arch: the silt bucket out first, then the run beyond it tested',
      ],
    },
  ],
  arrivalTitle: 'The last half mile in Hackney',
  arrival: {
    parking:
      'Kingsland Road is a red route, and side streets are the council’s permit zones. We use a paid bay, or a voucher if you have one that trades may use, and add what it cost.',
    congestion:
      'None. The charging zone stops well to the south, along Old Street and Great Eastern Street, and E8 is beyond it at every hour.',
    access:
      'Camera filters close streets around London Fields and Hackney Downs to through traffic. Give us the nearest main road and we come in from the side that is open.',
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
      question: 'My basement floods when upstairs empties a bath. Whose drain is that?',
      answer:
        'Where it serves only your building it is usually the freeholder’s. From where it takes next door’s as well, it is normally a public sewer and Thames Water’s. We find the blockage and say which.',
    },
    {
      question: 'It is freezing, the boiler gurgles and shows a fault. Can I do anything?',
      answer:
        'Look outside for a thin plastic pipe, mostly white, from boiler to drain. Pour warm water over it, never boiling, and reset the boiler once. If it locks out again, leave it off and ring us.',
    },
    {
      question: 'Water comes through and upstairs will not open. What can be shut?',
      answer:
        'If their supply shares your stopcock, that, at once. If not, there is usually a valve in the hall floor or at the pavement. We shut what serves the leak; we do not force a door.',
    },
  ],
  nearby: ['bethnal-green', 'shoreditch', 'canonbury'],
} satisfies LocalityWords
