import { expect, test } from 'vitest'
import { InvalidBooking } from '#app/features/booking/refusals.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { bookingBody } from '#test/support/world.ts'
import { readPhonePrice, readPhoneQuote } from './phone-price.server.ts'

test('The price of a booking by phone is worked out for a time that is still to come, and says of a postcode that we don’t cover it', async () => {
  const { services } = await freshWorld('sqlite', { now: '2026-11-20T14:47:00.000Z' })
  const price = (changes: Record<string, unknown>) => readPhonePrice(services, bookingBody(changes))
  const past = await price({ preferredDate: '2026-11-20', timeSlot: '08:00 - 10:00' }).catch((error) => error)
  expect(past).toBeInstanceOf(InvalidBooking)
  expect(past.problems).toEqual({ timeSlot: expect.stringMatching(/has passed/) })
  expect(await price({ preferredDate: '2026-11-20', timeSlot: '18:00 - 20:00' })).toMatchObject({
    ...{ isOutside: false, arrival: 'today, 6pm to 8pm' },
  })
  expect(await price({ postcode: 'M1 1AE' })).toMatchObject({ isOutside: true })
  // While the form is filled in, the arrival is there from the postcode on, and the price with the emergency: the one that is booked.
  const asked = { postcode: 'E1 1FR', serviceLevel: 'standard', timeSlot: 'ASAP' }
  const so = await readPhoneQuote(services, asked)
  expect(so).toEqual({ arrival: expect.stringMatching(/^today, /), isOutside: false })
  const told = await price({ ...asked, service: 'Burst Pipe' })
  expect(await readPhoneQuote(services, { ...asked, service: 'Burst Pipe' })).toEqual({ ...so, price: told })
  const tooLate = { ...asked, preferredDate: '2026-11-20', timeSlot: '08:00 - 10:00' }
  expect(await readPhoneQuote(services, tooLate)).toEqual({ problem: past.problems.timeSlot })
})
