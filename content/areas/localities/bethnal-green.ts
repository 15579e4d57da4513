import type { LocalityWords } from '../area.ts'

export default {
  description:
    '24-hour plumber in Bethnal Green E2 for estate flats, Victorian cottages, towers and arches. Leaks, drains and boilers, with a 30-minute target.',
  keywords: ['emergency plumber Bethnal Green', 'plumber E2', 'boiler repair Bethnal Green', 'blocked stack E2'],
  street: 'Bethnal Green Rd',
  pitch:
    'In a Bethnal Green block, the leaking pipe often isn’t yours. We find out whose it is, turn off as little as we can and fix it, at any hour.',
  sellingPoints: [
    '30-minute target in E2, Sundays included',
    'Your own valve tried first, then the landing’s or block’s',
    'Lead and iron pipes in the cottages off Columbia Road',
    'Gas boilers and flues: Gas Safe registered engineers only',
    '{lateCredit} off your bill if we miss your arrival window',
  ],
  buildingsTitle: 'Bethnal Green’s homes and their plumbing',
  buildings: [
    {
      kind: 'terrace',
      title: 'Cottages off Columbia Road',
      text: 'The Jesus Hospital Estate has two-storey Victorian terraces. The yards are tiny, and one drain may run behind several houses.',
    },
    {
      kind: 'mansion',
      title: 'Blocks round Arnold Circus',
      text: 'The Boundary Estate opened in 1900 with few bathrooms. Baths and boilers came later, against thick brick walls and on shared stacks.',
    },
    {
      kind: 'tower',
      title: 'Towers by Lasdun and Lubetkin',
      text: 'These are Keeling House, Sivill House and the Cranbrook towers. Mains pressure can’t reach the top floors, so a dry tap up there may mean the pump or the tank.',
    },
    {
      kind: 'arches',
      title: 'Arches at Three Colts Lane',
      text: 'There have been garages under this line for decades. A workshop drain needs an oil interceptor, and if that silts up, water backs up into the arch.',
    },
  ],
  specialists: [
    {
      id: 'social-housing',
      title: 'Leaks in estate flats: who’s responsible?',
      text: 'A leaseholder is usually responsible for pipes after the flat’s own stopcock, and the landlord for the riser, stack and roof tank. The leak can’t wait for that to be settled. We stop it, then record whose side the fault was on.',
      points: [
        'Blocked stack: we ask the flats above not to run water until it’s clear',
        'No hot water on the whole staircase: we check the plant room before your cylinder',
        '1870s walk-up blocks, as in Wilmot Street: stack traced floor by floor',
      ],
    },
    {
      id: 'public-buildings',
      title: 'Schools, nurseries and public buildings',
      text: 'Young V&A on Cambridge Heath Road opened in 1872, and the library in the gardens nearby in 1922. Around them are schools and nurseries. In places like these we contain a leak, then repair it.',
      points: [
        'Water kept away from stock and cables before any ceiling is opened up',
        'Children’s basins: mixing valves tested so hot water can’t scald',
        'A blocked urinal or WC turned off on its own, the rest left open',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in E2',
  arrival: {
    parking:
      'The bays are Tower Hamlets’, or Hackney’s north of Hackney Road. The Sunday flower market fills Columbia Road and weekday stalls fill Bethnal Green Road, so we may have to walk the last stretch.',
    congestion: 'There’s no charge: all of E2 is outside the zone, which ends at Great Eastern Street and Commercial Street.',
    access:
      'Blocks here go by name, and entry panels have their own numbers. Give us the block, floor, stair and flat. If the tank room is locked, ask your landlord for the key.',
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
      question: 'I rent from the council. Should I call you or them?',
      answer:
        'Call your landlord first. Repairs to a council or housing association home are usually the landlord’s job and free to you. If you call us instead, you pay our price and may not get it back.',
    },
    {
      question: 'My overflow has been running all night. How urgent is it?',
      answer:
        'A float valve in your cistern or the tank above is letting water past. If the water falls clear of the building, it’s mostly just going to waste. If it runs down a wall or onto a walkway, or it’s freezing outside, get it seen to today.',
    },
    {
      question: 'Why has only the top floor lost its water?',
      answer:
        'It may be a tripped pump, an empty roof tank or an air lock. We can test your side of the valve. The pump and tank are your managing agent’s job.',
    },
  ],
  nearby: ['hackney', 'shoreditch', 'whitechapel', 'spitalfields'],
} satisfies LocalityWords
