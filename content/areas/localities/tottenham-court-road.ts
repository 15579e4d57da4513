import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbing on Tottenham Court Road W1T, 24/7: shops, offices, clinics and the flats upstairs, with a 25-minute target.',
  keywords: [
    'emergency plumber Tottenham Court Road',
    'plumber W1T',
    'plumber Goodge Street station',
    'office plumber Tottenham Court Road',
    'boiler repair W1T',
  ],
  street: 'Tottenham Court Rd',
  pitch:
    'Shops at the pavement, offices and flats over them, a hospital at the top end. On Tottenham Court Road it helps to know who holds the key to the stopcock; if you do not, we look.',
  sellingPoints: [
    '25-minute target, from St Giles Circus to Euston Road',
    'Flats over shops: what can be shut when the shop is locked',
    'Tea points, showers and boosted water in offices',
    'Backflow protection at lab and surgery connections',
    'The first 30 minutes of work are in the call-out price',
  ],
  buildingsTitle: 'Shops below, everything else above',
  buildings: [
    {
      kind: 'shop',
      title: 'Long showrooms',
      text: 'Furniture shops once lined the road. In a deep shop the lavatories can be far from the sewer, on a drain with hardly any fall.',
    },
    {
      kind: 'flats',
      title: 'Flats upstairs',
      text: 'The bell may be round the corner, and the supply may rise through the shop. A leak after hours can need two keyholders.',
    },
    {
      kind: 'office',
      title: 'Refitted offices',
      text: 'Showers in the basement, tea points on each floor, cooling on the roof. A small leak may show first as a booster pump that never stops.',
    },
    {
      kind: 'tower',
      title: 'Centre Point',
      text: 'Offices of the 1960s, flats now, just over in WC1A. In so tall a tower water is boosted, and reducing valves set the pressure at the tap.',
    },
  ],
  specialists: [
    {
      id: 'tech-offices',
      title: 'Water under a raised floor',
      text: 'In an open-plan office water runs beneath the floor panels to the lowest point, which is seldom where it fell. We ask for the sockets there to be switched off, then lift panels along the pipe.',
      points: [
        'Leak-detection alarms traced to the length of cable that tripped',
        'Tea-point boilers isolated, descaled or put right at the filter',
        'Basement showers: mixing valve, waste and pump seen together',
      ],
    },
    {
      id: 'hospital-and-university',
      title: 'At the Euston Road end',
      text: 'University College Hospital has had its main building there since 2005, and UCL fronts Gower Street, parallel to the road. Clinics, teaching rooms and student flats lie in between.',
      points: [
        'Treatment rooms between lists: basins, traps, mixing valves',
        'Shared student kitchens unblocked and the stack tested after',
        'An air gap or break tank advised where a hose could foul the main',
      ],
    },
  ],
  arrivalTitle: 'By the side streets',
  arrival: {
    parking:
      'From 8AM to 7PM, Monday to Saturday, parts of Tottenham Court Road are for buses and cycles only. We come in by a side street and use Camden’s paid bays.',
    congestion:
      'Coming from the north we enter the zone on crossing Euston Road. While TfL is charging, the day’s fee is on your bill at cost; after 18:00 there is none.',
    access:
      'Shutters hide the door numbers. Tell us the side street, the bell and the floor; in a hall of residence or a clinic, let the front desk know that a plumber is coming.',
  },
  streets: [
    'Tottenham Court Road',
    'Goodge Street',
    'Windmill Street',
    'Stephen Street',
    'Hanway Street',
    'Tottenham Street',
    'Howland Street',
    'Maple Street',
  ],
  questions: [
    {
      question: 'What do I do first when my flat is leaking into a closed shop?',
      answer:
        'Shut your own valve, often under the kitchen sink, and run the cold tap until it stops. Then ring us, the number on the shop’s shutter, and your freeholder or agent.',
    },
    {
      question: 'Our booster pump runs all night with nobody in. Is it leaking somewhere?',
      answer:
        'Possibly, or it is a passing cistern valve, a worn non-return valve, or a pressure vessel that has lost its air. Read the meter twice, an hour apart, and tell us both figures.',
    },
    {
      question: 'The boiler in our rented flat is dead. Do we ring you or the landlord?',
      answer:
        'The landlord or agent first: keeping the heating working is normally theirs. If they ask you to arrange it, get it in writing. At a smell of gas ring National Gas Emergency, 0800 111 999, before anybody.',
    },
  ],
  nearby: ['fitzrovia', 'bloomsbury', 'oxford-street', 'covent-garden'],
} satisfies LocalityWords
