import { notFoundRoute } from '#app/platform/route-pattern.ts'
import type { LondonDay } from '#app/values/day.ts'
import { type Channel, channels, daysOf, type Period, timeBuckets } from '../counted-events.ts'
import { scrollDepths } from './in-page/consented-events.ts'

/* The report about visits and bookings that staff read, made of event counts and of the bookings themselves. */

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

interface Stage {
  name: string
  count: number
  /** Percentage of previous step; null if that was zero, or is counted another way (in browsers instead of in the books). */
  ofBefore: number | null
  /** Percent; null if there were none, or the step is counted another way. */
  ofVisits: number | null
}

export const tableIds = ['funnel', 'days', 'pages', 'areas', 'ways', 'bookings', 'buttons', 'reading', 'red-line'] as const
export type TableId = (typeof tableIds)[number]

interface ReportTable {
  id: TableId
  title: string
  note: string
  head: string[]
  /** The first cell names the row. */
  rows: (string | number)[][]
}

export interface Report {
  funnel: Stage[]
  days: { day: LondonDay; visits: number; bookings: number }[]
  tables: ReportTable[]
}

const channelWords: Record<Channel, string> = {
  direct: 'Direct, or unknown',
  search: 'A search',
  paid: 'An advert',
  social: 'A social network',
  email: 'An email',
  campaign: 'Another campaign',
  site: 'Another website',
  inside: 'Later pages in a visit',
  other: 'Not recorded',
}

const redLineWords: Record<string, string> = {
  view: 'Banner seen',
  popup_view: 'Pop-up seen',
  popup_close: 'Pop-up closed',
  popup_book: 'Pop-up: Book chosen',
  select: 'Red Line chosen in the form',
  sold_out: 'Form seen with no slots left',
  submit: 'Red Line sent',
}

const percentOf = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : null)
/** A visit begins on a page that was not reached from one of our pages. */
const isArrival = ({ channel }: Pick<CountSum, 'channel'>) => channel !== 'inside' && channel !== 'other'

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

const rounded = (percent: number | null) => (percent === null ? '' : Number(percent.toFixed(1)))

/** How often events of a kind happened in a group of rows. */
const countIn = (sums: readonly CountSum[], event: string, isMeant: (sum: CountSum) => boolean = () => true) =>
  sums.reduce((total, sum) => (sum.event === event && isMeant(sum) ? total + sum.count : total), 0)
const visitsIn = (sums: readonly CountSum[]) => countIn(sums, 'page_view', isArrival)
/** The columns of a row: how often each event happened in a group of rows. */
const countsIn = (sums: readonly CountSum[], ...events: string[]) =>
  events.map((event) => (event === 'visits' ? visitsIn(sums) : countIn(sums, event)))
const storedIn = (bookings: readonly BookingSum[], isMeant: (sum: BookingSum) => boolean = () => true) =>
  bookings.reduce((total, sum) => (isMeant(sum) ? total + sum.count : total), 0)

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

/** Rows about groups of counts, sorted by the first figure, highest first. */
const byMost = (rows: (string | number)[][]) =>
  rows.toSorted((a, b) => Number(b[1]) - Number(a[1]) || String(a[0]).localeCompare(String(b[0])))

const pageNames: Record<string, string> = { other: 'Other pages', [notFoundRoute]: 'Page not found' }

function pagesTable(sums: readonly CountSum[]): ReportTable {
  const rows = [...Map.groupBy(sums, ({ path }) => path)].map(([path, of]) => [
    pageNames[path] ?? path,
    ...countsIn(of, 'page_view', 'visits', 'booking_started', 'booking_completed', 'phone_click', 'whatsapp_click'),
  ])
  return {
    id: 'pages',
    title: 'By page',
    note: 'Each form is counted under the page it’s on. /blog/* covers all the posts, and /track/:token all the bookings’ own pages. Only views are counted on private pages.',
    head: ['Page', 'Views', 'Visits started here', 'Forms started', 'Forms sent', 'Phone tapped', 'WhatsApp tapped'],
    rows: byMost(rows),
  }
}

