import type { LondonDay } from '#app/values/day.ts'

/** How often an event happened in a period. */
export interface CountSum {
  event: string
  label: string
  path: string
  area: string
  channel: string
  count: number
}

/** The same for each day, for the plot. */
export type DaySum = Pick<CountSum, 'event' | 'channel' | 'count'> & { day: LondonDay }

/** Bookings by common properties. */
export interface BookingSum {
  day: LondonDay
  channel: 'online' | 'phone'
  serviceLevel: 'standard' | 'redline'
  borough: string | null
  /** How many of them have paid for Red Line. */
  paid: number
  count: number
}

export const percentOf = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : null)
/** A visit begins on a page that was not reached from one of our pages. */
const isArrival = ({ channel }: Pick<CountSum, 'channel'>) => channel !== 'inside' && channel !== 'other'

export const rounded = (percent: number | null) => (percent === null ? '' : Number(percent.toFixed(1)))

/** How often events of a kind happened in a group of rows. */
export const countIn = (sums: readonly CountSum[], event: string, isMeant: (sum: CountSum) => boolean = () => true) =>
  sums.reduce((total, sum) => (sum.event === event && isMeant(sum) ? total + sum.count : total), 0)
export const visitsIn = (sums: readonly CountSum[]) => countIn(sums, 'page_view', isArrival)
/** The columns of a row: how often each event happened in a group of rows. */
export const countsIn = (sums: readonly CountSum[], ...events: string[]) =>
  events.map((event) => (event === 'visits' ? visitsIn(sums) : countIn(sums, event)))
export const storedIn = (bookings: readonly BookingSum[], isMeant: (sum: BookingSum) => boolean = () => true) =>
  bookings.reduce((total, sum) => (isMeant(sum) ? total + sum.count : total), 0)
