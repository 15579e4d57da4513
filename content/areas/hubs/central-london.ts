import type { HubWords } from '../area.ts'

export default {
  description:
    'Central London emergency plumbers for the EC and WC postcodes: 20 minute response, flats over offices, Inns, market halls and model dwellings.',
  keywords: ['emergency plumber Central London', 'plumber EC1', 'plumber WC1', 'office plumber EC4', 'boiler repair Central London'],
  pitch:
    'Six neighbours between Gray’s Inn and City Road, few of them quiet by day and few awake at night. Our engineers come for either, with the parts that old and new pipework both need.',
  sellingPoints: [
    '20 minute response in EC1, EC4M and WC1V, city side first',
    'One engineer for the flat, the office below and the shop',
    'Out-of-hours work where doors open at eight',
    'Pumped basements and roof plant, boiler rooms included',
    'Price told at the tap, before a spanner comes out',
  ],
  areasTitle: 'Six places, a short walk apart',
  lines: {
    clerkenwell: 'A hub with eight places of its own, and our pages for historic buildings: lead, lime plaster, iron.',
    smithfield: 'Meat market halls, restaurants in cellars, flats on the lanes behind. Deliveries own the street before dawn.',
    'old-street': 'The junction and the streets around it: start-up offices, new towers, council blocks on a heat network.',
    finsbury: 'Post-war estates by famous architects, Georgian squares, a university among them.',
    'chancery-lane': 'Chambers and solicitors’ offices on shared staircases, with the Inns on either side.',
    'st-pauls': 'Offices under a height limit, basements below the sewer, and a few hundred people who live there.',
  },
  specialists: [
    {
      id: 'mixed-use',
      title: 'Three tenants, one stack',
      text: 'Much of this ground is shops below, an office between and flats on top, under separate leases. Water crosses all of them on the way down. We work from the wet ceiling upwards, and keep each tenant’s part of the story apart.',
      points: [
        'Whose pipe it is, noted by floor, with photographs dated on the spot',
        'Landlord’s riser left as found unless somebody entitled says otherwise',
        'One bill per tenant, if that is how the leases have it',
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
        'Shut the supply from the common parts, where the riser cupboard allows it, and protect what is below. To enter another tenant’s office we need the landlord, its agent or the police.',
    },
    {
      question: 'Can a boiler on an office roof be repaired at night?',
      answer:
        'Often, if the roof has a fixed ladder or stair, a rail and light. In wind or ice we make the heating safe from inside and go up in daylight.',
    },
  ],
  facts: [
    {
      fact: 'Gray’s Inn lies off Gray’s Inn Road and High Holborn; Lincoln’s Inn lies west of Chancery Lane.',
      source: 'The Honourable Societies of Gray’s Inn and Lincoln’s Inn, their own histories',
    },
    { fact: 'Smithfield’s wholesale meat market trades in the small hours.', source: 'City of London Corporation, Smithfield Market' },
    {
      fact: 'Finsbury’s post-war estates by Lubetkin include Spa Green and the Priory Green estate nearby.',
      source: 'Historic England, National Heritage List: Spa Green Estate; Survey of London, volume 47',
    },
    {
      fact: 'The Bunhill heat network serves council blocks near Old Street.',
      source: 'London Borough of Islington, Bunhill heat network',
    },
    {
      fact: 'The St Paul’s Heights policy limits building heights around the cathedral.',
      source: 'City of London Corporation, Protected Views supplementary planning document',
    },
  ],
} satisfies HubWords
