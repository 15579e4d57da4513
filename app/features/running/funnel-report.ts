import { notFoundRoute } from '#app/platform/route-pattern.ts'
import { addDays, dayText, isDay, type LondonDay } from '#app/values/day.ts'
import { retention } from '#content/retention.ts'
import { scrollDepths } from './analytics/in-page/consented-events.ts'
import { type Channel, channels, daysOf, monthsBefore, type Period, timeBuckets } from './counted-events.ts'

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
type TableId = (typeof tableIds)[number]

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

/** Periods offered as links, in days. */
export const periodDays = [7, 28, 90] as const
const usualDays = 28

export interface Asked {
  days?: string | null
  from?: string | null
  to?: string | null
}

/** Returns the requested period, or the last 28 days with the problem of the request. */
export function periodOf({ days, from, to }: Asked, today: LondonDay): { period: Period; days?: number; problem?: string } {
  const last = (count: number): Period => ({ from: addDays(today, 1 - count), to: today })
  if (!from && !to) {
    const count = periodDays.find((each) => String(each) === days) ?? usualDays
    return { period: last(count), days: count }
  }
  const problem = problemOf(from ?? '', to ?? '', today)
  return problem ? { period: last(usualDays), problem } : { period: { from: from ?? '', to: to ?? '' } }
}

function problemOf(from: string, to: string, today: LondonDay): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Enter the first day and the last day.'
  if (from > to) return 'The first day must be on or before the last day.'
  if (to > today) return 'The last day can’t be in the future.'
  if (from < monthsBefore(today, retention.countMonths))
    return `We keep counts for ${retention.countMonths} months. Choose a later first day.`
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
    countIn(of, 'page_view'),
    visitsIn(of),
    countIn(of, 'booking_started'),
    countIn(of, 'booking_completed'),
    countIn(of, 'phone_click'),
    countIn(of, 'whatsapp_click'),
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
      countIn(of, 'page_view'),
      countIn(of, 'booking_started'),
      countIn(of, 'booking_completed'),
      countIn(of, 'phone_click'),
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
    return [
      [
        channelWords[channel],
        visitsIn(of),
        countIn(of, 'booking_started'),
        countIn(of, 'booking_completed'),
        countIn(of, 'phone_click'),
        countIn(of, 'whatsapp_click'),
      ],
    ]
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
  return {
    id: 'reading',
    title: 'Scrolling and time on page',
    note: '',
    head: ['What', 'Count', 'Percentage of page views'],
    rows: [
      row('Views of public pages', views),
      ...scrollDepths.map((depth) =>
        row(
          `Scrolled to ${depth}%`,
          countIn(sums, 'scroll_depth', ({ label }) => label === String(depth)),
        ),
      ),
      ...timeBuckets.map((least, at) =>
        row(
          bucketText(least, timeBuckets[at + 1]),
          countIn(sums, 'time_on_page', ({ label }) => label === String(least)),
        ),
      ),
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

/** 'Fri 20 Nov', with the year if the period is long. */
export const plotDay = (day: LondonDay, { from, to }: Period): string =>
  from.slice(0, 4) === to.slice(0, 4) ? dayText(day) : `${dayText(day)} ${day.slice(0, 4)}`

/** The file name of a table's CSV. */
export const csvName = (id: TableId, { from, to }: Period): string => `${id}-${from}-to-${to}.csv`
