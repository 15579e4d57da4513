import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Marylebone emergency plumbers, W1U: mansion blocks, mews houses, estate terraces and consulting rooms, all with a 25-minute target, 24/7.',
  keywords: ['emergency plumber Marylebone', 'plumber W1U', 'boiler repair Marylebone', 'plumber Baker Street', 'mansion block plumber'],
  street: 'Marylebone High St',
  pitch:
    'Mansion blocks, mews and town houses, many on long leases. In Marylebone we ask the porter where the valve is before we take up a floor.',
  sellingPoints: [
    '25-minute target for flats, mews and surgeries',
    'Mansion-block risers shut with the porter, line by line',
    'Loft tanks, unvented cylinders and combis',
    'Consulting rooms attended outside surgery hours',
    'Repairs guaranteed for 12 months, mews to mansion block',
  ],
  buildingsTitle: 'Estate houses and what came after',
  buildings: [
    {
      kind: 'terrace',
      title: 'Georgian estate houses',
      text: 'Around Manchester Square, begun in the 1770s, the stopcock may be in the front vault. Flats made since have run pipes through every floor.',
    },
    {
      kind: 'mansion',
      title: 'Red-brick mansion blocks',
      text: 'Bickenhall Mansions and Portman Mansions are late Victorian. In blocks like them one riser often feeds a line of kitchens, and yours cannot be shut alone.',
    },
    {
      kind: 'tower',
      title: 'Luxborough Tower',
      text: 'A council tower of about 1970, beside the university. Risers and stacks are shared, so tell the council’s repairs line as well as us.',
    },
    {
      kind: 'shop',
      title: 'High Street and Lane',
      text: 'Cafés and restaurants on Marylebone High Street and Marylebone Lane, flats over them: coffee grounds and fat can meet in one narrow drain.',
    },
  ],
  specialists: [
    {
      id: 'consulting-rooms',
      title: 'Basins on every floor',
      text: 'Harley Street is in W1G, and there are consulting rooms in W1U too. Many are in town houses, with basins in most rooms on pipes let into old floors.',
      points: [
        'A dental chair’s supply isolated without shutting the house',
        'Mixing valves tested at the basins that patients use',
        'Outlets that stand unused named for your Legionella records',
      ],
    },
    {
      id: 'mews',
      title: 'Houses that were stables',
      text: 'Manchester Mews and Jacob’s Well Mews were built for horses and carriages. A house there can stand on a shallow yard drain, its boiler’s condensate pipe led outside, where it freezes.',
      points: [
        'Frozen condensate pipes thawed, then lagged or made larger',
        'Gullies rodded from the yard before a floor is lifted',
        'Falling boiler pressure: valve and vessel checked before a floor is dug',
      ],
    },
  ],
  arrivalTitle: 'Past the porter’s desk',
  arrival: {
    parking:
      'Marylebone Road is a red route and we do not stop on it. South of it the bays are Westminster’s. We pay, walk to you, and the ticket goes on the bill at its price.',
    congestion:
      'Marylebone Road is the zone’s edge and free to drive. W1U, to the south, is inside: the charge is passed on at cost, and after 18:00 there is none.',
    access:
      'Porters go off duty. Find out now who has the keys to the tank room and the riser cupboards at night, and tell whoever is on the desk that we are on the way.',
  },
  streets: [
    'Marylebone High Street',
    'Baker Street',
    'Manchester Square',
    'Chiltern Street',
    'Paddington Street',
    'George Street',
    'Blandford Street',
    'Wigmore Street',
  ],
  questions: [
    {
      question: 'Can you shut the water to my flat and nobody else’s?',
      answer:
        'If a valve in the flat or its riser cupboard still holds, yes. Otherwise the line above and below you goes off with yours; we warn them first, and a new valve spares them next time.',
    },
    {
      question: 'Howard de Walden or Portman is the freeholder. May we just repair?',
      answer:
        'Putting back what was there is usually repair. Moving pipes, a flue or a boiler can need the estate’s licence, and consent if the house is listed. Your lease says which; a leak we stop first.',
    },
    {
      question: 'Why is the block’s hot water lukewarm on the top floor only?',
      answer:
        'The far end of a shared circuit cools first. Perhaps a return pump has stopped, a valve is half shut, or there is air. We measure the return pipe and tell the agent if the fault is the building’s.',
    },
  ],
  nearby: ['oxford-street', 'regents-park', 'fitzrovia', 'regent-street'],
} satisfies LocalityWords
