import { expect, test } from 'vitest'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { freshWorld, submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onEachEngine } from '#test/support/world.ts'
import { submitBooking } from './submit-booking.server.ts'

onEachEngine('A booking with the offer of the countdown', (engine) => {
  test.each([
    ['in winter', '2026-11-23T09:59:59.000Z', '2026-11-23T10:00:00.000Z'],
    ['on the day on which summer time begins', '2027-03-28T08:59:59.000Z', '2027-03-28T09:00:00.000Z'],
    ['the day before', '2027-03-27T09:59:59.000Z', '2027-03-27T10:00:00.000Z'],
    ['on the day on which summer time ends', '2027-10-31T15:59:59.000Z', '2027-10-31T16:00:00.000Z'],
    ['the day before', '2027-10-30T14:59:59.000Z', '2027-10-30T15:00:00.000Z'],
  ])('has 25%% off in its terms until its hours end, and not a second later: %s', async (_, lastSecond, over) => {
    const { services, clock } = await freshWorld(engine, {})
    for (const [email, at] of [
      ['last-second@example.com', lastSecond],
      ['over@example.com', over],
    ] as const) {
      clock.set(at)
      await submitBooking(services, submissionOf({ body: bookingBody({ email, offer: 'callout-25', submittedAt: lastSecond }) }))
    }
    const booked = await services.db.selectFrom('bookings').select(['email', 'frozenTerms']).orderBy('email').execute()
    const offers = booked.map(({ email, frozenTerms }) => [email, (JSON.parse(frozenTerms) as FrozenTerms).offer?.callout])
    expect(offers).toEqual([
      ['last-second@example.com', { percentOff: 25 }],
      ['over@example.com', undefined],
    ])
  })
})
