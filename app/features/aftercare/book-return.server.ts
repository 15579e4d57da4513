import { districtFor } from '#app/features/areas/postcode-lookups.server.ts'
import { actOnBooking, type CustomerAct } from '#app/features/booking/act-on-booking.server.ts'
import { readAnswer } from '#app/features/booking/answers.ts'
import { callerDetails } from '#app/features/booking/caller-details.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { requireReturnable } from '#app/features/dispatch/require-returnable.server.ts'
import { hashOfContent, type Outcome, replayOf } from '#app/features/intake/acknowledge.server.ts'
import { storeBooking } from '#app/features/intake/store-booking.server.ts'
import { fitParts, readUnbookedParts } from '#app/features/visit/awaited-parts.server.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf } from '#app/values/ids.ts'

export interface BookReturn extends CustomerAct {
  /** Made with the form: sending it twice books one visit. */
  key: string
  /** The problem now, in the customer's words. */
  description: string
  /** The day and slot, as the booking form sends them. */
  preferredDate: string
  timeSlot: string
}

/**
 * Books a free return visit for the customer of a finished visit, under its guarantee, or to fit the parts that it waited for once all have
 * arrived: at £0, with a promise of its own, at the same address and for the same person. Returns the path of its private link. Throws
 * `InvalidEntry`, `InvalidBooking`, `StepRefused` if the guarantee has ended or a return visit is open, `OnlineBookingPaused`,
 * `TooManySubmits` or `BookingNotFound`.
 */
export async function bookReturn(services: Services, { key, description, preferredDate, timeSlot, ...act }: BookReturn): Promise<string> {
  const { bookingId, clientKey } = act
  const first = await readBooking(services, bookingId)
  requireTyped({ description, timeSlot, isForParts: (await readUnbookedParts(services.db, bookingId, 'arrived')).length > 0 })
  // Before the transaction: no row stays locked while another service answers.
  const district = services.config.postcodeLookupUrl ? await districtFor(services, first.postcode) : undefined
  const turns = [[limits.submit, clientKey] as const, [limits.returns, bookingId] as const]
  const keyHash = hashOf(`return:${bookingId}:${key}`)
  const trackingUrl = await actOnBooking<string>(services, { ...act, limits: turns }, async (tx, { booking, now }) => {
    const wish = { serviceLevel: 'standard', service: booking.service, description, preferredDate, timeSlot }
    const body = { ...callerDetails(booking), ...wish, triggered_from: 'The same problem is back' }
    const contentHash = hashOfContent({ description, preferredDate, timeSlot })
    const replay = await replayOf(services, tx, keyHash, contentHash)
    if (!replay) await requireReturnable(tx, bookingId, now)
    const parts = await readUnbookedParts(tx, bookingId, 'arrived')
    const by = { clientKey, provenEmail: booking.email }
    const outcome: Outcome & { id?: string } =
      replay ?? (await storeBooking(services, tx, { body, key: keyHash, contentHash, district, now, by, returnOf: bookingId }))
    if ('refused' in outcome) throw outcome.refused
    if (outcome.id && parts.length > 0) await fitParts(tx, bookingId, outcome.id)
    const { reference, trackingUrl: result, replayed } = outcome.acknowledged
    return { isUnseen: true, event: 'none', ...(!replayed && { action: 'booking.claim', detail: { reference } }), result }
  })
  return new URL(trackingUrl ?? '').pathname
}

/** Throws `InvalidEntry` for what the booking form leaves optional: here we need to know it. */
function requireTyped({ description, timeSlot, isForParts }: Pick<BookReturn, 'description' | 'timeSlot'> & { isForParts: boolean }): void {
  const read = readAnswer('description', description)
  valuesOf({
    description: 'value' in read && read.value === '' && !isForParts ? { problem: 'Tell us what’s happening' } : read,
    timeSlot: timeSlot === '' ? { problem: 'Choose when you’d like us to visit' } : { value: timeSlot },
  })
}
