import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers for St Bartholomew’s, EC1A: 30-minute target, every hour of the week. Consulting rooms, Cloth Fair houses, livery halls, new flats.',
  keywords: [
    'emergency plumber St Bartholomew’s',
    'plumber EC1A',
    'plumber Cloth Fair',
    'plumber Little Britain London',
    'mixing valve repair EC1A',
  ],
  street: 'Cloth Fair',
  pitch:
    'A hospital since 1123, a house older than the Great Fire and flats of the 2010s share a few lanes here. Gas Safe engineers come out to all of them, at any hour.',
  sellingPoints: [
    '30-minute target for the lanes round the hospital',
    'Clinical basins, mixing valves and backflow devices',
    'Leaks behind panelling and lime plaster traced first',
    'Livery hall kitchens: drains, dishwashers, hot water',
    'Booster faults told apart from faults in your own flat',
  ],
  buildingsTitle: 'What stands between Long Lane and Little Britain',
  buildings: [
    {
      kind: 'terrace',
      title: 'Houses in Cloth Fair',
      text: 'Number 41 outlived the fire of 1666. Narrow plans, pipes led through closets and party walls, and a stopcock behind panelling that nobody has opened lately.',
    },
    {
      kind: 'institution',
      title: 'Hospital square and halls',
      text: 'Gibbs’s blocks were begun in 1730. Services in such old walls run in ducts cut later, and the drawings do not always agree.',
    },
    {
      kind: 'flats',
      title: 'Round Bartholomew Close',
      text: 'New flats of the 2010s, some behind older fronts. Boosted water and plastic pipe over plasterboard: a drip can show two rooms from its joint.',
    },
    {
      kind: 'office',
      title: 'Offices on Aldersgate Street',
      text: 'Tea points stacked floor over floor, pumps in the basement, a sensor tap that runs all night. The water shuts by floor, if the valve labels are true.',
    },
  ],
  specialists: [
    {
      id: 'hospital',
      title: 'Clinics, laboratories, consulting rooms',
      text: 'Rahere founded the hospital in 1123, and it has never moved. Practices and laboratories keep near it, and water in a clinical room has stricter rules than in a kitchen.',
      points: [
        'Thermostatic mixing valves serviced, and the outlet temperature written down',
        'Dead legs cut back to the tee when a run is altered, not left capped',
        'Backflow protection to the fluid category, which in a laboratory can be five',
        'Isolations agreed with whoever answers for the building’s water',
      ],
    },
    {
      id: 'halls-and-church',
      title: 'Under the church and the halls',
      text: 'St Bartholomew the Great is a Norman priory church; Butchers’ Hall and Founders’ Hall are close by. Water from above lands on stone, oak and old plaster, which have to dry slowly.',
      points: [
        'We stop the water first and open the ceiling only where it must be opened',
        'Boards lifted where they were lifted last time',
        'Hall kitchens: grease trap and dishwasher waste cleared as one line',
      ],
    },
  ],
  arrivalTitle: 'The way in by Long Lane',
  arrival: {
    parking:
      'Every kerb in the City is controlled, and the passages off Cloth Fair take no van. We stop where the signs allow, carry the tools in, and pass the parking fee on at cost.',
    congestion:
      'All of it lies inside the charging zone. A call between 7:00 and 18:00 on a weekday, or from 12:00 to 18:00 at a weekend or bank holiday, brings the charge, at cost.',
    access:
      'Institutions have a lodge or a desk that must let us by. Say which gate, and who meets us there: the hospital’s ground has sides on West Smithfield and on Little Britain.',
  },
  streets: [
    'Cloth Fair',
    'Little Britain',
    'Bartholomew Close',
    'Long Lane',
    'West Smithfield',
    'Giltspur Street',
    'King Edward Street',
    'Aldersgate Street',
  ],
  questions: [
    {
      question: 'The hot tap in our treatment room scalds. What is wrong with it?',
      answer:
        'Most likely the mixing valve under the basin. One with scale or a worn cartridge lets too much hot through. Close its hot isolator and put up a notice. We service or change it and measure the outlet.',
    },
    {
      question: 'Our flat is new, yet the shower is down to a trickle. Whose fault is that?',
      answer:
        'Knock across the landing. If theirs is weak too, the block’s booster set may have tripped: ring the managing agent. If it is only yours, suspect a strainer or a pressure-reducing valve, which we can put right.',
    },
    {
      question: 'Can a pipe behind panelling be mended without breaking the panelling?',
      answer:
        'Often it can. We look from the floor above or with a camera through an existing gap. If a panel has to come off, you hear so first; whether that needs consent is a question for the City’s planners.',
    },
  ],
  nearby: ['smithfield', 'st-pauls', 'clerkenwell-proper'],
} satisfies LocalityWords
