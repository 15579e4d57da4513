import type { LondonDay } from '#app/values/day.ts'
import { daysOf, type Period } from '../counted-events.ts'
import { type BookingSum, type CountSum, countIn, type DaySum, percentOf, rounded, storedIn, visitsIn } from './count-sums.ts'
import {
  areasTable,
  bookingsTable,
  buttonsTable,
  pagesTable,
  type ReportTable,
  readingTable,
  redLineTable,
  waysTable,
} from './funnel-tables.ts'

/* The report about visits and bookings that staff read, made of event counts and of the bookings themselves. */

interface Stage {
  name: string
  count: number
  /** Percentage of previous step; null if that was zero, or is counted another way (in browsers instead of in the books). */
  ofBefore: number | null
  /** Percent; null if there were none, or the step is counted another way. */
  ofVisits: number | null
}

export interface Report {
  funnel: Stage[]
  days: { day: LondonDay; visits: number; bookings: number }[]
  tables: ReportTable[]
}

/** The whole report of a period. */
export function reportOf(period: Period, sums: readonly CountSum[], daySums: readonly DaySum[], bookings: readonly BookingSum[]): Report {
  const days = daysIn(period, daySums, bookings)
  const funnel = funnelOf(sums, bookings)
  return {
    funnel,
    days: days.map(({ day, visits, stored }) => ({ day, visits, bookings: stored })),
    tables: [
      {
        id: 'funnel',
        title: 'From visit to booking',
        note: '',
        head: ['Step', 'Count', 'Percentage of previous step', 'Percentage of visits'],
        rows: funnel.map(({ name, count, ofBefore, ofVisits }) => [name, count, rounded(ofBefore), rounded(ofVisits)]),
      },
      {
        id: 'days',
        title: 'By day',
        note: '',
        head: ['Day', 'Visits', 'Page views', 'Forms started', 'Forms sent', 'Bookings saved'],
        rows: days.map(({ day, visits, views, begun, sent, stored }) => [day, visits, views, begun, sent, stored]),
      },
      pagesTable(sums),
      areasTable(sums, bookings),
      waysTable(sums),
      bookingsTable(bookings),
      buttonsTable(sums),
      readingTable(sums),
      redLineTable(sums),
    ],
  }
}

function funnelOf(sums: readonly CountSum[], bookings: readonly BookingSum[]): Stage[] {
  const sent = countIn(sums, 'booking_completed')
  // Everyone who left a form at a step, or sent it, has reached that step.
  const reached = (step: number) => sent + countIn(sums, 'booking_abandoned', ({ label }) => Number(label) >= step)
  const visits = visitsIn(sums)
  const stored = storedIn(bookings, ({ channel }) => channel === 'online')
  const redLine = storedIn(bookings, ({ channel, serviceLevel }) => channel === 'online' && serviceLevel === 'redline')
  const paid = bookings.reduce((total, sum) => (sum.channel === 'online' ? total + sum.paid : total), 0)
  return [
    ...stagesOf([
      ['Visits', visits],
      ['Booking form started', countIn(sums, 'booking_started')],
      ...[2, 3, 4].map((step): [string, number] => [`Step ${step} reached`, reached(step)]),
      ['Form sent, as reported by browsers', sent],
    ]).map((stage) => ({ ...stage, ofVisits: percentOf(stage.count, visits) })),
    // Visitors whose browsers refuse counting book too, so this is no share of the counted visits.
    ...stagesOf([
      ['Online bookings saved', stored],
      ['Of which Red Line', redLine],
      ['Red Line paid', paid],
    ]).map((stage) => ({ ...stage, ofVisits: null })),
  ]
}

/** Steps that are counted the same way, each with its share of the one before. */
const stagesOf = (counts: readonly [name: string, count: number][]) =>
  counts.map(([name, count], at) => ({ name, count, ofBefore: at === 0 ? null : percentOf(count, counts[at - 1]?.[1] ?? 0) }))

function daysIn(period: Period, daySums: readonly DaySum[], bookings: readonly BookingSum[]) {
  const ofDay = Map.groupBy(daySums, ({ day }) => day)
  const stored = Map.groupBy(bookings, ({ day }) => day)
  return daysOf(period).map((day) => {
    const sums = (ofDay.get(day) ?? []).map((sum) => ({ ...sum, label: '', path: '', area: '' }))
    return {
      day,
      visits: visitsIn(sums),
      views: countIn(sums, 'page_view'),
      begun: countIn(sums, 'booking_started'),
      sent: countIn(sums, 'booking_completed'),
      stored: storedIn(stored.get(day) ?? []),
    }
  })
}
