import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers in Borough SE1, 25-minute target, 24/7: market kitchens, Georgian squares, Tabard Gardens flats. Ring us, or book a visit online.',
  keywords: [
    'emergency plumber Borough',
    'plumber Borough High Street',
    'plumber SE1',
    'blocked drain Borough Market',
    'boiler repair Borough',
  ],
  street: 'Borough High St',
  pitch:
    'A stall’s gully, a stiff stopcock in Trinity Church Square, a cold flat on Tabard Gardens: different jobs, the same Gas Safe engineers, at any hour.',
  sellingPoints: [
    '25-minute target for the market, the squares and the Tabard',
    'Grease traps and floor gullies cleared out of hours',
    'Lead supply pipes joined to new with the proper couplings',
    'Landing valves found and freed before anything is drained',
    'Combis, system boilers and old back boilers: Gas Safe work',
  ],
  buildingsTitle: 'Under the railway and round the squares',
  buildings: [
    {
      kind: 'market',
      title: 'Stalls under the viaduct',
      text: 'Borough Market trades beneath railway viaducts. Washdown water, fish ice and frying fat can meet in one floor gully; its trap is the first thing we lift.',
    },
    {
      kind: 'shop',
      title: 'Shops on the High Street',
      text: 'Narrow fronts, deep plots, old inn yards behind. The drain from a kitchen at the back may pass under a neighbour’s floor on its way to the sewer.',
    },
    {
      kind: 'terrace',
      title: 'Trinity Church Square',
      text: 'Built 1824 to 1832, much of it since joined sideways into flats. Pipes can now cross old party walls, so the valve you want may be next door.',
    },
    {
      kind: 'flats',
      title: 'Tabard Gardens',
      text: 'London County Council blocks, largely of the 1920s. Where the cast-iron stacks remain, their lead-caulked joints weep once a pipe is knocked or a bath moved.',
    },
  ],
  specialists: [
    {
      id: 'kitchens',
      title: 'Kitchens in and around the market',
      text: 'Borough Market belongs to a charitable trust, its stalls stand close together, and Stoney Street and Southwark Street add restaurants beside it. When a gully backs up it is seldom one kitchen’s fat alone. We find where the lines join before anybody is blamed.',
      points: [
        'Grease traps checked at lid, baffle and outlet, not only scooped out',
        'Sink wastes, pre-rinse sprays and glasswasher drains repaired between services',
        'Backflow protection looked at wherever a hose meets a sink or a gully',
      ],
    },
    {
      id: 'georgian-homes',
      title: 'Old houses on the Trinity estate',
      text: 'Both squares are the property of the Corporation of Trinity House, and they are listed. Merrick Square, of the 1850s, still consists of single houses. In either, the pipes may have been moved many times since.',
      points: [
        'A seized stopcock eased a little each way, never wrenched on its lead tail',
        'Floorboards numbered as they come up and screwed back in order',
        'Holes in old plaster and joinery only where you and the landlord agree',
      ],
    },
  ],
  arrivalTitle: 'The kerb, the charge and the gate',
  arrival: {
    parking:
      'Borough High Street is a red route and Stoney Street is full of market. The van goes into a paid bay off Great Dover Street or Long Lane, and Southwark’s fee on the bill as it is.',
    congestion:
      'Borough is inside the zone from end to end; the nearest free edges are Tower Bridge Road and New Kent Road. Outside charging hours there is nothing to pay.',
    access:
      'On Tabard Gardens give the name of the block, not only the number. In the market we need the stall and whichever gate is open. In a yard, the door nearest the drain.',
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
      question: 'Our kitchen drain blocks every Saturday. Why always then?',
      answer:
        'Fat runs while it is hot and sets further on. A full day sends more past the trap than it can hold. We clear the set length, then compare the size of the trap with what you cook.',
    },
    {
      question: 'The taps run brown after work in the street. Has a pipe gone?',
      answer:
        'It is usually rust stirred up in the iron main. Run the kitchen cold tap gently until it clears and leave the hot alone. If it stays brown, ring Thames Water: the main is theirs.',
    },
    {
      question: 'I am a leaseholder and the riser in my hall leaks. Is it mine to mend?',
      answer:
        'Risers and stacks are usually the freeholder’s, and pipes that serve only your flat are yours, but your lease decides. We stop the water and write down which pipe it was.',
    },
  ],
  nearby: ['southwark', 'london-bridge', 'bermondsey', 'elephant-castle'],
} satisfies LocalityWords
