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
    'EC1M runs from the foot of Clerkenwell Green to Charterhouse Square. Its workshops became flats but the drains stayed put, so our engineers start with those.',
  sellingPoints: [
    '20-minute target between the Green and Cowcross Street',
    'Loft bathrooms: macerators, pumps and long flat wastes',
    'Cylinders and relief valves checked before they leak',
    'Whose drain is blocked? We find out before we rod it',
    'Early Georgian houses opened up as little as possible',
  ],
  buildingsTitle: 'Plumbing in Clerkenwell’s homes and workshops',
  buildings: [
    {
      kind: 'terrace',
      title: 'Britton Street, 1718 to 1724',
      text: 'A few of Simon Michell’s houses are left, mostly with new fronts. Expect a main under the front area and a rear WC on a drain with little fall.',
    },
    {
      kind: 'warehouse',
      title: 'St John Street floors',
      text: 'These warehouses and works have iron columns and often one soil stack at the back. As flats they have bathrooms in the middle, which drain to it by pump or along almost level pipes.',
    },
    {
      kind: 'mansion',
      title: 'On Charterhouse Square',
      text: 'Florin Court dates from 1936. In flats of that age one riser may feed a whole column of kitchens, so changing one tap can mean warning every neighbour.',
    },
    {
      kind: 'office',
      title: 'Showrooms on Clerkenwell Road',
      text: 'The road was cut through in the 1870s. With showrooms below, studios above and no drain near the sinks, look for a pump under the counter and a heater beside it.',
    },
  ],
  specialists: [
    {
      id: 'lofts',
      title: 'Loft flats in old workshops',
      text: 'Watchmakers, printers and distillers worked here, and the drains are where their sinks were. A newer bathroom may be the whole depth of the building from the stack.',
      points: [
        'Macerators opened, cleared and descaled, or replaced if the motor’s gone',
        'Unvented (G3) cylinders: relief valves, vessel and tundish checked together',
        'Wastes relaid to a proper fall where the floor is deep enough',
        'Your floor’s valves found and labelled before the next leak',
      ],
    },
    {
      id: 'kitchens',
      title: 'Kitchens near Farringdon station',
      text: 'A kitchen on Cowcross Street may drain to a pumped pit, or to a yard gully shared by three tenants. We lift the covers and find out before we rod anything.',
      points: [
        'Grease trap emptied and the line behind it jetted',
        'Combi ovens and dishwashers: solenoid, filter and waste checked in turn',
        'Work after last orders, at a rate agreed beforehand',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in EC1M',
  arrival: {
    parking:
      'Islington’s permit bays cover most of these streets, and the lane under St John’s Gate is tight for a van. We use a paid bay nearby and show you what it cost.',
    congestion: 'All of EC1M is in the zone. On weekdays from 7am to 6pm, and from noon to 6pm at weekends, we add the charge at cost.',
    access:
      'The Green has EC1R postcodes, and the north end of St John’s Square EC1V, so give us the number and postcode. In a shared building, tell us which stair, and whether the lift runs at night.',
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
      question: 'Water’s running into the tundish beside my cylinder. Should I turn something off?',
      answer:
        'Switch off the boiler and the immersion heater. If the water’s hot, leave the cold feed on. If it’s cold, you can turn the feed off. We test the vessel and both relief valves.',
    },
    {
      question: 'The studio above is leaking into ours and everyone up there has gone home. How do you stop it?',
      answer:
        'We look for the valve on the landing or in the riser cupboard. If it’s locked away, ask the managing agent to turn off the building’s supply. We won’t force another tenant’s door.',
    },
    {
      question: 'There’s a smell of gas on our stairs. Should I call you?',
      answer:
        'Not yet: don’t touch any switches, open a window on your way out and call the National Gas Emergency Service on 0800 111 999. Once it’s safe, our Gas Safe engineer can repair your pipes or boiler.',
    },
  ],
  nearby: ['smithfield', 'finsbury', 'st-bartholomews', 'chancery-lane'],
} satisfies LocalityWords