function areasTable(sums: readonly CountSum[], bookings: readonly BookingSum[]): ReportTable {
  const counted = Map.groupBy(
    sums.filter(({ area }) => area),
    ({ area }) => area,
  )
  const stored = Map.groupBy(bookings, ({ borough }) => borough ?? 'Not known')
  const rows = [...new Set([...counted.keys(), ...stored.keys()])].map((area) => {
    const [of, made] = [counted.get(area) ?? [], stored.get(area) ?? []]
    return [
      area,
      ...countsIn(of, 'page_view', 'booking_started', 'booking_completed', 'phone_click'),
      storedIn(made, ({ channel }) => channel === 'online'),
      storedIn(made, ({ channel }) => channel === 'phone'),
    ]
  })
  return {
    id: 'areas',
    title: 'By area',
    note: 'Pages are grouped by the borough or part of London they cover. Bookings are grouped by the borough of the visit, whichever page they were made on.',
    head: ['Area', 'Page views', 'Forms started there', 'Forms sent there', 'Phone tapped there', 'Booked online', 'Booked by phone'],
    rows: byMost(rows),
  }
}

function waysTable(sums: readonly CountSum[]): ReportTable {
  const rows = channels.flatMap((channel) => {
    const of = sums.filter((sum) => sum.channel === channel)
    if (of.length === 0) return []
    return [[channelWords[channel], ...countsIn(of, 'visits', 'booking_started', 'booking_completed', 'phone_click', 'whatsapp_click')]]
  })
  return {
    id: 'ways',
    title: 'How visitors arrived',
    note: 'Nothing is kept on a visitor’s device, so we only know where a visit came from on its first page.',
    head: ['Source', 'Visits', 'Forms started', 'Forms sent', 'Phone tapped', 'WhatsApp tapped'],
    rows,
  }
}

function bookingsTable(bookings: readonly BookingSum[]): ReportTable {
  const rows = (['online', 'phone'] as const).map((channel) => {
    const of = bookings.filter((sum) => sum.channel === channel)
    return [
      channel === 'online' ? 'Online' : 'By phone',
      storedIn(of, ({ serviceLevel }) => serviceLevel === 'standard'),
      storedIn(of, ({ serviceLevel }) => serviceLevel === 'redline'),
      of.reduce((total, { paid }) => total + paid, 0),
    ]
  })
  return {
    id: 'bookings',
    title: 'Bookings saved',
    note: 'Counted from the bookings themselves, leaving out possible spam.',
    head: ['Booked', 'Standard', 'Red Line', 'Red Line paid'],
    rows,
  }
}

function buttonsTable(sums: readonly CountSum[]): ReportTable {
  const ofCalls = [
    ...Map.groupBy(
      sums.filter(({ event }) => event === 'cta_click'),
      ({ label }) => label,
    ),
  ].map(([label, of]) => [label || 'other', countIn(of, 'cta_click')])
  const rows = [['Phone numbers', countIn(sums, 'phone_click')], ['WhatsApp', countIn(sums, 'whatsapp_click')], ...byMost(ofCalls)]
  return {
    id: 'buttons',
    title: 'Buttons used',
    note: 'Each is named after where it is on the page: hero_book is the “Book” button at the top.',
    head: ['Button', 'Used'],
    rows,
  }
}

function readingTable(sums: readonly CountSum[]): ReportTable {
  // Scrolling and time aren't counted on private pages, whose views have no way of arrival.
  const views = countIn(sums, 'page_view', ({ channel }) => channel !== 'other')
  const row = (name: string, count: number) => [name, count, rounded(percentOf(count, views))]
  const labelled = (event: string, wanted: number) => countIn(sums, event, ({ label }) => label === String(wanted))
  return {
    id: 'reading',
    title: 'Scrolling and time on page',
    note: '',
    head: ['What', 'Count', 'Percentage of page views'],
    rows: [
      row('Views of public pages', views),
      ...scrollDepths.map((depth) => row(`Scrolled to ${depth}%`, labelled('scroll_depth', depth))),
      ...timeBuckets.map((least, at) => row(bucketText(least, timeBuckets[at + 1]), labelled('time_on_page', least))),
      row('Moved the mouse as if to leave', countIn(sums, 'exit_intent')),
    ],
  }
}

function bucketText(least: number, below: number | undefined): string {
  const text = (seconds: number) => (seconds < 60 ? `${seconds} seconds` : `${seconds / 60} ${seconds === 60 ? 'minute' : 'minutes'}`)
  return below ? `Open for ${text(least)} to ${text(below)}` : `Open for ${text(least)} or more`
}

function redLineTable(sums: readonly CountSum[]): ReportTable {
  return {
    id: 'red-line',
    title: 'Red Line on the website',
    note: '',
    head: ['What', 'Count'],
    rows: Object.entries(redLineWords).map(([label, name]) => [name, countIn(sums, 'redline', (sum) => sum.label === label)]),
  }
}
