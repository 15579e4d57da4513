import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers in Borough SE1, 25-minute target, 24/7: market kitchens, Georgian squares, Tabard Gardens flats. Call us or book a visit online.',
  keywords: [
    'emergency plumber Borough',
    'plumber Borough High Street',
    'plumber SE1',
    'blocked drain Borough Market',
    'boiler repair Borough',
  ],
  street: 'Borough High St',
  pitch:
    'A blocked gully, a stiff stopcock in Trinity Church Square, a cold flat in Tabard Gardens: our Gas Safe engineers fix them all, at any hour.',
  sellingPoints: [
    '25-minute target for the market, squares and Tabard Gardens',
    'Grease traps and floor gullies cleared after hours',
    'Lead supply pipes joined to new with the proper couplings',
    'Landing valves found and freed before we drain anything',
    'Combis, system boilers and old back boilers: Gas Safe engineers',
  ],
  buildingsTitle: 'Plumbing in Borough’s market, shops and squares',
  buildings: [
    {
      kind: 'market',
      title: 'Stalls under the viaduct',
      text: 'Borough Market trades under railway viaducts. Washdown water, fish ice and frying fat can meet in one floor gully, so we lift its trap first.',
    },
    {
      kind: 'shop',
      title: 'Shops on the High Street',
      text: 'Shops here have narrow fronts, deep plots and old inn yards behind. The drain from a kitchen at the back may run under a neighbour’s floor on its way to the sewer.',
    },
    {
      kind: 'terrace',
      title: 'Trinity Church Square',
      text: 'The square was built from 1824 to 1832, and much of it has been knocked through into flats. Pipes now cross old party walls, so the valve you want may be next door.',
    },
    {
      kind: 'flats',
      title: 'Tabard Gardens',
      text: 'These are London County Council blocks, largely from the 1920s. Where they still have cast-iron stacks, the lead joints leak if a pipe is knocked or a bath moved.',
    },
  ],
  specialists: [
    {
      id: 'kitchens',
      title: 'Blocked drains in Borough Market kitchens',
      text: 'Borough Market belongs to a charitable trust and its stalls are packed tight, with more restaurants on Stoney Street and Southwark Street. When a gully backs up, it’s rarely just one kitchen’s fat. We find where the lines join before anyone gets the blame.',
      points: [
        'Grease traps checked at lid, baffle and outlet, not just scooped out',
        'Sink wastes, pre-rinse sprays and glasswasher drains repaired between services',
        'Backflow protection checked wherever a hose meets a sink or gully',
      ],
    },
    {
      id: 'georgian-homes',
      title: 'Georgian homes on the Trinity estate',
      text: 'Trinity Church Square and Merrick Square belong to the Corporation of Trinity House, and they’re listed. Merrick Square’s houses, from the 1850s, haven’t been split into flats. In both, the pipes may have been moved many times since.',
      points: [
        'Seized stopcocks eased a little each way, never forced',
        'Floorboards numbered as they come up and screwed back in order',
        'Holes in old plaster and joinery only if you and the landlord agree',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in Borough',
  arrival: {
    parking:
      'Borough High Street is a red route and the market fills Stoney Street. We use a paid bay off Great Dover Street or Long Lane and add Southwark’s fee at cost.',
    congestion:
      'Borough is all inside the zone; the nearest free edges are Tower Bridge Road and New Kent Road. Outside charging hours there’s nothing to pay.',
    access:
      'On Tabard Gardens, give us the block’s name as well as the number. In the market, tell us the stall and which gate is open; in a yard, which door is nearest the drain.',
  },
  streets: [
    'Borough High Street',
    'Great Dover Street',
    'Long Lane',
    'Tabard Street',
    'Trinity Street',
    'Stoney Street',
    'Marshalsea Road',
    'Lant Street',
  ],
  questions: [
    {
      question: 'Our kitchen drain blocks every Saturday. Why?',
      answer:
        'Fat runs while it’s hot and sets further along. A busy day sends down more than the trap can hold. We clear the pipe, then check the trap is big enough for what you cook.',
    },
    {
      question: 'My taps have run brown since the roadworks. Has a pipe burst?',
      answer:
        'It’s usually rust stirred up in the iron main. Run the kitchen cold tap gently until it clears and leave the hot alone. If it stays brown, call Thames Water: the main is theirs.',
    },
    {
      question: 'I’m a leaseholder and the riser in my hall is leaking. Is it mine to fix?',
      answer:
        'Risers and stacks usually belong to the freeholder, and pipes that serve only your flat are yours, but check your lease. We stop the water and write down which pipe it was.',
    },
  ],
  nearby: ['southwark', 'london-bridge', 'bermondsey', 'elephant-castle'],
} satisfies LocalityWords
