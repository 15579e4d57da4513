import { expect, it, vi } from 'vitest'
import { londonDay } from '#app/platform/london.ts'
import { addDays } from '#app/values/day.ts'
import { getSlots, learnSlots, learnSlotsPerDay, resetSlots, takeSlot } from './slots-store.ts'

// Storage isn't available here: failures log a warning, and the page keeps the value in memory.
const day = londonDay(new Date())

it('counts down to none, is five after a reset, and does not count twice what the server has counted', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const began = Date.now() - 1_000
  learnSlots(3, { day, at: new Date().toISOString() })
  expect(getSlots()).toEqual({ remaining: 3, slotsAvailable: true, isClosed: false, source: 'server' })
  takeSlot()
  expect(getSlots().remaining).toBe(2)
  takeSlot(began)
  expect(getSlots().remaining).toBe(2)
  learnSlots(5, { day, at: new Date(began).toISOString() })
  expect(getSlots().remaining).toBe(2)
  for (let times = 0; times < 4; times++) takeSlot()
  expect(getSlots()).toMatchObject({ remaining: 0, slotsAvailable: false })
  resetSlots()
  expect(getSlots()).toMatchObject({ remaining: 5, slotsAvailable: true })
  warn.mockRestore()
})

it('counts by as many as the owner says a day has', () => {
  learnSlotsPerDay(8)
  resetSlots()
  expect(getSlots().remaining).toBe(8)
  learnSlots(7, { day, at: new Date(Date.now() + 500).toISOString() })
  expect(getSlots().remaining).toBe(7)
  learnSlotsPerDay(5)
  expect(getSlots().remaining).toBe(5)
})

it('takes the word that was looked up last for the newest, in whatever order the words come', () => {
  const now = Date.now()
  const at = (inMs: number) => new Date(now + inMs).toISOString()
  learnSlots(1, { day, at: at(1_000) })
  learnSlots(0, { day, at: at(3_000) })
  // The first value of a stream may be older than one already known.
  learnSlots(1, { day, at: at(2_000) })
  expect(getSlots()).toMatchObject({ remaining: 0, slotsAvailable: false })
  learnSlots(1, { day, at: at(3_001) })
  expect(getSlots().remaining).toBe(1)
})

it('lets a word hold for 90 seconds from when it was looked up', () => {
  vi.useFakeTimers({ now: Date.now() + 3_600_000 })
  learnSlots(2, { day, at: new Date(Date.now() - 60_000).toISOString() })
  vi.advanceTimersByTime(29_999)
  expect(getSlots().source).toBe('server')
  vi.advanceTimersByTime(1)
  expect(getSlots().source).not.toBe('server')
  vi.useRealTimers()
})

it.each([
  [{ 'redline-slots': '3', 'redline-reset': day }, 3],
  [{}, 5],
  [{ 'redline-slots': 'many', 'redline-reset': day }, 5],
  [{ 'redline-slots': '', 'redline-reset': day }, 5],
  [{ 'redline-slots': '-3', 'redline-reset': day }, 0],
  [{ 'redline-slots': '12', 'redline-reset': day }, 5],
  [{ 'redline-slots': '1', 'redline-reset': addDays(day, -1) }, 5],
  [{ 'redline-slots': '1', 'redline-reset': 'garbage' }, 5],
])('takes %j, as a device has it, for %d left while it is offline', async (kept, left) => {
  const stored = new Map<string, string>(Object.entries(kept))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('navigator', { onLine: false })
  vi.resetModules()
  const { getSlots: read } = await import('./slots-store.ts')
  expect(read()).toMatchObject({ remaining: left, source: 'device' })
  expect(stored.get('redline-reset')).toBe(day)
  vi.unstubAllGlobals()
})
