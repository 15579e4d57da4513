import { districtFor } from '#app/features/areas/postcode-lookups.server.ts'
import { lockBooking } from '#app/features/booking/act-on-booking.server.ts'
import { requireAnswer } from '#app/features/booking/refusals.ts'
import { hashOfContent, replayOf } from '#app/features/intake/acknowledge.server.ts'
import type { Attempt } from '#app/features/intake/attempt.ts'
import { storeBooking } from '#app/features/intake/store-booking.server.ts'
import { fitParts } from '#app/features/visit/awaited-parts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import { requireReturnable } from './require-returnable.server.ts'
import { aboutFullWindow } from './steps/take-window.server.ts'

interface TakeBooking {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  /** One per booking, made with the form: sending it twice makes one booking. */
  idempotencyKey: string
  /** The fields of the booking form as they were entered, unchecked. */
  input: Record<string, unknown>
  /** The question that was confirmed. */
  confirmed?: string
}

/** A booking taken by phone: its id, and the text to read out to the customer. */
interface TakenBooking {
  id: string
  reference: string
}

/**
 * Takes a booking by phone, by the rules of the form: channel phone. Its priority fee for Red Line is billed with the job and never paid
 * online, so its slot of today is sold immediately. It counts as accepted by its taker. With `returnOf` it is a free return visit under
 * guarantee, and with `forParts` it fits the parts that the first visit waits for. A window without a free engineer must be confirmed, and
 * the history says so. Throws `AnswerNeeded`, `InvalidBooking` with what is wrong, `KeyReused`, `SlotsSoldOut`, or `StepRefused` if there
 * is no guarantee or a return visit is booked already; then nothing is stored.
 */
export async function takeBooking(services: Services, { staffId, idempotencyKey, input, confirmed }: TakeBooking): Promise<TakenBooking> {
  const key = hashOf(`phone:${staffId}:${idempotencyKey}`)
  const contentHash = hashOfContent(input)
  const district = services.config.postcodeLookupUrl ? await districtFor(services, input.postcode) : undefined
  const outcome = await services.db.transaction().execute(async (tx) => {
    const replay = await replayOf(services, tx, key, contentHash)
    if (replay) return replay
    const now = services.clock.now()
    const returnOf = typeof input.returnOf === 'string' && input.returnOf ? input.returnOf : undefined
    if (returnOf) await lockBooking(tx, returnOf)
    if (returnOf) await requireReturnable(tx, returnOf, now)
    let isFull = false
    const askAboutFull: Attempt['askAboutFull'] = (window) => {
      isFull = true
      requireAnswer([aboutFullWindow(window, now)], confirmed)
    }
    const attempt = { body: input, key, contentHash, district, now, by: { takenBy: staffId }, returnOf, askAboutFull }
    const stored = await storeBooking(services, tx, attempt)
    if ('refused' in stored || !stored.id) return stored
    if (returnOf && input.forParts) await fitParts(tx, returnOf, stored.id)
    const taken = { id: newId(), bookingId: stored.id, at: toInstant(now), actor: staffId, act: 'take' as const }
    const text = `took the booking by phone${isFull ? ', although no engineer was free then' : ''}`
    const columns = { version: 0, text, before: '{}', after: '{}', pressHash: key, undoneAt: null }
    await tx
      .insertInto('staffActs')
      .values({ ...taken, ...columns })
      .execute()
    await recordAudit(tx, now, { actor: staffId, action: 'booking.take', subject: stored.id })
    return stored
  })
  if ('refused' in outcome) throw outcome.refused
  services.jobsAdded()
  return services.db.selectFrom('bookings').select(['id', 'reference']).where('idempotencyKey', '=', key).executeTakeFirstOrThrow()
}
