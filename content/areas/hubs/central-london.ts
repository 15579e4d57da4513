import type { HubWords } from '../area.ts'

export default {
  description:
    'Central London emergency plumbers for EC and WC postcodes: 20-minute target for Inns, market halls, model dwellings, flats over offices.',
  keywords: ['emergency plumber Central London', 'plumber EC1', 'plumber WC1', 'office plumber EC4', 'boiler repair Central London'],
  pitch:
    'Between Lincoln’s Inn and City Road, offices, flats and kitchens often share a building. Our plumbers work day and night, on old pipes and new.',
  sellingPoints: [
    '20-minute target in EC1, EC4M and WC1V',
    'One engineer for the flat, the office below and the shop',
    'Out-of-hours work, done before your doors open',
    'Pumped basements, roof plant and boiler rooms',
    'A price on the spot, before we start any work',
  ],
  areasTitle: 'Plumbers across Central London',
  lines: {
    clerkenwell: 'Eight places, and our work in historic buildings: lead, lime plaster, iron.',
    smithfield: 'Meat market halls, restaurants in cellars, flats in the streets behind. Lorries fill the roads before dawn.',
    'old-street': 'The junction and the streets around it: start-up offices, new towers, council blocks on a heat network.',
    finsbury: 'Spa Green and other post-war estates, late Georgian houses, the university at Northampton Square.',
    'chancery-lane': 'Chambers and solicitors’ offices on shared staircases, with the Inns on either side.',
    'st-pauls': 'Offices under a height limit, pumped basements and a few flats in between.',
  },
  specialists: [
    {
      id: 'mixed-use',
      title: 'Leaks in mixed-use buildings',
      text: 'Many buildings here have shops below, offices in the middle and flats on top, under separate leases. Water runs through all of them on its way down. We work up from the wet ceiling and note what we find on each floor.',
      points: [
        'Whose pipe it is, noted by floor, with dated photos',
        'No work on the riser unless the landlord agrees',
        'One bill, to the person who ordered the work, stating the cause',
      ],
    },
    {
      id: 'nights',
      title: 'Leaks in empty offices',
      text: 'A leak on a Saturday in a locked office runs until someone below notices. Give your security guard our number. We can isolate a floor with the guard there and leave the rest for Monday, or fix it there and then.',
      points: [
        'We use the loading bay, sign in and leave by the same door',
        'Ceiling voids opened at one tile, drained into a bin, closed again',
        'Heaters over sinks isolated from both water and power',
      ],
    },
  ],
  questions: [
    {
      question: 'I’m in WC2A or EC4A. Do you cover me?',
      answer:
        'Yes, we go well beyond the six places on this page. Enter your postcode when you book and you’ll see your borough and price straight away.',
    },
    {
      question: 'The leak is in an office we don’t have the key to. What can you do?',
      answer:
        'If you can get into the riser cupboard, turn off the supply there, and protect what’s below. To go into another tenant’s office, we need someone with the right to open it.',
    },
    {
      question: 'Can you repair a boiler on an office roof at night?',
      answer:
        'Often, if the roof has a fixed ladder or stair, a rail and lighting. In wind or ice, we make the heating safe from inside and go up in daylight.',
    },
  ],
} satisfies HubWords
