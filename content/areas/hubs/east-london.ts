import type { HubWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers and boiler engineers for East London: E1, E2, E8, EC2A and EC2M. A 30-minute target day and night. Choose your district or call.',
  keywords: [
    'emergency plumber East London',
    'plumber Tower Hamlets',
    'plumber Hackney',
    '24 hour plumber E1',
    'boiler repair East London',
    'blocked drain East London',
  ],
  pitch:
    'Between Bishopsgate and London Fields, the plumbing varies by street: lead, iron, copper, plastic, boosted supplies. Our Gas Safe engineers deal with them all.',
  sellingPoints: [
    '30-minute target in all six East London districts',
    'Gas Safe registered for boilers, fires, hobs and flues',
    'City & Guilds qualified plumbers, £2M public liability',
    'First 30 minutes of work included in the call-out',
    'Day, evening and night rates, explained on the phone',
  ],
  areasTitle: 'Plumbers across East London',
  lines: {
    shoreditch:
      'Furniture warehouses turned into flats, bars and tech offices. Wastes run too far, valves are boxed in, and the congestion zone’s edge cuts through the middle.',
    whitechapel:
      'Terraces by the hospital, council blocks, towers at Aldgate. We can often isolate one staircase, so the rest of the block keeps its water.',
    spitalfields:
      'Panelled houses from the 1720s, restaurants in the market and along Brick Lane. Old lead in the houses, fat in the drains.',
    hackney: 'Estates, Victorian terraces split into flats, and food makers in railway arches. One stopcock often serves three homes.',
    'bethnal-green':
      'The Boundary Estate, the towers by Lasdun and Lubetkin, cottages off Columbia Road. We find out whose pipe it is first.',
    'liverpool-street':
      'Broadgate and Finsbury Circus offices, Devonshire Square’s warehouses, station shops. We start by finding the riser.',
  },
  specialists: [
    {
      id: 'old-pipes',
      title: 'Old pipes in East London homes',
      text: 'Lead from the street, an iron run, 1970s copper, new plastic: one East London house can have them all. Leaks often start where two metals meet. London’s water is hard too, so anything that heats it furs up.',
      points: [
        'Combi hot, then cold, then hot: scale in the plate exchanger, descaled or replaced',
        'Lead pipe joined safely, and pointed out to you',
        'Cast-iron stack cracked at the back: that length cut out and a new one fitted',
        'Toilet that never stops filling: grit or scale under the float valve’s washer',
      ],
    },
    {
      id: 'shared-buildings',
      title: 'Flats, towers and shared heating',
      text: 'In a block, the wet ceiling and the fault may be several floors apart. Before fitting parts we ask three things: does next door have it too, does it come and go, and who manages the plant?',
      points: [
        'Heat interface unit: strainer, valves and exchanger tested, faulty part found',
        'Communal boiler or pump: we send our readings to the company that runs it',
        'Blocked stack: cleared from the nearest access point, with the flats above warned',
      ],
    },
  ],
  questions: [
    {
      question: 'I can smell gas. Should I call you?',
      answer:
        'No, not yet. Open windows, don’t touch any switches, turn the gas off at the meter if it’s safe, go outside and call the National Gas Emergency Service on 0800 111 999. We can repair the pipe or appliance afterwards.',
    },
    {
      question: 'Water’s coming up in the street. Is that you or Thames Water?',
      answer:
        'Thames Water: they look after the mains, and the pipe up to the stop tap at your boundary. From there into the house it’s the owner’s, and we repair that part.',
    },
    {
      question: 'Is there a Congestion Charge in East London?',
      answer:
        'Only inside the zone in charging hours: all of EC2M, Shoreditch south-west of Great Eastern Street, Spitalfields west of Commercial Street. E2 and E8 are outside. We add it at cost.',
    },
    {
      question: 'What can I do before you arrive?',
      answer:
        'Turn the stopcock clockwise: look under the kitchen sink or hall floor, or in the cellar. Switch off the boiler and any immersion heater. Keep clear of a bulging ceiling and wet lights.',
    },
  ],
} satisfies HubWords
