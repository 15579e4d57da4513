import { notFoundRoute } from '#app/platform/route-pattern.ts'
import type { RedlineInteraction } from '#app/platform/track.ts'
import { type Channel, channels, timeBuckets } from '../counted-events.ts'
import { type BookingSum, type CountSum, countIn, countsIn, percentOf, rounded, storedIn } from './count-sums.ts'
import { scrollDepths } from './in-page/consented-events.ts'

/* The tables of the report about visits and bookings. */

export const tableIds = ['funnel', 'days', 'pages', 'areas', 'ways', 'bookings', 'buttons', 'reading', 'red-line'] as const
export type TableId = (typeof tableIds)[number]

export interface ReportTable {
  id: TableId
  title: string
  note: string
  head: string[]
  /** The first cell names the row. */
  rows: (string | number)[][]
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

const redLineWords: Record<RedlineInteraction, string> = {
  view: 'Banner seen',
  popup_view: 'Pop-up seen',
  popup_close: 'Pop-up closed',
  popup_book: 'Pop-up: Book chosen',
  select: 'Red Line chosen in the form',
  sold_out: 'Form seen with no slots left',
  submit: 'Red Line sent',
}

/** Rows about groups of counts, sorted by the first figure, highest first. */
const byMost = (rows: (string | number)[][]) =>
  rows.toSorted((a, b) => Number(b[1]) - Number(a[1]) || String(a[0]).localeCompare(String(b[0])))

const pageNames: Record<string, string> = { other: 'Other pages', [notFoundRoute]: 'Page not found' }

export function pagesTable(sums: readonly CountSum[]): ReportTable {
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

export function areasTable(sums: readonly CountSum[], bookings: readonly BookingSum[]): ReportTable {
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

export function waysTable(sums: readonly CountSum[]): ReportTable {
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

export function bookingsTable(bookings: readonly BookingSum[]): ReportTable {
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

export function buttonsTable(sums: readonly CountSum[]): ReportTable {
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

export function readingTable(sums: readonly CountSum[]): ReportTable {
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

export function redLineTable(sums: readonly CountSum[]): ReportTable {
  return {
    id: 'red-line',
    title: 'Red Line on the website',
    note: '',
    head: ['What', 'Count'],
    rows: Object.entries(redLineWords).map(([label, name]) => [name, countIn(sums, 'redline', (sum) => sum.label === label)]),
  }
}
