import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Bermondsey emergency plumbers, SE1. 25-minute target, 24/7, for Shad Thames warehouses, Bermondsey Street, arches and estates. Call or book here.',
  keywords: [
    'emergency plumber Bermondsey',
    'plumber Shad Thames',
    'plumber Bermondsey Street',
    'boiler repair SE1',
    'unvented cylinder repair SE1',
  ],
  street: 'Bermondsey St',
  pitch:
    'Wharves turned into flats, arches into kitchens, warehouses into offices: in Bermondsey we trace the pipe before we open up a wall. Gas Safe engineers, day or night.',
  sellingPoints: [
    '25-minute target from Bermondsey Street to the wharves',
    'Pipes traced in thick brick before we make a hole',
    'Estates: one staircase isolated, neighbours told first',
    'Drains cleared in arch kitchens and breweries',
    'Combis and system boilers repaired by Gas Safe engineers',
  ],
  buildingsTitle: 'Plumbing in Bermondsey’s wharves, arches and estates',
  buildings: [
    {
      kind: 'warehouse',
      title: 'Wharves at Shad Thames',
      text: 'Butler’s Wharf was built between 1871 and 1873 and converted from the late 1980s. Pipes from then can be early push-fit, with valves that no longer close.',
    },
    {
      kind: 'terrace',
      title: 'Old houses and shops',
      text: 'Grange Walk has 17th-century houses, and Bermondsey Street a row of shops dated 1828. We locate a pipe behind panelling or lath before we drill.',
    },
    {
      kind: 'arches',
      title: 'Viaduct arches',
      text: 'The railway to Greenwich, opened in 1836, runs here on brick arches. Around Druid Street and Maltby Street, yeast, fat and hot wash water can share one floor drain.',
    },
    {
      kind: 'flats',
      title: 'Council estates',
      text: 'Bermondsey Borough Council built the Harold Estate in the 1930s; the Arnold and Purbrook are north of it. Soil stacks are shared, and one valve may serve a whole staircase.',
    },
  ],
  specialists: [
    {
      id: 'warehouses',
      title: 'Flats in riverside wharves',
      text: 'Pipes often run in floor voids, above corridor ceilings and in boxed risers shared by several flats. A stain can be a long way from the leak. We work back along the void before anyone lifts a floor.',
      points: [
        'Worn isolating valves replaced while the riser is off anyway',
        'Unvented cylinders: vessel, relief valves and tundish checked together',
        'Corridor ceilings opened by agreement with your managing agent',
      ],
    },
    {
      id: 'commercial-kitchens',
      title: 'Kitchens and breweries in the arches',
      text: 'Brewers, bakers and weekend stalls trade in the arches. A business that washes down every day needs a drain with fall, a trap that gets emptied, and a hose that can’t siphon back into the main.',
      points: [
        'Backflow: an air gap or a valve, whichever the fluid category needs',
        'Grease traps and gullies opened, cleared and resealed',
        'Pipes on cold brick lagged, and we show you the drain-down point',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in Bermondsey',
  arrival: {
    parking:
      'Tower Bridge Road is a red route, and Shad Thames is too narrow for a van. We use one of Southwark’s paid bays nearby and carry our tools in.',
    congestion:
      'Bermondsey Street is inside the zone. There’s no charge on Tower Bridge Road, its edge, or to the east, on Shad Thames, Maltby Street and Grange Walk.',
    access:
      'At a wharf we need the porter, or a fob for the gate and lift. On an estate, tell us the block and the stair. If you’re in an arch, tell us the number over the door.',
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
      question: 'Water’s running from the tundish under my cylinder. Can it wait?',
      answer:
        'A relief valve is letting water past. Switch off the immersion and the boiler, leave the cold supply on, and call us. A cold, slow drip can wait until morning; hot water or a steady flow can’t.',
    },
    {
      question: 'Our basement drain backs up in heavy rain. Can you stop it?',
      answer:
        'Low ground by the river drains to sewers that fill up in a storm. A non-return valve or a pumped chamber can keep the water out. The sewer itself belongs to Thames Water.',
    },
    {
      question: 'The hot water in our block has failed. Who fixes it?',
      answer:
        'If your neighbours have lost it too, the shared plant has probably failed: tell the landlord. If it’s just you, we test your valve, pump or cylinder.',
    },
  ],
  nearby: ['london-bridge', 'borough', 'elephant-castle'],
} satisfies LocalityWords
