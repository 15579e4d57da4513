import { describe, expect, it } from 'vitest'
import type { Beacon } from './beacon-schema.ts'
import { areaOf, channelOf, countedEvents, countedIn, daysOf, inOther, monthsBefore } from './counted-events.ts'

const pages = new Set(['/', '/pricing', '/plumbers-whitechapel'])
const routes = new Set(['/track/:token', 'not-found'])
const beaconOf = (changes: Partial<Beacon> = {}): Beacon => ({
  path: '/',
  referrer: '',
  medium: '',
  events: [['page_view', null]],
  ...changes,
})
const labelsOf = (...events: Beacon['events']) => countedIn(beaconOf({ events }), pages, routes).map(({ event, label }) => [event, label])

describe('What of a beacon is counted', () => {
  it('is every event of the specification, with a label of its list', () => {
    const said: [...Beacon['events'][number], string][] = [
      ['page_view', null, ''],
      ['booking_started', 'dialog', 'dialog'],
      ['booking_completed', 'redline', 'redline'],
      ['booking_abandoned', 3, '3'],
      ['cta_click', 'exitintent_redline_book', 'exitintent_redline_book'],
      ['phone_click', null, ''],
      ['whatsapp_click', null, ''],
      ['time_on_page', 12, '10'],
      ['scroll_depth', 75, '75'],
      ['exit_intent', null, ''],
      ['service_page_view', 'Boiler Repair', 'Boiler Repair'],
      ['redline', 'sold_out', 'sold_out'],
      ['purchase', 'redline', 'redline'],
      ['custom_test_event', null, ''],
    ]
    const labels = labelsOf(...said.map(([name, label]): Beacon['events'][number] => [name, label]))
    expect(labels).toEqual(said.map(([name, , label]) => [name, label]))
    expect(said.map(([name]) => name).sort()).toEqual([...countedEvents].sort())
  })

  it('is nothing of what no list knows, and no words of anyone', () => {
    expect(
      labelsOf(
        ['name', 'Priya Raman'],
        ['constructor', null],
        ['__proto__', null],
        ['booking_started', 'priya@example.com'],
        ['booking_abandoned', 5],
        ['scroll_depth', 33],
        ['time_on_page', 9],
        ['time_on_page', '60'],
        ['time_on_page', Number.NaN],
        ['redline', null],
      ),
    ).toEqual([])
    expect(labelsOf(['phone_click', '0800 644 2633'], ['cta_click', '=cmd|calc'])).toEqual([
      ['phone_click', ''],
      ['cta_click', 'other'],
    ])
  })

  it.each([
    [9.9, undefined],
    [10, '10'],
    [30, '30'],
    [180, '180'],
    [86_400, '600'],
  ])('%d seconds on a page are of the bucket %s', (seconds, bucket) => {
    expect(labelsOf(['time_on_page', seconds])).toEqual(bucket ? [['time_on_page', bucket]] : [])
  })

  it.each([
    ['/pricing', '/pricing', ''],
    ['/plumbers-whitechapel', '/plumbers-whitechapel', 'Tower Hamlets'],
    ['/blog/how-to-find-your-stopcock', '/blog/*', ''],
    ['/track/a-private-token', 'other', ''],
    ['/pricing?name=Priya', 'other', ''],
    ['', 'other', ''],
  ])('on %s is on %s', (said, path, area) => {
    expect(countedIn(beaconOf({ path: said }), pages, routes)).toEqual([{ event: 'page_view', label: '', path, area, channel: 'direct' }])
  })

  it.each(['/track/:token', 'not-found'])('on %s, which is not public, is its views alone', (path) => {
    const said = beaconOf({
      path,
      referrer: 'https://www.google.com/',
      events: [
        ['page_view', 'Priya'],
        ['scroll_depth', 50],
      ],
    })
    expect(countedIn(said, pages, routes)).toEqual([{ event: 'page_view', label: '', path, area: '', channel: 'other' }])
  })

  it('without room is the event alone', () => {
    const [counted] = countedIn(beaconOf({ path: '/plumbers-whitechapel', events: [['scroll_depth', 50]] }), pages, routes)
    expect(counted && inOther(counted)).toEqual({ event: 'scroll_depth', label: '', path: 'other', area: '', channel: 'other' })
  })
})

it('A page about a part of London is of that part', () => {
  expect(areaOf('/plumbers-whitechapel')).toBe('Tower Hamlets')
  expect(areaOf('/')).toBe('')
})

it.each([
  [null, '', 'inside'],
  [null, 'cpc', 'inside'],
  ['', '', 'direct'],
  ['not an address', '', 'direct'],
  ['https://www.google.co.uk/', '', 'search'],
  ['https://search.brave.com/', '', 'search'],
  ['https://google.com.evil.example/', '', 'site'],
  ['https://l.facebook.com/', '', 'social'],
  ['https://bit.co/', '', 'site'],
  ['https://www.google.com/', 'CPC', 'paid'],
  ['', 'paid-social', 'paid'],
  ['https://www.google.com/', 'organic', 'search'],
  ['https://example.org/', 'leaflet', 'campaign'],
] as const)('A visitor from %j with the medium %j came by %s', (referrer, medium, channel) => {
  expect(channelOf(referrer, medium)).toBe(channel)
})

it.each([
  ['2026-11-22', '2024-10-01'],
  ['2026-01-31', '2023-12-01'],
  ['2028-02-29', '2026-01-01'],
])('On %s sums are kept from %s on', (today, first) => {
  expect(monthsBefore(today, 25)).toBe(first)
})

it('A period has every day once, across both changes of the clocks', () => {
  expect(daysOf({ from: '2026-10-24', to: '2026-10-26' })).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  expect(daysOf({ from: '2026-01-01', to: '2026-12-31' })).toHaveLength(365)
})
