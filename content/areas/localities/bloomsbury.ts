import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Plumbing emergencies in Bloomsbury WC1N, answered 24/7, target under 60 minutes: Georgian houses, clinics round Queen Square, flats over shops.',
  keywords: [
    'emergency plumber Bloomsbury',
    'plumber WC1N',
    'plumber Great Ormond Street',
    'Georgian house plumber Bloomsbury',
    'boiler repair WC1N',
  ],
  street: 'Great James St',
  pitch:
    'Three centuries of pipe can meet on one staircase in Great James Street. We find the joint that failed, in a house or a clinic, at any hour.',
  sellingPoints: [
    'Our target: under 60 minutes, by day or night',
    'Lead pipes joined to plastic with the proper coupling',
    'Clinics and surgeries: work fitted round appointments',
    'Floorboards lifted whole, panelling left on the wall',
    'Combis, back boilers and flues repaired by Gas Safe engineers',
  ],
  buildingsTitle: 'Plumbing in Bloomsbury’s houses, clinics and shops',
  buildings: [
    {
      kind: 'terrace',
      title: 'Early Georgian streets',
      text: 'Great James Street’s houses went up in the 1720s and have been divided since. The stopcock can be in the coal vault, and soil pipes run wherever they fit.',
    },
    {
      kind: 'stucco',
      title: 'Mecklenburgh Square',
      text: 'Joseph Kay’s east side was finished by 1825. Parapet roofs drain through the house, so what looks like a burst pipe can be rain.',
    },
    {
      kind: 'institution',
      title: 'Houses turned into clinics',
      text: 'Round Queen Square, old bedrooms may now be consulting rooms, each with a basin, a mixing valve and a waste running above the room below.',
    },
    {
      kind: 'shop',
      title: 'Lamb’s Conduit Street',
      text: 'The street is named after a conduit restored in 1577. A shop and its flats can share one stopcock in the cellar, out of reach when the shop’s shut.',
    },
  ],
  specialists: [
    {
      id: 'hospital-quarter',
      title: 'Near Great Ormond Street and Queen Square',
      text: 'The Hospital for Sick Children opened in Great Ormond Street in 1852. The National Hospital, founded in 1859, is in Queen Square. Some houses nearby, plumbed for one family, are now consulting rooms and offices.',
      points: [
        'Mixing valves stripped, descaled and set with a thermometer',
        'Dead legs pointed out: legionella can grow in standing water',
        'Backflow protection checked where a hose or dental chair joins the main',
      ],
    },
    {
      id: 'two-estates',
      title: 'East and west of Southampton Row',
      text: 'To the west are the British Museum, the University and the Bedford Estate’s squares, including Bedford Square (1775). To the east, Great James Street is half a century older. On either side, a house made into flats may have one supply pipe for all of them.',
      points: [
        'Shared pipes identified before we price any work',
        'A camera down the soil stack before anyone opens up a wall',
        'Low flow upstairs: measured at the stopcock first, as old lead can be narrow',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in WC1N',
  arrival: {
    parking:
      'Camden controls all the parking here, and part of Lamb’s Conduit Street is pedestrianised. We park clear of the hospital entrances on Great Ormond Street and carry our tools in.',
    congestion:
      'The zone’s northern edge is Euston Road, so WC1N is inside it. From 6pm until the next morning there’s no charge; by day we charge what we pay.',
    access: 'Tell us the floor and the name on the bell, and look for the key to the pavement vault: the stopcock may be in there.',
  },
  streets: [
    'Great Ormond Street',
    'Queen Square',
    'Lamb’s Conduit Street',
    'Great James Street',
    'Rugby Street',
    'Doughty Street',
    'John Street',
    'Mecklenburgh Square',
    'Guilford Street',
  ],
  questions: [
    {
      question: 'Our supply pipe is soft and grey. Is it lead?',
      answer:
        'Scratch it: lead shines silver. We can replace the part that’s yours, inside the boundary; the part in the street belongs to the water company. Until then, run the tap before you drink.',
    },
    {
      question: 'Sewage is coming up through the basement gully. Whose drain is it?',
      answer:
        'A drain that serves only your house is yours as far as the boundary. If it’s shared with a neighbour, it normally belongs to the water company. We clear yours, and tell you if it’s one for them to clear.',
    },
    {
      question: 'My council block has no heating. Should I call you or Camden?',
      answer:
        'If you’re a council tenant, call Camden Council. If you’re a leaseholder, ask next door: if they’re cold too, it’s the block’s system. If not, we can repair the pipes that are yours under the lease.',
    },
  ],
  nearby: ['russell-square', 'chancery-lane', 'kings-cross', 'tottenham-court-road'],
} satisfies LocalityWords
