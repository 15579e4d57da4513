import type { Kysely, Selectable } from 'kysely'
import { statusFacts } from '#app/features/booking/lifecycle.ts'
import { type Booking, type BookingEvent, readHistory } from '#app/features/booking/read-booking.server.ts'
import { readJobSheet } from '#app/features/visit/job-sheet.server.ts'
import { readMoneyRows } from '#app/features/visit/read-statement.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Instant } from '#app/values/clock.ts'
import type { BusinessDetails } from '#content/business.ts'
import type { BillCorrectionsTable } from '#db/tables/billing.ts'
import type { Tables } from '#db/tables.ts'
import { type BillDraft, type BilledTimes, draftOf } from './draft-bill.ts'

/** A bill before it is issued, with what else it shows. */
export interface ReadDraft extends BillDraft {
  /** The recorded times of the visit; absent if it wasn't done. */
  visit?: BilledTimes
  /** The end of the visit, or the time of the cancellation. */
  endedAt: Instant
}

/** Corrections by staff to the bill of a booking that were not withdrawn, oldest first. */
export const readCorrections = (db: Kysely<Tables>, bookingId: string): Promise<Selectable<BillCorrectionsTable>[]> =>
  db
    .selectFrom('billCorrections')
    .selectAll()
    .where('bookingId', '=', bookingId)
    .where('withdrawnAt', 'is', null)
    .orderBy('madeAt')
    .orderBy('id')
    .execute()

/** The bill of a booking from its rows as they are now; undefined during the visit, and if there is nothing to bill. */
export async function readDraft(
  { published }: Pick<Services, 'published'>,
  db: Kysely<Tables>,
  booking: Booking,
): Promise<ReadDraft | undefined> {
  const { stage } = statusFacts(booking.status)
  if (stage !== 'visited' && stage !== 'called_off') return undefined
  const history = await readHistory(db, booking.id)
  const ending = history.findLast(({ fromStatus, toStatus }) => toStatus === booking.status && fromStatus !== toStatus)
  const endedAt = ending?.at ?? booking.promisedUntil
  const visit = booking.status === 'completed' ? await readTimes(db, booking, history, endedAt) : undefined
  const draft = draftOf({
    booking,
    visit,
    sheet: await readJobSheet(db, booking),
    money: await readMoneyRows(db, booking),
    corrections: await readCorrections(db, booking.id),
    isVatRegistered: isVatRegistered(published.current().details),
  })
  return draft && { ...draft, ...(visit && { visit }), endedAt }
}

/** Returns true if bills have VAT lines: we can only charge VAT with a VAT number. */
export const isVatRegistered = ({ company }: Pick<BusinessDetails, 'company'>): boolean =>
  company.vatNumber !== undefined && company.vatStatus !== 'not-registered'

/** The recorded times of the last visit. If no one recorded the arrival, the call-out charge is that of the promised hour. */
async function readTimes(db: Kysely<Tables>, booking: Booking, history: readonly BookingEvent[], leftAt: Instant): Promise<BilledTimes> {
  const arrival = history.findLast(({ fromStatus, toStatus }) => toStatus === 'arrived' && fromStatus !== toStatus)
  const arrivedAt = arrival?.at ?? booking.promisedFrom
  const madeSafe = await db
    .selectFrom('charges')
    .select('id')
    .where('bookingId', '=', booking.id)
    .where('kind', '=', 'make_safe')
    .where('arisenAt', '>=', arrivedAt)
    // A fee withdrawn because its step was undone was withdrawn before the visit ended.
    .where((eb) => eb.or([eb('withdrawnAt', 'is', null), eb('withdrawnAt', '>=', leftAt)]))
    .executeTakeFirst()
  return { arrivedAt, leftAt: arrival ? leftAt : arrivedAt, isMadeSafe: madeSafe !== undefined }
}
