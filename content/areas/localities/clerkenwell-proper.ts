import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Clerkenwell plumbers for EC1M, the streets below the Green: St John’s Square, Britton Street, Charterhouse Square. 20-minute target, day or night.',
  keywords: [
    'plumber EC1M',
    'emergency plumber Clerkenwell Green',
    'plumber St John Street',
    'plumber Charterhouse Square',
    'macerator repair Clerkenwell',
    'unvented cylinder EC1M',
  ],
  street: 'St John’s Sq',
  pitch:
    'EC1M reaches from the foot of Clerkenwell Green to Charterhouse Square. Its workshops became flats and the drains stayed where they were; our engineers look there first.',
  sellingPoints: [
    '20-minute target between the Green and Cowcross Street',
    'Loft bathrooms: macerators, pumps and long flat wastes',
    'Cylinders and relief valves checked before they flood',
    'Whose drain is blocked, found before we rod it',
    'Early Georgian houses opened up as little as we can',
  ],
  buildingsTitle: 'South of the Green, house by house',
  buildings: [
    {
      kind: 'terrace',
      title: 'Britton Street, 1718 to 1724',
      text: 'A few of Simon Michell’s houses are left, mostly refronted. Expect a main that comes in under the front area, and a rear closet on a drain with little fall.',
    },
    {
      kind: 'warehouse',
      title: 'St John Street floors',
      text: 'Warehouses and works with iron columns and often one soil stack at the back. As flats they have bathrooms in the middle, pumped or run almost level to reach it.',
    },
    {
      kind: 'mansion',
      title: 'On Charterhouse Square',
      text: 'Florin Court dates from 1936. In flats of that age one riser may feed a whole column of kitchens, so one new tap can mean warning every neighbour.',
    },
    {
      kind: 'office',
      title: 'Showrooms on Clerkenwell Road',
      text: 'The road was cut through in the 1870s. Showrooms below, studios above, sinks put where no drain was: a pump under the counter and a heater beside it.',
    },
  ],
  specialists: [
    {
      id: 'lofts',
      title: 'Workshop floors, lived in',
      text: 'Watchmakers, printers and distillers worked here, and the drains are where their sinks were. A bathroom added since may lie the whole depth of the building from the stack.',
      points: [
        'Macerators opened, cleared and descaled, or changed if the motor is gone',
        'Unvented (G3) cylinders: relief valves, vessel and tundish looked at together',
        'Wastes laid again to a true fall where the floor is deep enough',
        'Your floor’s valves found and labelled before the next leak',
      ],
    },
    {
      id: 'kitchens',
      title: 'Kitchens by Farringdon station',
      text: 'A kitchen on Cowcross Street may drain to a pumped pit, or to one yard gully that three tenants share. We lift the covers and find out which before a rod goes in.',
      points: [
        'Grease trap emptied and the line behind it jetted',
        'Combi ovens and dishwashers: solenoid, filter and waste checked in turn',
        'Work after last orders, at a rate you have heard beforehand',
      ],
    },
  ],
  arrivalTitle: 'Through the Gate, or round it',
  arrival: {
    parking:
      'Islington’s permit bays cover most of these streets, and the lane under St John’s Gate is tight for a van. We use a paid bay nearby and show you what it cost.',
    congestion:
      'No part of EC1M is outside the zone. On weekdays from 7:00 to 18:00, and from 12:00 to 18:00 at weekends, what the engineer pays goes on your bill as it is.',
    access:
      'The Green has EC1R postcodes, and the north end of St John’s Square EC1V, so give number and postcode. In a shared works, say which stair, and whether the lift runs at night.',
  },
  streets: [
    'St John’s Square',
    'St John’s Lane',
    'Britton Street',
    'Turnmill Street',
    'Cowcross Street',
    'St John Street',
    'Charterhouse Square',
    'Clerkenwell Road',
  ],
  questions: [
    {
      question: 'Water is running into the tundish beside my cylinder. Should I turn something off?',
      answer:
        'Switch off the boiler and the immersion heater. While the water runs hot, leave the cold feed on; if it runs cold, you may shut it. We test the vessel and both relief valves.',
    },
    {
      question: 'The studio above leaks on us and the tenant has gone home. How is it stopped?',
      answer:
        'We look for the valve on the landing or in the riser cupboard. If it is locked away, ask the managing agent to have the building’s supply shut. We will not force another tenant’s door.',
    },
    {
      question: 'There is a smell of gas on the stairs. Do I ring you?',
      answer:
        'Touch no switch, open a window on your way out and ring the National Gas Emergency line first, 0800 111 999. Once the supply is safe, our Gas Safe engineer repairs your pipework or boiler.',
    },
  ],
  nearby: ['smithfield', 'finsbury', 'st-bartholomews', 'chancery-lane'],
} satisfies LocalityWords
