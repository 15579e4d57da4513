import type { LocalityWords } from '../area.ts'

export default {
  description:
    '24-hour plumber in Bethnal Green E2 for estate flats, Victorian cottages, towers and arches. Leaks, drains and boilers, with a 30-minute target.',
  keywords: ['emergency plumber Bethnal Green', 'plumber E2', 'boiler repair Bethnal Green', 'blocked stack E2', 'plumber Columbia Road'],
  street: 'Bethnal Green Rd',
  pitch:
    'In a Bethnal Green block the pipe that leaks is often not yours. We find whose it is, shut the least that will stop it, and mend it, at any hour.',
  sellingPoints: [
    'E2 with a 30-minute target, Sundays included',
    'Your own valve first, the landing next, the block last',
    'Lead and iron in the cottages off Columbia Road',
    'Gas boilers and flues: Gas Safe registered engineers only',
    '{lateCredit} off the bill if we miss the arrival window',
  ],
  buildingsTitle: 'Bethnal Green, by its pipes',
  buildings: [
    {
      kind: 'terrace',
      title: 'Cottages off Columbia Road',
      text: 'Two-storey Victorian terraces of the Jesus Hospital Estate. The yards are a few steps deep and a single drain may pass behind several houses.',
    },
    {
      kind: 'mansion',
      title: 'Blocks round Arnold Circus',
      text: 'The Boundary Estate, opened in 1900, gave few flats a bathroom. Baths and boilers were fitted in later, against thick brick and on shared stacks.',
    },
    {
      kind: 'tower',
      title: 'Towers by Lasdun and Lubetkin',
      text: 'Keeling House, Sivill House, the Cranbrook towers. Mains pressure does not reach a top floor unaided: a dry tap there may mean the pump or the tank.',
    },
    {
      kind: 'arches',
      title: 'Arches at Three Colts Lane',
      text: 'Motor trades have long worked under this line. A workshop floor drain belongs on an oil interceptor; when that silts up, the water stays in the arch.',
    },
  ],
  specialists: [
    {
      id: 'social-housing',
      title: 'Estate flats: whose pipe, whose valve',
      text: 'A leaseholder usually answers for what lies after the flat’s own stopcock, the landlord for riser, stack and roof tank. A leak will not wait while that is argued. We stop it, then record on which side the fault was.',
      points: [
        'Stack blocked: the flats above are asked to run no water until it is clear',
        'No hot water on the whole stair: the plant room before your cylinder',
        'Walk-up blocks of the 1870s, as on Wilmot Street: the stack traced floor by floor',
        'A dated note of fault, place and valve for the landlord or the insurer',
      ],
    },
    {
      id: 'public-buildings',
      title: 'Rooms full of children and books',
      text: 'The museum on Cambridge Heath Road, now Young V&A, opened in 1872; the library in the gardens nearby in 1922. Around them are schools and nurseries. There we contain a leak first and repair it second.',
      points: [
        'Water led away from stock and cables before any ceiling is opened',
        'Basins for small children: mixing valves tested, so that hot stays below scalding',
        'A blocked urinal or WC shut off alone, the rest of the washroom left open',
      ],
    },
  ],
  arrivalTitle: 'Finding the door in E2',
  arrival: {
    parking:
      'The bays are Tower Hamlets’, north of Hackney Road Hackney’s. The Sunday flower market fills Columbia Road and weekday stalls Bethnal Green Road, so we may walk the last part.',
    congestion:
      'E2 is wholly outside the charging zone; its nearest edges are Great Eastern Street and Commercial Street. No congestion charge appears on a bill here.',
    access:
      'Blocks here go by name, and entry panels have numbers of their own. Give us block, floor and stair with the flat. If a tank room is locked, tell the landlord that we need it.',
  },
  streets: [
    'Bethnal Green Road',
    'Cambridge Heath Road',
    'Roman Road',
    'Hackney Road',
    'Columbia Road',
    'Old Ford Road',
    'Globe Road',
    'Wilmot Street',
    'Three Colts Lane',
  ],
  questions: [
    {
      question: 'I rent from the council. Should I ring you or them?',
      answer:
        'The landlord first: repairs to a council or housing association home are usually its duty and cost you nothing. If you ring us instead, you pay our price and the landlord may not refund it.',
    },
    {
      question: 'The overflow outside my flat has run all night. Is it urgent?',
      answer:
        'A float valve no longer shuts, in your cistern or the tank above. Into the open air it wastes water and little else. Down a wall, onto a walkway or in frost, have it seen today.',
    },
    {
      question: 'Only the top floor has lost its water. What does that mean?',
      answer:
        'The pump may have tripped, the roof tank be empty, or air be locked in the pipe. We can test your side of the valve; pump and tank need whoever manages the block.',
    },
  ],
  nearby: ['hackney', 'shoreditch', 'whitechapel', 'spitalfields'],
} satisfies LocalityWords
