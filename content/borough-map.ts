/** A borough as a brick of the map of London. */
export interface MapBorough {
  name: string
  /** Three letters, if the name doesn't fit. */
  short: string
  /** The name in one line or two. */
  lines: readonly string[]
  /** From the north; the Thames flows between 3 and 4. */
  row: number
  /** From the west, in bricks; every other row starts with half a brick. */
  column: number
  /** On the list of areas, booked by postcode, or only by phone. */
  state: 'listed' | 'postcode' | 'ring'
}

/** The 33 boroughs of London. The list names Brixton apart; on the map it is one brick with Lambeth. */
export const mapBoroughs: readonly MapBorough[] = [
  { name: 'Enfield', short: 'ENF', lines: ['Enfield'], row: 0, column: 4, state: 'listed' },
  { name: 'Harrow', short: 'HRW', lines: ['Harrow'], row: 1, column: 1.5, state: 'ring' },
  { name: 'Barnet', short: 'BAR', lines: ['Barnet'], row: 1, column: 2.5, state: 'listed' },
  { name: 'Haringey', short: 'HGY', lines: ['Haringey'], row: 1, column: 3.5, state: 'listed' },
  { name: 'Waltham Forest', short: 'WAL', lines: ['Waltham', 'Forest'], row: 1, column: 4.5, state: 'postcode' },
  { name: 'Redbridge', short: 'RED', lines: ['Redbridge'], row: 1, column: 5.5, state: 'postcode' },
  { name: 'Havering', short: 'HAV', lines: ['Havering'], row: 1, column: 6.5, state: 'postcode' },
  { name: 'Hillingdon', short: 'HIL', lines: ['Hillingdon'], row: 2, column: 0, state: 'postcode' },
  { name: 'Ealing', short: 'EAL', lines: ['Ealing'], row: 2, column: 1, state: 'listed' },
  { name: 'Brent', short: 'BRE', lines: ['Brent'], row: 2, column: 2, state: 'postcode' },
  { name: 'Camden', short: 'CAM', lines: ['Camden'], row: 2, column: 3, state: 'listed' },
  { name: 'Islington', short: 'ISL', lines: ['Islington'], row: 2, column: 4, state: 'listed' },
  { name: 'Hackney', short: 'HAC', lines: ['Hackney'], row: 2, column: 5, state: 'listed' },
  { name: 'Newham', short: 'NEW', lines: ['Newham'], row: 2, column: 6, state: 'postcode' },
  { name: 'Barking & Dagenham', short: 'BDG', lines: ['Barking', '& Dagenham'], row: 2, column: 7, state: 'postcode' },
  { name: 'Hounslow', short: 'HOU', lines: ['Hounslow'], row: 3, column: 0.5, state: 'listed' },
  { name: 'Hammersmith', short: 'HMF', lines: ['Hammersmith'], row: 3, column: 1.5, state: 'listed' },
  { name: 'Kensington', short: 'KEN', lines: ['Kensington'], row: 3, column: 2.5, state: 'listed' },
  { name: 'Westminster', short: 'WST', lines: ['Westminster'], row: 3, column: 3.5, state: 'listed' },
  { name: 'City of London', short: 'CTY', lines: ['City of', 'London'], row: 3, column: 4.5, state: 'postcode' },
  { name: 'Tower Hamlets', short: 'TWH', lines: ['Tower', 'Hamlets'], row: 3, column: 5.5, state: 'listed' },
  { name: 'Richmond', short: 'RIC', lines: ['Richmond'], row: 4, column: 1, state: 'listed' },
  { name: 'Wandsworth', short: 'WNS', lines: ['Wandsworth'], row: 4, column: 2, state: 'listed' },
  { name: 'Lambeth & Brixton', short: 'LAM', lines: ['Lambeth', '& Brixton'], row: 4, column: 3, state: 'listed' },
  { name: 'Southwark', short: 'SOU', lines: ['Southwark'], row: 4, column: 4, state: 'listed' },
  { name: 'Lewisham', short: 'LEW', lines: ['Lewisham'], row: 4, column: 5, state: 'listed' },
  { name: 'Greenwich', short: 'GRE', lines: ['Greenwich'], row: 4, column: 6, state: 'listed' },
  { name: 'Bexley', short: 'BEX', lines: ['Bexley'], row: 4, column: 7, state: 'postcode' },
  { name: 'Kingston', short: 'KIN', lines: ['Kingston'], row: 5, column: 1.5, state: 'postcode' },
  { name: 'Merton', short: 'MER', lines: ['Merton'], row: 5, column: 2.5, state: 'postcode' },
  { name: 'Croydon', short: 'CRO', lines: ['Croydon'], row: 5, column: 3.5, state: 'listed' },
  { name: 'Bromley', short: 'BRO', lines: ['Bromley'], row: 5, column: 4.5, state: 'postcode' },
  { name: 'Sutton', short: 'SUT', lines: ['Sutton'], row: 6, column: 3, state: 'postcode' },
]

/** The size that a map is drawn in. */
export const mapSize = { width: 736, height: 394 } as const

/**
 * Returns the address of the map with these boroughs in red: the build draws one for each hub and for each borough with a place, whose
 * pages have no room for the map itself.
 */
export const mapFileOf = (names: readonly string[]): string =>
  `/maps/${names.map((name) => name.toLowerCase().replace(/[^a-z]+/g, '-')).join('+')}.svg`
