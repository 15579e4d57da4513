import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Marylebone emergency plumbers, W1U: mansion blocks, mews houses, estate terraces and consulting rooms, with a 25-minute target, 24/7.',
  keywords: ['emergency plumber Marylebone', 'plumber W1U', 'boiler repair Marylebone', 'plumber Baker Street', 'mansion block plumber'],
  street: 'Marylebone High St',
  pitch:
    'Marylebone has mansion blocks, mews and town houses, many on long leases. We ask the porter where the valve is before we lift a floor.',
  sellingPoints: [
    '25-minute target for flats, mews and surgeries',
    'Mansion-block risers isolated with the porter’s help',
    'Loft tanks, unvented cylinders and combis',
    'Consulting rooms: visits outside surgery hours',
    'Repairs guaranteed for 12 months, mews to mansion block',
  ],
  buildingsTitle: 'Plumbing in Marylebone’s flats, mews and town houses',
  buildings: [
    {
      kind: 'terrace',
      title: 'Georgian estate houses',
      text: 'Around Manchester Square, begun in the 1770s, the stopcock may be in the front vault. Later conversions run pipes through every floor.',
    },
    {
      kind: 'mansion',
      title: 'Red-brick mansion blocks',
      text: 'Bickenhall Mansions and Portman Mansions are late Victorian. In blocks like these, one riser often feeds a line of kitchens, so yours can’t be turned off alone.',
    },
    {
      kind: 'tower',
      title: 'Luxborough Tower',
      text: 'This is a council tower from about 1970, beside the university. Risers and stacks are shared, so call the council’s repairs line as well as us.',
    },
    {
      kind: 'shop',
      title: 'The High Street and Lane',
      text: 'Cafés and restaurants on Marylebone High Street and Marylebone Lane have flats above: coffee grounds and fat can meet in one narrow drain.',
    },
  ],
  specialists: [
    {
      id: 'consulting-rooms',
      title: 'Consulting rooms and surgeries',
      text: 'Harley Street is in W1G, and there are consulting rooms in W1U too. Many are in town houses, with basins in most rooms and pipes under old floors.',
      points: [
        'A dental chair’s supply isolated without cutting off the house',
        'Mixing valves tested at the basins patients use',
        'Unused outlets listed for your legionella records',
      ],
    },
    {
      id: 'mews',
      title: 'Mews houses',
      text: 'Manchester Mews and Jacob’s Well Mews were built for horses and carriages. A house there may be on a shallow yard drain, with its boiler’s condensate pipe outside, where it can freeze.',
      points: [
        'Frozen condensate pipes thawed, then lagged or replaced with wider ones',
        'Gullies rodded from the yard before we lift a floor',
        'Boiler losing pressure: valve and vessel checked before we dig up a floor',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in W1U',
  arrival: {
    parking:
      'Marylebone Road is a red route, so we can’t stop there. South of it, Westminster Council runs the bays. We pay for one and add the fee at cost.',
    congestion:
      'There’s no charge on Marylebone Road, the zone’s edge. W1U, to the south, is inside, so we add it at cost; after 6pm there’s none.',
    access:
      'Porters go off duty, so find out who has the keys to the tank room and riser cupboards at night, and tell reception we’re on our way.',
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
      question: 'Can you turn off the water to my flat and no one else’s?',
      answer:
        'Yes, if the valve in your flat or its riser cupboard still works. Otherwise the flats above and below lose their water too. We warn them first. A new valve would prevent that next time.',
    },
    {
      question: 'My freeholder is Howard de Walden or Portman. Can you just go ahead?',
      answer:
        'Putting back what was there is usually a repair. Moving pipes, a flue or a boiler can need the estate’s licence, and consent if the house is listed. Check your lease; if it’s a leak, we stop it first.',
    },
    {
      question: 'Why is the hot water lukewarm on the top floor only?',
      answer:
        'The far end of a shared circuit cools first. A return pump may have stopped, a valve may be half shut, or air may be trapped. We check the return’s temperature and tell the agent if the fault is in the building’s system.',
    },
  ],
  nearby: ['oxford-street', 'regents-park', 'fitzrovia', 'regent-street'],
} satisfies LocalityWords
