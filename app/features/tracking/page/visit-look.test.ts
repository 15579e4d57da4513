// @module-tag never-again
import { describe, expect, it, test } from 'vitest'
import { statusNames } from '#app/features/booking/lifecycle.ts'
import type { PromiseName } from '#app/features/capacity/missed-promises.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { visitLookOf } from './visit-look.ts'

const lookOf = (status: BookingStatus, ...missed: PromiseName[]) =>
  visitLookOf(
    status,
    missed.map((promise) => ({ promise })),
  )

test('Only a completed visit looks done', () => {
  expect(statusNames.filter((status) => lookOf(status) === 'done')).toEqual(['completed'])
})

describe('A promise that was missed', () => {
  it.each([
    ['call', ['received']],
    ['dispatch', ['received', 'confirmed', 'assigned']],
    ['window', ['received', 'confirmed', 'assigned', 'en_route']],
  ] as const)('%s: is late while it is still awaited, and no longer', (promise, late) => {
    expect(statusNames.filter((status) => lookOf(status, promise) === 'late')).toEqual(late)
  })
})
