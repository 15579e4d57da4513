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
    'The old houses around Angel are tall and narrow. The stopcock is often in the basement and the tank in the roof, so tell us which floor is wet.',
  sellingPoints: [
    '25-minute target on both sides of the canal at Angel',
    'Macerators and sump pumps below street level repaired',
    'Top-floor pressure measured before we suggest a pump',
    'Gas Safe checks on flues in basement light wells',
    'Market shops: visits outside trading hours',
  ],
  buildingsTitle: 'Plumbing in Angel’s houses, shops and wharves',
  buildings: [
    {
      kind: 'terrace',
      title: 'Georgian houses',
      text: 'Colebrooke Row has early 18th-century houses; Duncan Terrace was begun in the 1790s. Kitchens were put in the basements, which flood first.',
    },
    {
      kind: 'shop',
      title: 'Chapel Market, Camden Passage',
      text: 'Shops here have flats above and a soil pipe in the yard. The stopcock tends to be behind the stock, so please clear a path to it before we arrive.',
    },
    {
      kind: 'warehouse',
      title: 'Wharves on the basins',
      text: 'Along Wharf Road, between City Road Basin and Wenlock Basin, industrial buildings are now flats and studios. Wastes can be long and nearly flat, and block halfway.',
    },
    {
      kind: 'flats',
      title: 'Priory Green',
      text: 'Lubetkin’s estate was built from 1948 to 1957 and now belongs to Peabody. Where one riser serves several flats, turning it off for your leak cuts off the neighbours too.',
    },
  ],
  specialists: [
    {
      id: 'new-river',
      title: 'Lead pipes by the New River',
      text: 'The New River brought water to London from 1613, and until 1861 it ran in the open between Duncan Terrace and Colebrooke Row. Old houses here may still have lead pipes in the walls, live or dead.',
      points: [
        'We check which pipes are live before we cut any',
        'Roof tanks checked, given a lid and lagging, or removed for good',
        'Pavement vaults checked: the house drain runs beside or below them',
      ],
    },
    {
      id: 'below-the-drain',
      title: 'Basement bathrooms below the sewer',
      text: 'A shower room in a vault or basement may be too low to drain by gravity. It has a macerator or pumped sump: if that stops, don’t use anything that drains into it. We test the supply, float and non-return valve before we write off the pump.',
      points: [
        'Water off and the macerator unplugged before we lift the lid',
        'Wipes and floss cleared from the blades',
        'High-water alarm advised where no one can see the sump',
      ],
    },
  ],
  arrivalTitle: 'Parking and access around Angel',
  arrival: {
    parking:
      'City Road, Pentonville Road and Upper Street are red routes, so we park in side streets. In the St Peter’s low-traffic streets, camera filters close the short cuts, so we go round.',
    congestion:
      'There’s no charge on Pentonville Road or City Road, the zone’s edge. South of them, say at Claremont Square, we add the charge at cost in charging hours.',
    access:
      'Tall houses are often divided: tell us which floor and which bell. For a gated wharf we need the codes for the gate and the stairs.',
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
      question: 'There’s hardly any pressure on my top floor. Is it the mains?',
      answer:
        'We measure the flow at the kitchen tap and again upstairs. It may be a half-shut valve, a narrow lead pipe or just the height. Only height calls for a pump.',
    },
    {
      question: 'My basement floods whenever it rains hard. Can a plumber help?',
      answer:
        'Partly, yes. We clear the gully in the front area and survey your drain. If the street sewer backs up, tell Thames Water; a non-return valve on your side may keep it out.',
    },
    {
      question: 'Can you turn off one shop’s water but not the flats’?',
      answer:
        'Yes, if the shop has its own stopcock. If one pipe feeds the shop and the flats, we knock before we turn it off, and can fit a separate valve if you want one.',
    },
  ],
  nearby: ['islington', 'finsbury', 'kings-cross'],
} satisfies LocalityWords
