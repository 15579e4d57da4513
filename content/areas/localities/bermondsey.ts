import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Bermondsey emergency plumbers, SE1. 25-minute target, 24/7, for Shad Thames warehouses, Bermondsey Street, arches and estates. Ring, or book on this page.',
  keywords: [
    'emergency plumber Bermondsey',
    'plumber Shad Thames',
    'plumber Bermondsey Street',
    'boiler repair SE1',
    'unvented cylinder repair SE1',
  ],
  street: 'Bermondsey St',
  pitch:
    'Wharves made into flats, arches into kitchens, warehouses into offices: in Bermondsey we trace the pipe before we open a wall. Gas Safe engineers, day and night.',
  sellingPoints: [
    '25-minute target from Bermondsey Street to the wharves',
    'Pipes traced in thick brick before a hole is made',
    'Estates: the stair isolated, and the neighbours told first',
    'Arch kitchens and breweries kept draining',
    'Combis and system boilers repaired by Gas Safe engineers',
  ],
  buildingsTitle: 'What the leather and the wharves left',
  buildings: [
    {
      kind: 'warehouse',
      title: 'Wharves at Shad Thames',
      text: 'Butler’s Wharf was built in 1871 to 1873 and its conversion from the late 1980s. Pipework of that age can mean early push-fit and valves that no longer shut.',
    },
    {
      kind: 'terrace',
      title: 'Old houses and shops',
      text: 'Grange Walk keeps houses of the 17th century, Bermondsey Street a row of shops dated 1828. Behind panelling and lath we locate a pipe before we drill.',
    },
    {
      kind: 'arches',
      title: 'Viaduct arches',
      text: 'The railway to Greenwich, opened in 1836, crosses on brick arches. Around Druid Street and Maltby Street yeast, fat and hot wash water can share one floor drain.',
    },
    {
      kind: 'flats',
      title: 'Council estates',
      text: 'Bermondsey Borough Council built the Harold Estate in the 1930s; the Arnold and Purbrook lie north of it. Soil stacks are shared; the shut-off may serve a stair.',
    },
  ],
  specialists: [
    {
      id: 'warehouses',
      title: 'Living in a wharf',
      text: 'Pipes often run in floor voids, over corridor ceilings and in boxed risers that flats share. A stain can be well away from its leak. We work back along the void before anybody opens a floor.',
      points: [
        'Worn isolating valves replaced while the riser is down anyway',
        'On an unvented cylinder the vessel, relief valves and tundish checked together',
        'Corridor ceilings opened by agreement with the managing agent',
      ],
    },
    {
      id: 'commercial-kitchens',
      title: 'Food and drink under the railway',
      text: 'Brewers, bakers and weekend stalls work in the arches. A trade that washes down every day needs a drain with fall, a trap that somebody empties, and a hose that cannot siphon back into the main.',
      points: [
        'Backflow: an air gap or a valve, whichever the fluid category asks for',
        'Grease traps and gullies lifted, cleared and bedded down again',
        'Pipes on cold brick lagged, and the drain-down point shown to you',
      ],
    },
  ],
  arrivalTitle: 'Which side of Tower Bridge Road',
  arrival: {
    parking:
      'Tower Bridge Road is a red route, and Shad Thames is too narrow to leave a van in. We take one of Southwark’s paid bays near by and carry the kit.',
    congestion:
      'Tower Bridge Road is the edge of the zone, and free itself. Bermondsey Street, west of it, is inside; for Shad Thames, Maltby Street and Grange Walk, east of it, no charge is added.',
    access:
      'A wharf needs the porter, or a fob for gate and lift. On an estate, name the block and the stair. An arch has a number over its door: that is the one we look for.',
  },
  streets: [
    'Bermondsey Street',
    'Tower Bridge Road',
    'Shad Thames',
    'Tanner Street',
    'Leathermarket Street',
    'Long Lane',
    'Grange Walk',
    'Maltby Street',
    'Abbey Street',
  ],
  questions: [
    {
      question: 'The tundish under my cylinder is running. Can it wait?',
      answer:
        'A relief valve is passing. Switch off the immersion and the boiler, leave the cold supply on, and ring us. A cold, slow drip can wait for the morning; hot water or a steady run cannot.',
    },
    {
      question: 'Our basement drain rises in heavy rain. Can you stop that?',
      answer:
        'Low ground by the river drains to sewers that fill in a storm. A non-return valve or a pumped chamber can keep that out of your rooms. The sewer itself is Thames Water’s.',
    },
    {
      question: 'The hot water in our block has failed. Who mends it?',
      answer:
        'If the neighbours have lost it too, shared plant is probably at fault: report it to the landlord. If it is you alone, we test your valve, pump or cylinder.',
    },
  ],
  nearby: ['london-bridge', 'borough', 'elephant-castle'],
} satisfies LocalityWords
