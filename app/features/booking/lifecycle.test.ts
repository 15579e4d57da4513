import { expect, it, test } from 'vitest'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { endedStatuses, mayTake, openStatuses, type Step, staffSteps, stepFacts } from './lifecycle.ts'

it('offers staff at each status what may follow it, and once it is over only to open it again', () => {
  expect(staffSteps('received')).toEqual(['accept', 'assign', 'promise', 'cancel', 'join', 'discard', 'trust', 'edit'])
  expect(staffSteps('assigned')).toEqual(['assign', 'unassign', 'promise', 'en_route', 'arrived', 'cancel', 'join', 'discard', 'edit'])
  expect(staffSteps('arrived')).toEqual(['completed', 'made_safe', 'no_access', 'cancel', 'edit'])
  expect(endedStatuses.toSorted()).toEqual(['cancelled', 'completed', 'expired', 'no_access'])
  for (const status of endedStatuses) expect(staffSteps(status)).toEqual(status === 'expired' ? [] : ['reopen'])
  const wrong: [Step, BookingStatus][] = [
    ['en_route', 'received'],
    ['en_route', 'confirmed'],
    ['completed', 'assigned'],
    ['no_access', 'assigned'],
  ]
  for (const [step, status] of wrong) expect(mayTake('staff', step, status), `${step} after ${status}`).toBe(false)
})

test('a customer who cannot cancel an open booking is told why, and so is one who cannot move a visit that needs no payment', () => {
  for (const step of ['cancel', 'reschedule'] as const)
    for (const status of openStatuses.filter((each) => step === 'cancel' || each !== 'awaiting_payment'))
      expect(stepFacts(step).customer?.refused?.[status] === undefined, `${step} at ${status}`).toBe(mayTake('customer', step, status))
})
