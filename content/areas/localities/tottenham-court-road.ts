import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers on Tottenham Court Road W1T, 24/7: shops, offices, clinics and the flats upstairs, with a 25-minute target.',
  keywords: [
    'emergency plumber Tottenham Court Road',
    'plumber W1T',
    'plumber Goodge Street station',
    'office plumber Tottenham Court Road',
    'boiler repair W1T',
  ],
  street: 'Tottenham Court Rd',
  pitch:
    'There are shops at street level, offices and flats above and a hospital at the top end. On Tottenham Court Road it helps to know who can get to the stopcock. If you don’t, we’ll ask.',
  sellingPoints: [
    '25-minute target, from St Giles Circus to Euston Road',
    'Flats over shops, even when the shop is locked',
    'Tea points, showers and boosted water in offices',
    'Backflow protection at lab and surgery connections',
    'The call-out price includes the first 30 minutes of work',
  ],
  buildingsTitle: 'Shops, flats and offices on Tottenham Court Road',
  buildings: [
    {
      kind: 'shop',
      title: 'Long showrooms',
      text: 'Furniture shops once lined the road. In a deep shop the toilets can be far from the sewer, on a drain with hardly any fall.',
    },
    {
      kind: 'flats',
      title: 'Flats upstairs',
      text: 'The bell may be round the corner, and your supply may come up through the shop. A leak after hours can need two keyholders.',
    },
    {
      kind: 'office',
      title: 'Refitted offices',
      text: 'There are showers in the basement, tea points on each floor and cooling on the roof. The first sign of a small leak may be a booster pump that never stops.',
    },
    {
      kind: 'tower',
      title: 'Centre Point',
      text: 'Its 1960s offices, just over the boundary in WC1A, are now flats. In a tower this tall, the water is boosted, and pressure-reducing valves set the pressure at the tap.',
    },
  ],
  specialists: [
    {
      id: 'tech-offices',
      title: 'Leaks under raised office floors',
      text: 'In an open-plan office, water runs under the floor panels to the lowest point, which is rarely under the leak. Once you’ve switched off the sockets there, we lift panels along the pipe.',
      points: [
        'Leak-detection alarms traced to the length of cable that tripped',
        'Tea-point boilers isolated, descaled, repaired or given a new filter',
        'Basement showers: mixing valve, waste and pump checked together',
      ],
    },
    {
      id: 'hospital-and-university',
      title: 'UCLH, UCL and Gower Street',
      text: 'University College Hospital has had its main building at the Euston Road end since 2005, and UCL is on Gower Street, parallel to the road. Clinics, teaching rooms and student flats lie in between.',
      points: [
        'Treatment rooms between clinics: basins, traps, mixing valves',
        'Shared student kitchens unblocked and the stack tested afterwards',
        'An air gap or break tank advised where a hose could foul the main',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in W1T',
  arrival: {
    parking:
      'From 8am to 7pm, Monday to Saturday, parts of Tottenham Court Road are for buses and cycles only. We use a side street and Camden’s paid bays.',
    congestion:
      'Coming from the north, we enter the zone as we cross Euston Road. During charging hours we add the day’s charge at cost; after 6pm there’s none.',
    access:
      'Shutters hide the door numbers. Tell us the side street, the bell and the floor. In a hall of residence or clinic, let the front desk know to expect us.',
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
      question: 'My flat is leaking into a closed shop. What do I do first?',
      answer:
        'Turn off your own stop valve, often under the kitchen sink, and run the cold tap until it stops. Then call us, the number on the shop’s shutter, and your freeholder or agent.',
    },
    {
      question: 'Our booster pump runs all night with no one in. Is there a leak?',
      answer:
        'Possibly, or it could be a leaking cistern valve, a worn non-return valve or a flat pressure vessel. Read the meter twice, an hour apart, and tell us both figures.',
    },
    {
      question: 'The boiler in our rented flat is dead. Do we call you or the landlord?',
      answer:
        'The landlord or agent first: keeping the heating working is normally their job. If they ask you to arrange it, get that in writing. If you smell gas, call the National Gas Emergency Service on 0800 111 999 before anyone else.',
    },
  ],
  nearby: ['fitzrovia', 'bloomsbury', 'oxford-street', 'covent-garden'],
} satisfies LocalityWords
