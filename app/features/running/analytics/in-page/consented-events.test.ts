import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readChoice } from './consent.ts'
import { choiceIn, depthsReached, messageOf, referrerOf, serviceOf, storedChoice } from './consented-events.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const madeAt = (choice: string, at: string) => choiceIn(`${choice} ${at}`, now)

describe('a choice that was kept', () => {
  it.each(['granted', 'refused'] as const)('holds at once, and until six months have gone by: %s', (choice) => {
    expect(choiceIn(storedChoice(choice, now), now)).toBe(choice)
    expect(madeAt(choice, '2026-05-21T10:00:00.001Z')).toBe(choice)
    expect(madeAt(choice, '2026-05-21T10:00:00.000Z')).toBeUndefined()
    expect(madeAt(choice, '2025-11-21T10:00:00.000Z')).toBeUndefined()
  })

  it('does not hold when it was made tomorrow, by a clock that was wrong', () => {
    expect(madeAt('granted', '2026-11-22T10:00:00.000Z')).toBeUndefined()
  })

  it.each([null, '', 'granted', 'granted yesterday', 'yes 2026-11-20T10:00:00.000Z', ' 2026-11-20T10:00:00.000Z', '1'])(
    'is none when it is something else: %j',
    (stored) => expect(choiceIn(stored, now)).toBeUndefined(),
  )

  it('is not moved by the hour that London gains in October', () => {
    const until = (at: string) => choiceIn('granted 2026-04-25T00:30:00.000Z', new Date(at))
    expect(until('2026-10-25T00:29:59.999Z')).toBe('granted')
    expect(until('2026-10-25T00:30:00.000Z')).toBeUndefined()
  })
})

it.each([
  ['https://www.example.com/search?q=burst+pipe+at+5+Mill+Lane', 'https://www.example.com/'],
  ['http://127.0.0.1:3000/track/a-private-token', 'http://127.0.0.1:3000/'],
  ['', ''],
  ['https://user:secret@example.com/', 'https://example.com/'],
  ['android-app://com.example/', ''],
])('of where a visitor came from the site alone is told: %s', (referrer, told) => {
  expect(referrerOf(referrer)).toBe(told)
})

it.each([
  ['/', undefined],
  ['/pricing', undefined],
  ['/emergency-boiler-repair', 'Boiler Repair'],
  ['/plumbers-camden', 'Emergency Plumbing'],
])('what the page %s sells is %s', (path, service) => {
  expect(serviceOf(path)).toBe(service)
})

it.each([
  [0, [25]],
  [398, [25]],
  [399, [25, 50]],
  [800, [25, 50]],
  [1_200, [25, 50, 75, 90]],
])('%i px down a page of two thousand, on a screen of six hundred, are reached: %j', (scrolled, percents) => {
  expect(depthsReached({ scrolled, seen: 600, height: 2_000 })).toEqual(percents)
})

describe('what the tag service is told', () => {
  it('is the event in its spelling', () => {
    expect(messageOf({ name: 'booking_started', data: { formType: 'dialog' } })).toEqual({
      name: 'booking_started',
      parameters: { form_type: 'dialog' },
    })
    expect(messageOf({ name: 'redline', data: { interaction: 'sold_out', slotsRemaining: 0 } })).toEqual({
      name: 'redline_sold_out',
      parameters: { interaction: 'sold_out', slots_remaining: 0 },
    })
  })

  it('marks what is a test', () => {
    expect(messageOf({ name: 'page_view', data: { path: '/' } }).parameters).toEqual({ path: '/' })
    expect(messageOf({ name: 'page_view', data: { path: '/', isTest: true } }).parameters).toEqual({
      path: '/',
      is_test: true,
      traffic_type: 'internal',
    })
    expect(messageOf({ name: 'custom_test_event', data: { path: '/' } }).parameters).toMatchObject({ traffic_type: 'internal' })
  })

  it('goes by the browser itself where the page goes away', () => {
    expect(messageOf({ name: 'time_on_page', data: { path: '/', seconds: 12 } }).parameters).toMatchObject({ transport_type: 'beacon' })
    expect(messageOf({ name: 'booking_abandoned', data: { formType: 'page', step: 2 } }).parameters).toEqual({
      form_type: 'page',
      step: 2,
      transport_type: 'beacon',
    })
  })

  it('has the category of a purchase', () => {
    const bought = { currency: 'GBP', value: 29.99, serviceType: 'Burst Pipe', urgency: 'redline' } as const
    const data = { ...bought, transactionId: 'T7KQ4MXNP2', location: 'E1' }
    expect(messageOf({ name: 'purchase', data })).toMatchObject({
      name: 'purchase',
      parameters: { category: 'Emergency Plumbing', value: 29.99, service_type: 'Burst Pipe', transaction_id: 'T7KQ4MXNP2' },
    })
  })
})

it.each<[string, object, () => string | null, 'refused' | 'granted']>([
  ['has said yes', {}, () => storedChoice('granted', new Date()), 'granted'],
  ['has said yes, with globalPrivacyControl', { globalPrivacyControl: true }, () => storedChoice('granted', new Date()), 'refused'],
  ['has said yes, with doNotTrack', { doNotTrack: '1' }, () => storedChoice('granted', new Date()), 'refused'],
  [
    'has a device that keeps nothing',
    {},
    () => {
      throw new Error('not here')
    },
    'refused',
  ],
])('the choice of a visitor who %s is read as it applies', (_, browser, getItem, choice) => {
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('localStorage', { getItem })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(readChoice()).toBe(choice)
})
