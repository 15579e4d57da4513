import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers for St Bartholomew’s, EC1A: 30-minute target, every hour of the week. Consulting rooms, Cloth Fair houses, livery halls, new flats.',
  keywords: ['emergency plumber St Bartholomew’s', 'plumber EC1A', 'plumber Cloth Fair', 'mixing valve repair EC1A'],
  street: 'Cloth Fair',
  pitch:
    'A hospital founded in 1123, a house older than the Great Fire and flats from the 2010s share a few lanes. Our Gas Safe engineers cover them all, at any hour.',
  sellingPoints: [
    '30-minute target for the lanes round the hospital',
    'Clinical basins, mixing valves and backflow devices',
    'Leaks behind panelling and lime plaster traced first',
    'Livery hall kitchens: drains, dishwashers, hot water',
    'No pressure? We check whether it’s your flat or the block’s pump',
  ],
  buildingsTitle: 'Buildings between Long Lane and Little Britain',
  buildings: [
    {
      kind: 'terrace',
      title: 'Houses in Cloth Fair',
      text: 'Number 41 survived the Great Fire of 1666. Rooms are narrow, pipes run through closets and party walls, and the stopcock is often hidden behind panelling.',
    },
    {
      kind: 'institution',
      title: 'Hospital square and halls',
      text: 'Gibbs’s blocks were begun in 1730. Pipes in walls this old run in ducts cut later, and the drawings don’t always match.',
    },
    {
      kind: 'flats',
      title: 'Round Bartholomew Close',
      text: 'The new flats are from the 2010s, some behind older fronts. With boosted water in plastic pipe over plasterboard, a leak can show two rooms away from the joint.',
    },
    {
      kind: 'office',
      title: 'Offices on Aldersgate Street',
      text: 'Expect tea points one above another, pumps in the basement and a sensor tap that runs all night. The water can be turned off floor by floor, if the valve labels are right.',
    },
  ],
  specialists: [
    {
      id: 'hospital',
      title: 'Clinics, laboratories and consulting rooms',
      text: 'Rahere founded the hospital in 1123, and it has never moved. Clinics and laboratories have set up nearby, and the rules on water are stricter in a clinical room than in a kitchen.',
      points: [
        'Thermostatic mixing valves serviced and the temperature written down',
        'Dead legs cut back to the tee when we alter a run, not left capped',
        'Backflow protection to the right fluid category: up to five in a laboratory',
        'Isolations agreed with the person responsible for the building’s water',
      ],
    },
    {
      id: 'halls-and-church',
      title: 'Church and livery halls',
      text: 'St Bartholomew the Great is a Norman priory church, with Butchers’ Hall and Founders’ Hall close by. Leaks here soak stone, oak and old plaster, which have to dry slowly.',
      points: [
        'We stop the water first and only open the ceiling where we must',
        'Boards lifted where they were lifted last time',
        'Hall kitchens: grease trap and dishwasher waste cleared together',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in EC1A',
  arrival: {
    parking:
      'Every kerb in the City is controlled, and vans can’t use the passages off Cloth Fair. We park where the signs allow, carry the tools in and add the fee at cost.',
    congestion:
      'This area is inside the zone. From 7am to 6pm on weekdays, and noon to 6pm at weekends and on bank holidays, we add the charge at cost.',
    access:
      'If there’s a lodge or front desk, tell us which gate and who’ll meet us. The hospital faces both West Smithfield and Little Britain.',
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
      question: 'The hot tap in our treatment room is scalding. What’s wrong?',
      answer:
        'It’s probably the mixing valve under the basin, scaled up or worn. Turn off its hot isolator and put up a notice. We’ll service or replace the valve and check the temperature.',
    },
    {
      question: 'Our flat is new but the shower’s down to a trickle. Why?',
      answer:
        'Ask your neighbours. If theirs is weak too, the block’s booster set may have tripped: call the managing agent. If it’s only yours, it may be a strainer or a pressure-reducing valve, and we can fix that.',
    },
    {
      question: 'Can you fix a pipe behind panelling without breaking it?',
      answer:
        'Often, yes. We look from the floor above, or with a camera through a gap. If a panel has to come off, we’ll tell you first. The City’s planners can say whether that needs consent.',
    },
  ],
  nearby: ['smithfield', 'st-pauls', 'clerkenwell-proper'],
} satisfies LocalityWords
