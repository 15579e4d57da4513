import { expect, it, vi } from 'vitest'
import { londonDay } from '#app/platform/london.ts'
import { getSlots, learnSlots, resetSlots, takeSlot } from './slots-store.ts'

// Here nothing can be stored: what fails is warned of, and the page itself still knows.
const day = londonDay(new Date())

it('counts down to none, is five after a reset, and does not count twice what the server has counted', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const began = Date.now() - 1_000
  learnSlots(3, { day })
  expect(getSlots()).toEqual({ remaining: 3, slotsAvailable: true, source: 'server' })
  takeSlot()
  expect(getSlots().remaining).toBe(2)
  takeSlot(began)
  expect(getSlots().remaining).toBe(2)
  learnSlots(5, { day, askedAt: began })
  expect(getSlots().remaining).toBe(2)
  for (let times = 0; times < 4; times++) takeSlot()
  expect(getSlots()).toMatchObject({ remaining: 0, slotsAvailable: false })
  resetSlots()
  expect(getSlots()).toMatchObject({ remaining: 5, slotsAvailable: true })
  warn.mockRestore()
})
