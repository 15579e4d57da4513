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
    'The market works by night, the offices by day and the restaurants in the evening, so someone always needs water. We turn off one branch and leave the rest on.',
  sellingPoints: [
    '20-minute target, before the stalls open or after they close',
    'Fat cleared from gully to manhole, not pushed along',
    'Basement pumps and non-return valves repaired',
    'Leaks over stock or exhibits fixed without a flame',
    'Heating faults traced, on the network’s side or yours',
  ],
  buildingsTitle: 'Smithfield’s market halls and their neighbours',
  buildings: [
    {
      kind: 'market',
      title: 'The meat market',
      text: 'Horace Jones’s halls of 1868 were built over a railway goods depot. Keep the floor gully baskets in: fat that slips through sets further down.',
    },
    {
      kind: 'institution',
      title: 'Halls for the London Museum',
      text: 'The General Market of 1883 and the Poultry Market of 1963 belong to the museum. Pipes there run through cellars or under a concrete dome.',
    },
    {
      kind: 'warehouse',
      title: 'Cold stores',
      text: 'Old cold-store fronts on Charterhouse Street hide the Citigen energy centre. The market is on its network. We can repair your side of the exchanger.',
    },
    {
      kind: 'shop',
      title: 'Restaurants and bars',
      text: 'A basement kitchen can be lower than the sewer it drains to. The pump, non-return valve and grease trap all have to work on a Saturday night.',
    },
  ],
  specialists: [
    {
      id: 'cutting-rooms-and-kitchens',
      title: 'Cutting rooms and kitchens',
      text: 'Fat leaves a cutting room warm and hardens in the first cold length of drain. The trap, gully and chamber must be cleaned in that order, or the blockage only moves.',
      points: [
        'Gullies jetted, baskets put back, and the floor rinsed before we leave',
        'Sump chambers: float, impeller, non-return valve and alarm tested together',
        'Hose taps given the backflow protection the water regulations require',
      ],
    },
    {
      id: 'museums',
      title: 'Museums and collections',
      text: 'In a museum, what’s under the pipe matters most. We ask what it is and who has the valve list, then close the valve that affects the least.',
      points: [
        'Sheets, trays and a wet vacuum in place before we open a joint',
        'Compression or press joints where you can’t give a hot-work permit',
        'Heating and chilled circuits drained through a hose to an agreed gully',
        'Each isolation written in your log before we sign out',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in Smithfield',
  arrival: {
    parking:
      'While the meat market is here, lorries line the kerbs at night, and Farringdon Street is a red route. We use the nearest City bay and add only what it costs.',
    congestion:
      'Smithfield is well inside the zone: 7am to 6pm on weekdays, noon to 6pm at weekends and on bank holidays. At night there’s no charge to pass on.',
    access:
      'The ground falls towards Farringdon Street, so a building can have front doors on two levels. Tell us which street the basement stairs or hatch are on.',
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
      question: 'Can you clear a floor drain while we’re trading?',
      answer:
        'Yes, we cordon off the gully, work from the next chamber down and keep hoses off the aisle. The night rate starts at 10pm, and you’ll know the price before we begin.',
    },
    {
      question: 'Our cellar pump has stopped and the toilets drain into it. What should we do?',
      answer:
        'Don’t use any toilet or tap that drains into it. If the motor hums but doesn’t turn, switch it off. We’ll free the float or impeller, or empty the chamber until a new pump can go in.',
    },
    {
      question: 'Our heat comes from Citigen and the radiators are cold. Who do I call?',
      answer:
        'If the network’s side is hot and yours is cold, call us: it may be a control valve, pump or strainer. If both sides are cold, call the network’s operator. Not sure? We’ll check.',
    },
  ],
  nearby: ['st-bartholomews', 'clerkenwell-proper', 'st-pauls', 'chancery-lane'],
} satisfies LocalityWords
