import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Plumbers in Smithfield EC1A: 20-minute target through the night. Market drains, restaurant basements, museum halls, heating. Call, or book a slot.',
  keywords: [
    'emergency plumber Smithfield',
    'blocked drain Smithfield',
    'plumber EC1A',
    'commercial kitchen plumber Smithfield',
    'sump pump repair EC1A',
    'plumber Farringdon',
  ],
  street: 'West Smithfield',
  pitch:
    'The market works by night, the offices by day, the restaurants in the evening, so nobody can spare all the water. We shut one branch and leave the rest on.',
  sellingPoints: [
    '20-minute target, before the stalls open or after',
    'Fat cleared from gully to manhole, not pushed along',
    'Basement pumps and non-return valves put back to work',
    'Leaks over stock or exhibits mended without a flame',
    'Heating faults traced to the network or to your side',
  ],
  buildingsTitle: 'Market halls and what has grown round them',
  buildings: [
    {
      kind: 'market',
      title: 'The meat market',
      text: 'Horace Jones’s halls of 1868 were built above a railway goods depot. Floor gullies need their baskets kept; fat that slips past them sets further down.',
    },
    {
      kind: 'institution',
      title: 'Halls for the London Museum',
      text: 'The General Market of 1883 and the Poultry Market of 1963 are the museum’s: pipes there run through cellars, or under a concrete dome.',
    },
    {
      kind: 'warehouse',
      title: 'Cold stores',
      text: 'Old cold-store fronts on Charterhouse Street hide the Citigen energy centre. Its network heats the market, among others; your side of the exchanger we can repair.',
    },
    {
      kind: 'shop',
      title: 'Restaurants and bars',
      text: 'A basement kitchen can lie below the sewer that it drains to. Pump, non-return valve and grease trap all have to work on a Saturday night.',
    },
  ],
  specialists: [
    {
      id: 'cutting-rooms-and-kitchens',
      title: 'Cutting rooms and kitchens',
      text: 'Fat leaves a cutting room warm and hardens in the first cold length of drain. Trap, gully and chamber have to be cleaned in that order, or the blockage only moves.',
      points: [
        'Gullies jetted, baskets put back, the floor rinsed before we pack',
        'Sump chambers: float, impeller, non-return valve and alarm tested together',
        'Hose taps given the backflow protection that the water regulations ask for',
      ],
    },
    {
      id: 'museums',
      title: 'Pipes over collections',
      text: 'In a museum what stands under the pipe matters most. We ask what it is and who keeps the list of valves, then shut the one that cuts off the least.',
      points: [
        'Sheets, trays and a wet vacuum in place before a joint is opened',
        'Compression or press joints where no hot-work permit is given',
        'Heating and chilled circuits drained through a hose to a known gully',
        'Each isolation entered in your log before we sign out',
      ],
    },
  ],
  arrivalTitle: 'Reaching a market at three in the morning',
  arrival: {
    parking:
      'While the meat market is here, lorries have its kerbs at night, and Farringdon Street is a red route. We take the nearest City bay and add only what it cost.',
    congestion:
      'Smithfield is well inside the zone: 7:00 to 18:00 on weekdays, 12:00 to 18:00 at weekends and on bank holidays. At night there is no charge to pass on.',
    access:
      'The ground falls towards Farringdon Street, so one building can have front doors on two levels. Tell us which street the stair or hatch to the basement is on.',
  },
  streets: [
    'West Smithfield',
    'Long Lane',
    'Charterhouse Street',
    'Grand Avenue',
    'Hosier Lane',
    'Snow Hill',
    'Lindsey Street',
    'Giltspur Street',
  ],
  questions: [
    {
      question: 'Can a floor drain be cleared while people are trading round it?',
      answer:
        'It can. We cordon off the gully, work from the next chamber down and keep hoses off the aisle. After 10PM the night rate applies, and you know the figure before we begin.',
    },
    {
      question: 'What do we do when the cellar pump stops and the toilets drain into it?',
      answer:
        'Stop every flush and tap that runs to it. If the motor hums and does not turn, switch it off. We free the float or the impeller, or empty the chamber until a new pump can go in.',
    },
    {
      question: 'Our heat comes from Citigen and the radiators are cold. Whose fault is it?',
      answer:
        'We find out. Hot on the network’s side and cold on yours can be a control valve, a pump or a strainer; what is yours we repair. Cold on both sides is a call to the operator.',
    },
  ],
  nearby: ['st-bartholomews', 'clerkenwell-proper', 'st-pauls', 'chancery-lane'],
} satisfies LocalityWords
