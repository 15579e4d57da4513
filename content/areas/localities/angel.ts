import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Angel N1 emergency plumbers, 25-minute target, 24/7: Georgian basements, canal wharves, market shops and the estates off Pentonville Road.',
  keywords: [
    'emergency plumber Angel',
    'plumber Angel N1',
    'boiler repair Angel',
    'macerator repair N1',
    'basement flooding Islington',
    'plumber Pentonville Road',
  ],
  street: 'Colebrooke Row',
  pitch:
    'The old houses around Angel are tall and narrow. The stopcock is often in the basement and the tank in the roof: tell us which floor is wet.',
  sellingPoints: [
    '25-minute target around Angel, both sides of the canal',
    'Macerators and sump pumps below street level put right',
    'Top-floor pressure measured before a pump is proposed',
    'Flues in light wells and areas checked, Gas Safe',
    'Market shops attended out of trading hours',
  ],
  buildingsTitle: 'Basement, counter, wharf and stair',
  buildings: [
    {
      kind: 'terrace',
      title: 'Georgian houses',
      text: 'Colebrooke Row has houses of the early 18th century; Duncan Terrace was begun in the 1790s. The kitchen went into the basement, which is the first to flood.',
    },
    {
      kind: 'shop',
      title: 'Chapel Market, Camden Passage',
      text: 'Shops with flats over them and a soil pipe in the yard. The stopcock tends to be behind the stock: clear a way to it while the van is coming.',
    },
    {
      kind: 'warehouse',
      title: 'Wharves on the basins',
      text: 'Along Wharf Road, between City Road Basin and Wenlock Basin, industrial buildings hold flats and studios. Wastes can run far and nearly flat, and block halfway.',
    },
    {
      kind: 'flats',
      title: 'Priory Green',
      text: 'Lubetkin’s estate, built from 1948 to 1957 and now Peabody’s. Where one riser serves several flats, shutting it for your leak cuts off the neighbours too.',
    },
  ],
  specialists: [
    {
      id: 'new-river',
      title: 'Where the New River ran',
      text: 'The New River brought London its water from 1613, and until 1861 it ran in the open between Duncan Terrace and Colebrooke Row. In old houses here there may still be lead in the walls, live or dead.',
      points: [
        'Dead pipe and live pipe told apart before either is cut',
        'Roof tanks inspected, given a lid and lagging, or taken out for good',
        'Pavement vaults checked: the house drain passes beside or below them',
      ],
    },
    {
      id: 'below-the-drain',
      title: 'Bathrooms lower than the sewer',
      text: 'A shower room in a vault or lower ground floor may lie too deep for gravity. It has a macerator or a pumped sump, and if that stops, whatever drains into it must stop as well. We test supply, float and non-return valve before we condemn the pump.',
      points: [
        'Water off and the macerator unplugged or isolated before the lid',
        'Wipes and floss cleared from the blades',
        'High-water alarm advised where nobody sees the sump',
      ],
    },
  ],
  arrivalTitle: 'On the way to Angel',
  arrival: {
    parking:
      'City Road, Pentonville Road and Upper Street are red routes. We stop in the side streets; in the St Peter’s low-traffic streets camera filters close the short cuts, so we go round.',
    congestion:
      'Pentonville Road and City Road bound the charging zone and are free. South of them, at Claremont Square for instance, the charge applies in its hours and is passed on at cost.',
    access:
      'Tall houses are often divided: say basement, hall floor or top, and which bell. For a gated wharf we need two codes, the gate’s and the stair’s.',
  },
  streets: [
    'Islington High Street',
    'Chapel Market',
    'Camden Passage',
    'Colebrooke Row',
    'Duncan Terrace',
    'Noel Road',
    'Pentonville Road',
    'White Lion Street',
    'Wharf Road',
  ],
  questions: [
    {
      question: 'There is hardly any pressure on the top floor. Is it the main?',
      answer:
        'We measure flow at the kitchen tap and again upstairs. A half-shut valve, lead too narrow for the house or plain height each shows differently, and only the last is a reason for a pump.',
    },
    {
      question: 'The basement floods whenever it rains hard. Is that for a plumber?',
      answer:
        'In part it is. We clear the gully in the front area and survey your drain. If the street sewer backs up, tell Thames Water; a non-return valve on your side may keep it out.',
    },
    {
      question: 'Can you shut the water for one shop and leave the flats on?',
      answer:
        'If the shop has its own stopcock, yes. Where one pipe feeds shop and flats together, we ring the bells before we turn it, and fit a separate valve if you want one.',
    },
  ],
  nearby: ['islington', 'finsbury', 'kings-cross'],
} satisfies LocalityWords
