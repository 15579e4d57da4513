import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber in Finsbury EC1V: 20-minute target at any hour. Council towers, Spa Green, Northampton Square houses, student halls. Call or book here.',
  keywords: [
    'emergency plumber Finsbury',
    'plumber EC1V',
    'plumber Finsbury Estate',
    'plumber Northampton Square',
    'boiler repair EC1V',
    'plumber Goswell Road',
  ],
  street: 'St John St',
  pitch:
    'The New River brought water to Finsbury in 1613. When it comes through your ceiling, in a tower, terrace or hall, we’ll stop it and give you the price before we start work.',
  sellingPoints: [
    '20-minute target from Rosebery Avenue to Lever Street',
    'Tank, pump or your own valve: we find out which',
    'We tell you what the council should repair for you',
    'Student kitchens and showers, in halls and houses',
    'Stiff stopcocks freed gently, not forced',
  ],
  buildingsTitle: 'Finsbury’s council blocks and older homes',
  buildings: [
    {
      kind: 'tower',
      title: 'Michael Cliffe House',
      text: 'The tower has 25 storeys and is on the 1960s Finsbury Estate. Mains pressure can’t reach the top floors, so water is pumped. If the pump fails, they run dry first.',
    },
    {
      kind: 'flats',
      title: 'Spa Green',
      text: 'It was designed by Lubetkin and Tecton and built from 1946 to 1949, just over the boundary in EC1R. Walls between flats are structural concrete, so pipes keep to their ducts and that’s where we look first.',
    },
    {
      kind: 'terrace',
      title: 'Northampton Square',
      text: 'Many of its early 19th-century houses are now flats. One riser may feed four kitchens, and the only stopcock that works may be in the basement flat’s hall.',
    },
    {
      kind: 'institution',
      title: 'The university',
      text: 'Mountford’s institute of the 1890s is now City St George’s, with later blocks around it. Labs, canteens and washrooms each bring their own backflow risk.',
    },
  ],
  specialists: [
    {
      id: 'council-estates',
      title: 'Council flats and estates',
      text: 'Islington’s Bunhill network heats the King Square estate, partly with warm air from the Northern line. A cold radiator there can be your valve or the whole system, so it’s worth knowing which to report.',
      points: [
        'If you’re a leaseholder, pipes in the flat are usually yours and the riser isn’t',
        'We turn off your flat’s own valve and leave the riser’s valve to the estate',
        'A written note of the fault for you to send to the housing office',
      ],
    },
    {
      id: 'university',
      title: 'Student halls, labs and shared houses',
      text: 'Six people sharing a kitchen block a sink faster than a family does. For landlords and hall managers round Northampton Square, we visit in term time or between tenancies.',
      points: [
        'Shared showers: mixing valve descaled, then each head tested',
        'Laboratory taps and their backflow devices checked in one visit',
        'Sinks unblocked at the stack when the trap turns out clear',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in EC1V',
  arrival: {
    parking:
      'Pentonville Road and City Road are red routes, and Goswell Road has little kerb space. We use an Islington bay in a side street such as Percival Street and bill the fee at cost.',
    congestion:
      'Pentonville Road and City Road, the zone’s edge, are free to drive along. Finsbury is south of them, so in charging hours we add the charge at cost.',
    access:
      'Give us the block’s name, flat and postcode: the Finsbury Estate has four blocks, and Spa Green is EC1R. If the entry panel is dead, please ask someone to meet us.',
  },
  streets: [
    'St John Street',
    'Goswell Road',
    'Northampton Square',
    'Percival Street',
    'Skinner Street',
    'Lever Street',
    'Spencer Street',
    'Rosebery Avenue',
  ],
  questions: [
    {
      question: 'I rent from Islington Council. Should I call you?',
      answer:
        'Call the council first. A leak in a rented flat is normally the landlord’s repair and free to you. If water’s pouring in and you can’t wait, we’ll visit and tell you our price first.',
    },
    {
      question: 'The top floors have no water but the lower ones do. What’s wrong?',
      answer:
        'A booster pump has probably stopped, or its tank has run dry. That’s the building’s plant, so call the estate’s emergency line. If your neighbours have water and you don’t, call us.',
    },
    {
      question: 'Where’s the stopcock in a house split into flats?',
      answer:
        'Try the front of the basement, the vault under the pavement, then behind the bath panel. If it won’t turn, leave it. We ease the gland and work it loose, or freeze the pipe.',
    },
  ],
  nearby: ['clerkenwell-proper', 'old-street', 'angel', 'bunhill-fields'],
} satisfies LocalityWords
