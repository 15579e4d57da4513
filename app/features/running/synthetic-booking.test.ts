import { expect, test } from 'vitest'
import { SubmitBooking } from '#app/features/intake/booking-input.ts'
import { bookingWayNow, phoneFirstAfter, type Run, syntheticBody } from './synthetic-booking.ts'

const run = (time: string, outcome: Run['outcome']): Run => ({ at: `2026-11-20T${time}:00.000Z`, outcome })

test('what is booked to try the way is right in everything', () => {
  expect(SubmitBooking.safeParse(syntheticBody).success).toBe(true)
})

test('pages ask to ring from the second failure in a row until a success', () => {
  expect(phoneFirstAfter([])).toBeUndefined()
  expect(phoneFirstAfter([run('10:00', 'failed')])).toBeUndefined()
  expect(phoneFirstAfter([run('10:15', 'failed'), run('10:00', 'ok')])).toBeUndefined()
  expect(phoneFirstAfter([run('10:15', 'failed'), run('10:00', 'failed')])).toBe(true)
  expect(phoneFirstAfter([run('10:30', 'ok'), run('10:15', 'failed')])).toBe(false)
})

test('two failures with a night between them are not two in a row', () => {
  expect(phoneFirstAfter([run('10:15', 'failed'), run('01:00', 'failed')])).toBeUndefined()
})

test('the way of a booking is known for two rounds', () => {
  expect(bookingWayNow(run('10:00', 'ok'), new Date('2026-11-20T10:30:00.000Z'))).toBe('works')
  expect(bookingWayNow(run('10:00', 'failed'), new Date('2026-11-20T10:30:00.000Z'))).toBe('failing')
  expect(bookingWayNow(run('10:00', 'ok'), new Date('2026-11-20T10:32:00.000Z'))).toBe('unknown')
  expect(bookingWayNow(undefined, new Date('2026-11-20T10:32:00.000Z'))).toBe('unknown')
})
