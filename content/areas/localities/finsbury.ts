import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumber in Finsbury EC1V: 20-minute target at any hour. Council towers, Spa Green, Northampton Square houses, student halls. Phone or book here.',
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
    'The New River brought water to Finsbury in 1613. When it comes through your ceiling, a plumber comes to the tower, terrace or hall, and tells you the price first.',
  sellingPoints: [
    '20-minute target from Rosebery Avenue to Lever Street',
    'Tank, pump or your own valve: we find which one failed',
    'You are told what the council should repair for you',
    'Student kitchens and showers, in halls and houses',
    'Stopcocks freed before anybody leans on them',
  ],
  buildingsTitle: 'Finsbury council’s blocks, and what came before',
  buildings: [
    {
      kind: 'tower',
      title: 'Michael Cliffe House',
      text: 'Twenty-five storeys on the Finsbury Estate, 1960s. Street pressure does not reach the top floors; pumps have to, and a fault in them shows by floor.',
    },
    {
      kind: 'flats',
      title: 'Spa Green',
      text: 'By Lubetkin and Tecton, 1946 to 1949, just over in EC1R. Walls between flats are structural concrete, so pipes keep to their ducts and a search begins there.',
    },
    {
      kind: 'terrace',
      title: 'Northampton Square',
      text: 'Early nineteenth-century houses, many cut into flats. One riser may feed four kitchens, and the one stopcock that holds may be in the basement tenant’s hall.',
    },
    {
      kind: 'institution',
      title: 'The university',
      text: 'Mountford’s institute of the 1890s, now City St George’s, with later blocks around it: laboratories, canteens and washrooms, each with its own risk of backflow.',
    },
  ],
  specialists: [
    {
      id: 'council-estates',
      title: 'On a council estate',
      text: 'Islington’s Bunhill network heats the King Square estate, partly with warm air from the Northern line. A cold radiator there can be your valve or the whole system, and it matters which one you report.',
      points: [
        'If you bought the lease, the pipes in the flat are usually yours, the riser is not',
        'Your flat shut at its own valve; the stack’s valve is left to the estate',
        'The fault described in writing, for you to send to the housing office',
      ],
    },
    {
      id: 'university',
      title: 'Halls, laboratories, shared houses',
      text: 'Six people to one kitchen block a sink sooner than a family does. For landlords and hall managers round Northampton Square we come in term time or between tenancies.',
      points: [
        'Group showers: mixing valve descaled, every head measured afterwards',
        'A laboratory tap and its backflow device looked at in one visit',
        'Sinks cleared at the stack when the trap turns out to be clean',
      ],
    },
  ],
  arrivalTitle: 'Bays, boundary and block names',
  arrival: {
    parking:
      'Pentonville Road and City Road are red routes, and Goswell Road has little kerb to spare. We take an Islington bay in a side street, Percival Street for one, and bill the fee as paid.',
    congestion:
      'Pentonville Road and City Road are the edge of the zone and free to drive along. Finsbury lies south of them, so a visit in charging hours brings the charge, at cost.',
    access:
      'Give the block’s name, flat and postcode: the Finsbury Estate has four blocks, and Spa Green is EC1R. If the entry panel is dead, somebody has to let us in.',
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
      question: 'I rent from Islington Council. Are you the right people to ring?',
      answer:
        'The council first: a leak in a rented flat is normally the landlord’s repair and costs you nothing. If water is pouring and you cannot wait, we come, and you hear our price first.',
    },
    {
      question: 'The top floors have no water and the lower ones do. What is wrong?',
      answer:
        'A booster pump has most likely stopped, or the tank it fills has run dry. That is the building’s plant: ring the estate’s emergency line. If your neighbours have water and you have not, ring us.',
    },
    {
      question: 'Where is the stopcock in a house that was cut into flats?',
      answer:
        'Try the front of the basement, the vault under the pavement, then behind the bath panel. If it will not turn, leave it. We ease the gland, work it loose and shut it, or freeze the pipe.',
    },
  ],
  nearby: ['clerkenwell-proper', 'old-street', 'angel', 'bunhill-fields'],
} satisfies LocalityWords
