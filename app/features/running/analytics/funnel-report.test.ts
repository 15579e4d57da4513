import { describe, expect, it } from 'vitest'
import { csvName, periodOf, plotDay } from '../report-period.ts'
import type { BookingSum, CountSum } from './count-sums.ts'
import { reportOf } from './funnel-report.ts'
import { tableIds } from './funnel-tables.ts'

const period = { from: '2026-11-19', to: '2026-11-20' }
const sumOf = (event: string, count: number, changes: Partial<CountSum> = {}): CountSum => ({
  event,
  label: '',
  path: '/',
  area: '',
  channel: 'direct',
  count,
  ...changes,
})
const bookingsOf = (changes: Partial<BookingSum> = {}): BookingSum => ({
  day: '2026-11-20',
  channel: 'online',
  serviceLevel: 'standard',
  borough: 'Tower Hamlets',
  paid: 0,
  count: 1,
  ...changes,
})
const tableOf = (id: (typeof tableIds)[number], sums: CountSum[]) =>
  reportOf(period, sums, [], []).tables.find((table) => table.id === id)?.rows

describe('The way from visit to booking', () => {
  const sums = [
    sumOf('page_view', 80, { channel: 'search' }),
    sumOf('page_view', 20),
    // Page views that aren't visits.
    sumOf('page_view', 300, { channel: 'inside' }),
    sumOf('page_view', 7, { channel: 'other', path: 'other' }),
    sumOf('booking_started', 50),
    sumOf('booking_abandoned', 10, { label: '1' }),
    sumOf('booking_abandoned', 6, { label: '2' }),
    sumOf('booking_abandoned', 3, { label: '3' }),
    sumOf('booking_abandoned', 1, { label: '4' }),
    sumOf('booking_completed', 20, { label: 'standard' }),
    sumOf('booking_completed', 5, { label: 'redline', channel: 'inside' }),
  ]
  const bookings = [
    bookingsOf({ count: 22 }),
    bookingsOf({ serviceLevel: 'redline', count: 4, paid: 3 }),
    bookingsOf({ channel: 'phone', count: 9 }),
    bookingsOf({ channel: 'phone', serviceLevel: 'redline', count: 2, paid: 1 }),
  ]

  it('counts visitors who reached a step: those who left there or later, or sent the form', () => {
    expect(reportOf(period, sums, [], bookings).funnel.map(({ name, count }) => [name, count])).toEqual([
      ['Visits', 100],
      ['Booking form started', 50],
      ['Step 2 reached', 35],
      ['Step 3 reached', 29],
      ['Step 4 reached', 26],
      ['Form sent, as reported by browsers', 25],
      ['Online bookings saved', 26],
      ['Of which Red Line', 4],
      ['Red Line paid', 3],
    ])
  })

  it('compares each step with the one before, and with the visits, only within what is counted in one way', () => {
    const { funnel } = reportOf(period, sums, [], bookings)
    expect(funnel.slice(0, 3).map(({ ofBefore, ofVisits }) => [ofBefore, ofVisits])).toEqual([
      [null, 100],
      [50, 50],
      [70, 35],
    ])
    // Bookings are counted in the database and can exceed what browsers reported: no rate above 100% is shown.
    expect(funnel.slice(6).map(({ ofBefore, ofVisits }) => [ofBefore && Math.round(ofBefore), ofVisits])).toEqual([
      [null, null],
      [15, null],
      [75, null],
    ])
    for (const { ofBefore, ofVisits } of reportOf(period, [], [], []).funnel) expect([ofBefore, ofVisits]).toEqual([null, null])
  })
})

it('Ways of arrival stand in their order, later pages apart', () => {
  const sums = [sumOf('page_view', 5, { channel: 'inside' }), sumOf('page_view', 2, { channel: 'search' }), sumOf('booking_completed', 1)]
  expect(tableOf('ways', sums)).toEqual([
    ['Direct, or unknown', 0, 0, 1, 0, 0],
    ['A search', 2, 0, 0, 0, 0],
    ['Later pages in a visit', 0, 0, 0, 0, 0],
  ])
})

it('Buttons, depths, times and Red Line are read by their labels', () => {
  const sums = [
    sumOf('page_view', 10),
    sumOf('cta_click', 2, { label: 'hero_book' }),
    sumOf('cta_click', 3, { label: 'header_book' }),
    sumOf('phone_click', 1),
    sumOf('scroll_depth', 5, { label: '50' }),
    sumOf('time_on_page', 2, { label: '600' }),
    sumOf('redline', 4, { label: 'popup_view' }),
  ]
  expect(tableOf('buttons', sums)).toEqual([
    ['Phone numbers', 1],
    ['WhatsApp', 0],
    ['header_book', 3],
    ['hero_book', 2],
  ])
  expect(tableOf('reading', sums)).toEqual(
    expect.arrayContaining([
      ['Scrolled to 50%', 5, 50],
      ['Scrolled to 75%', 0, 0],
      ['Open for 1 minute to 3 minutes', 0, 0],
      ['Open for 10 minutes or more', 2, 20],
    ]),
  )
  expect(tableOf('red-line', sums)).toEqual(expect.arrayContaining([['Pop-up seen', 4]]))
})

it('Every day of the period has a row, also without anything', () => {
  const days = [{ day: '2026-11-20', event: 'page_view', channel: 'direct', count: 6 }]
  const report = reportOf(period, [], days, [bookingsOf({ count: 2 }), bookingsOf({ channel: 'phone' })])
  expect(report.days).toEqual([
    { day: '2026-11-19', visits: 0, bookings: 0 },
    { day: '2026-11-20', visits: 6, bookings: 3 },
  ])
  expect(report.tables.map(({ id }) => id).sort()).toEqual([...tableIds].sort())
  for (const { head, rows } of report.tables) for (const row of rows) expect(row).toHaveLength(head.length)
})

describe('The period', () => {
  const today = '2026-11-20'
  it.each([
    [{}, '2026-10-24', 28],
    [{ days: '7' }, '2026-11-14', 7],
    [{ days: '100000' }, '2026-10-24', 28],
    [{ days: '90', from: '', to: '' }, '2026-08-23', 90],
  ])('of %j is the last days, today among them', (asked, from, days) => {
    expect(periodOf(asked, today)).toEqual({ period: { from, to: today }, days })
  })

  it('is what was typed', () => {
    expect(periodOf({ days: '7', from: '2026-01-01', to: '2026-01-31' }, today)).toEqual({
      period: { from: '2026-01-01', to: '2026-01-31' },
    })
    expect(periodOf({ from: today, to: today }, today)).toEqual({ period: { from: today, to: today } })
  })

  it.each([
    [{ from: '2026-11-01' }, 'Enter the first day and the last day.'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'Enter the first day and the last day.'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'The first day must be on or before the last day.'],
    [{ from: '2026-11-02', to: '2026-11-21' }, 'The last day can’t be in the future.'],
    [{ from: '2024-09-30', to: '2024-12-01' }, 'We keep counts for 25 months. Choose a later first day.'],
  ])('of %j is refused in words, and the usual one shown', (asked, problem) => {
    expect(periodOf(asked, today)).toEqual({ period: { from: '2026-10-24', to: today }, problem })
  })

  it('names the year where there are two', () => {
    expect(plotDay('2026-11-20', period)).toBe('Fri 20 Nov')
    expect(plotDay('2025-12-31', { from: '2025-12-30', to: '2026-01-02' })).toBe('Wed 31 Dec 2025')
    expect(csvName('pages', period)).toBe('pages-2026-11-19-to-2026-11-20.csv')
  })
})
