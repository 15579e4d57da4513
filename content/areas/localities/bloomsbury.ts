import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Bloomsbury plumbing emergencies in WC1N, answered 24/7, target under 60 minutes: Georgian houses, clinics round Queen Square, flats over shops.',
  keywords: [
    'emergency plumber Bloomsbury',
    'plumber WC1N',
    'plumber Great Ormond Street',
    'Georgian house plumber Bloomsbury',
    'boiler repair WC1N',
  ],
  street: 'Great James St',
  pitch:
    'Three centuries of pipe can meet on one stair in Great James Street. We find the joint that failed, on that stair or in a clinic, at any hour.',
  sellingPoints: [
    'Our target: under 60 minutes, by day and by night',
    'Lead stubs joined to plastic with the proper coupling',
    'Clinics and surgeries fitted round their appointments',
    'Floorboards lifted whole, panelling left on the wall',
    'Combis, old back boilers and flues by Gas Safe engineers',
  ],
  buildingsTitle: 'Behind the front doors of WC1N',
  buildings: [
    {
      kind: 'terrace',
      title: 'Early Georgian streets',
      text: 'Great James Street went up in the 1720s and has been divided since. The stopcock can be in the coal vault; soil pipes were let in wherever they fitted.',
    },
    {
      kind: 'stucco',
      title: 'Mecklenburgh Square',
      text: 'Joseph Kay’s stucco side was finished by 1825. Roofs hidden behind a parapet drain through the house: what looks like a burst pipe can be rain.',
    },
    {
      kind: 'institution',
      title: 'Houses turned clinic',
      text: 'Round Queen Square a bedroom floor may hold consulting rooms, each with a basin, a mixing valve and a waste that crosses the ceiling of the room below.',
    },
    {
      kind: 'shop',
      title: 'Lamb’s Conduit Street',
      text: 'Named after a conduit restored in 1577. Shop and flats can share one service pipe and one stopcock in the shop’s cellar, out of reach when the shop is shut.',
    },
  ],
  specialists: [
    {
      id: 'hospital-quarter',
      title: 'Next door to two hospitals',
      text: 'The Hospital for Sick Children opened in Great Ormond Street in 1852, the National Hospital, founded in 1859, is in Queen Square. Some houses near by, plumbed for one family, are now consulting rooms and offices.',
      points: [
        'Mixing valves stripped, descaled and set with a thermometer',
        'Dead legs pointed out: legionella can grow where water stands',
        'Backflow protection checked where a hose or a dental chair joins the main',
      ],
    },
    {
      id: 'two-estates',
      title: 'East and west of Southampton Row',
      text: 'To the west are the Bedford Estate’s squares, Bedford Square of 1775 among them, the British Museum and the University. To the east, Great James Street is half a century older. On either side a house made into flats may have one supply pipe for all of them.',
      points: [
        'The shared part and your part told apart before we price either',
        'A camera down the soil stack before anybody opens a wall',
        'Low flow upstairs: measured at the stopcock first, since old lead can be narrow',
      ],
    },
  ],
  arrivalTitle: 'Where we leave the van',
  arrival: {
    parking:
      'Camden controls every kerb here, and part of Lamb’s Conduit Street is for walkers. We stay clear of the hospital entrances in Great Ormond Street and carry.',
    congestion:
      'The zone’s northern edge is Euston Road, so WC1N is within it. From 18:00 until the next morning there is no charge; by day you pay what it cost us.',
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
      question: 'Our supply pipe is soft and grey. Is it lead, and what then?',
      answer:
        'Scratch it: lead shines silver. We can renew the part that is yours, inside the boundary; the part in the street is the water company’s. Until then run the tap before you drink.',
    },
    {
      question: 'Sewage comes up through the basement gully. Whose drain is it?',
      answer:
        'A drain that serves your house alone is yours as far as the boundary. Shared with a neighbour, it is normally the water company’s. Yours we clear; theirs you report to them, and we tell you which it is.',
    },
    {
      question: 'My council block has no heating. Is it a case for you or for Camden?',
      answer:
        'Council tenants ring Camden in any case. In a leasehold flat, ask next door: if they are cold too it is the block’s plant. If not, the pipes that your lease makes yours we repair.',
    },
  ],
  nearby: ['russell-square', 'chancery-lane', 'kings-cross', 'tottenham-court-road'],
} satisfies LocalityWords
