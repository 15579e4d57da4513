import type { HubWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers and boiler engineers for East London: E1, E2, E8, EC2A and EC2M. A 30-minute target day and night; choose your district or ring.',
  keywords: [
    'emergency plumber East London',
    'plumber Tower Hamlets',
    'plumber Hackney',
    '24 hour plumber E1',
    'boiler repair East London',
    'blocked drain East London',
  ],
  pitch:
    'Between Bishopsgate and London Fields the pipes change with the street: lead, iron, copper, plastic, pressurised plant. A Gas Safe engineer comes for any of them.',
  sellingPoints: [
    '30-minute target in all six East London districts',
    'Gas Safe registered for boilers, fires, hobs and flues',
    'City & Guilds qualified plumbers, £2M public liability',
    'First 30 minutes of work included in the call-out',
    'Day, evening and night rates, told to you on the phone',
  ],
  areasTitle: 'Six districts, three councils',
  lines: {
    shoreditch:
      'Furniture warehouses turned into flats, bars and tech offices. Wastes run too far, valves are boxed in, and the charging zone’s edge cuts through the middle.',
    whitechapel:
      'Terraces by the hospital, council blocks, towers at Aldgate. Often one stair can be shut, so that the rest of the block keeps its water.',
    spitalfields:
      'Panelled houses of the 1720s, restaurants in the market and along Brick Lane. Old lead in the houses, fat in the drains.',
    hackney: 'Victorian terraces cut into flats, estates, food makers in railway arches. One stopcock often serves three households.',
    'bethnal-green':
      'The Boundary Estate, the towers by Lasdun and Lubetkin, cottages off Columbia Road. First we settle whose pipe it is.',
    'liverpool-street':
      'Broadgate and Finsbury Circus offices, Devonshire Square’s warehouses, station shops. There we ask for the riser first.',
  },
  specialists: [
    {
      id: 'old-pipes',
      title: 'Three centuries in one wall',
      text: 'A lead stub from the street, an iron run, copper from the 1970s, plastic from last year: one East London house can have them all. Look first where two metals meet. London’s water is hard, so whatever heats it furs up.',
      points: [
        'Combi hot, then cold, then hot: scale in the plate exchanger, descaled or replaced',
        'Lead met inside the house: coupled to new pipe, and shown to you',
        'Cast-iron stack cracked at the back: that length cut out, a new one coupled in',
        'Toilet that never quite stops: grit or scale under the float valve’s washer',
      ],
    },
    {
      id: 'shared-buildings',
      title: 'Flats, towers and shared heat',
      text: 'In a block the wet ceiling and the fault may be several floors apart. Before parts are bought we ask three things: does next door have it too, does it come and go by the hour, and who manages the plant.',
      points: [
        'Heat interface unit: strainer, valves and plate exchanger tested, the faulty part named',
        'Communal boiler or pump: we report what we measured to whoever runs it',
        'Blocked stack: cleared from the nearest access, flats above told to hold their water',
      ],
    },
  ],
  questions: [
    {
      question: 'There is a smell of gas. Are you the ones to ring?',
      answer:
        'Not first. Open windows, touch no switch, turn the gas off at the meter if you safely can, go outside and ring National Gas Emergency on 0800 111 999. We repair pipe or appliance afterwards.',
    },
    {
      question: 'Water is coming up in the street. Is that yours or Thames Water’s?',
      answer:
        'Thames Water’s: mains, and the pipe as far as the stop tap at your boundary. From there into the house is the owner’s, and that part we repair.',
    },
    {
      question: 'Will I pay the congestion charge?',
      answer:
        'Only inside the zone and in its hours: all of EC2M, Shoreditch south-west of Great Eastern Street, Spitalfields west of Commercial Street. E2 and E8 lie outside. It is passed on at cost.',
    },
    {
      question: 'What can I do before you arrive?',
      answer:
        'Turn the stopcock clockwise; look under the kitchen sink, in the hall floor, in the cellar. Switch off the boiler and any immersion heater. Keep clear of a bulging ceiling and wet lights.',
    },
  ],
} satisfies HubWords
