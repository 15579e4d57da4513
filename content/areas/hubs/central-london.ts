import type { HubWords } from '../area.ts'

export default {
  description:
    'Central London emergency plumbers for the EC and WC postcodes: 20-minute target, flats over offices, Inns, market halls and model dwellings.',
  keywords: ['emergency plumber Central London', 'plumber EC1', 'plumber WC1', 'office plumber EC4', 'boiler repair Central London'],
  pitch:
    'Six places between Lincoln’s Inn and City Road, with offices, flats and kitchens often in one building. Our plumbers come by day and by night, for old pipework and new.',
  sellingPoints: [
    '20-minute target in EC1, EC4M and WC1V',
    'One engineer for the flat, the office below and the shop',
    'Work out of hours, where the doors open at eight',
    'Pumped basements and roof plant, boiler rooms included',
    'You hear the price on the spot, before any work',
  ],
  areasTitle: 'Six places, a short walk apart',
  lines: {
    clerkenwell: 'A page of its own, with eight places and our work in historic buildings: lead, lime plaster, iron.',
    smithfield: 'Meat market halls, restaurants in cellars, flats on the lanes behind. Lorries fill the streets before dawn.',
    'old-street': 'The junction and the streets around it: start-up offices, new towers, council blocks on a heat network.',
    finsbury: 'Spa Green and other post-war estates, late Georgian houses, the university at Northampton Square.',
    'chancery-lane': 'Chambers and solicitors’ offices on shared staircases, with the Inns on either side.',
    'st-pauls': 'Offices under a height limit, pumped basements, and some flats between them.',
  },
  specialists: [
    {
      id: 'mixed-use',
      title: 'Three tenants, one stack',
      text: 'Much of this ground is shops below, an office between and flats on top, under separate leases. Water crosses all of them on the way down. We work from the wet ceiling upwards and note what we find on each floor.',
      points: [
        'Whose pipe it is, noted by floor, with photographs dated on the spot',
        'The landlord’s riser worked on only if the landlord agrees',
        'One bill, to whoever ordered the work, with the cause on it',
      ],
    },
    {
      id: 'nights',
      title: 'When the offices are dark',
      text: 'A leak on a Saturday in a locked office runs until somebody below notices. Give the building’s guard our number. We can shut a floor with the guard beside us and leave the cause for Monday, or mend it there and then.',
      points: [
        'Meet at the loading bay, sign in, leave by the same door',
        'Ceiling voids opened at one tile, drained into a bin, closed again',
        'Heaters over sinks isolated from water and power both',
      ],
    },
  ],
  questions: [
    {
      question: 'Our postcode is WC2A, or EC4A. Do you come?',
      answer:
        'We do. The six places are the ones with pages of their own, not a fence. Type the postcode into the form: it names the borough and the price at once.',
    },
    {
      question: 'The leak is in a demise we do not hold the key to. What can you do?',
      answer:
        'Shut the supply from the common parts, where the riser cupboard allows it, and protect what is below. To enter another tenant’s office we need somebody who has the right to open it.',
    },
    {
      question: 'Can a boiler on an office roof be repaired at night?',
      answer:
        'Often, if the roof has a fixed ladder or stair, a rail and light. In wind or ice we make the heating safe from inside and go up in daylight.',
    },
  ],
} satisfies HubWords
