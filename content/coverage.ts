import type { SitePath } from '#app/values/site-path.ts'
/** The specification's 20 boroughs and districts of the coverage list, and the borough whose price each has. */
export const coverage = [
  ['Hackney', 'Hackney'],
  ['Islington', 'Islington'],
  ['Camden', 'Camden'],
  ['Greenwich', 'Greenwich'],
  ['Brixton', 'Lambeth'],
  ['Lewisham', 'Lewisham'],
  ['Westminster', 'Westminster'],
  ['Kensington', 'Central London'],
  ['Southwark', 'Southwark'],
  ['Tower Hamlets', 'Tower Hamlets'],
  ['Hammersmith', 'Central London'],
  ['Haringey', 'Haringey'],
  ['Wandsworth', 'Wandsworth'],
  ['Lambeth', 'Lambeth'],
  ['Ealing', 'Ealing'],
  ['Barnet', 'Barnet'],
  ['Hounslow', 'Hounslow'],
  ['Richmond', 'Richmond'],
  ['Croydon', 'Croydon'],
  ['Enfield', 'Enfield'],
] as const

/** The covered places in boroughs that we serve. */
export const coverageIn = (boroughs: readonly string[]) => coverage.filter(([, borough]) => boroughs.includes(borough))

/** Booking there. */
export const bookInBorough = (borough: string): string =>
  `/book?borough=${encodeURIComponent(borough).replaceAll('%20', '+')}` satisfies SitePath
