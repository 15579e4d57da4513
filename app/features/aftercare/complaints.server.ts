import type { Kysely } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { readNames } from '#app/features/booking/history.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { readMessage } from '#app/features/tracking/message-text.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'

interface OfBooking {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  /** `versionOf` the booking that they saw. */
  seen: string
}

/**
 * Records a complaint by the customer of a booking at any status: it is open until it is settled. Throws `StepRefused` if one is open
 * already, `BookingOvertaken` or `BookingNotFound`.
 */
export async function openComplaint(services: Services, { bookingId, staffId, seen }: OfBooking): Promise<void> {
  const press = { act: 'complain', wish: null } as const
  await actOnBooking(services, { bookingId, actor: staffId, seen, press }, async (tx, { booking, now }) => {
    if (booking.erasedAt) throw new StepRefused('The customer has had this booking erased, so we no longer have its details.')
    const opened = await tx
      .insertInto('complaints')
      .values({ id: newId(), bookingId, openedAt: toInstant(now), openedBy: staffId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!opened) throw new StepRefused('This booking already has an open complaint.')
    return { set: {}, event: 'none', text: 'marked it as a complaint' }
  })
}

/**
 * Settles the open complaint about a booking, with what was agreed, for staff: 1 to 1000 characters. Throws `InvalidEntry`, `StepRefused`
 * if none is open, `BookingOvertaken` or `BookingNotFound`.
 */
export async function settleComplaint(
  services: Services,
  { bookingId, staffId, seen, settlement }: OfBooking & { settlement: string },
): Promise<void> {
  const read = readMessage(settlement, 'note')
  if ('problem' in read) throw new InvalidEntry({ settlement: read.problem })
  const press = { act: 'settle', wish: read.value } as const
  await actOnBooking(services, { bookingId, actor: staffId, seen, press }, async (tx, { now }) => {
    const settled = await tx
      .updateTable('complaints')
      .set({ settledAt: toInstant(now), settledBy: staffId, settlement: read.value })
      .where('bookingId', '=', bookingId)
      .where('settledAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!settled) throw new StepRefused('This booking has no open complaint.')
    return { set: {}, event: 'none', text: `settled the complaint: ${read.value}` }
  })
}

export const hasOpenComplaint = async (db: Kysely<Tables>, bookingId: string): Promise<boolean> =>
  (await db.selectFrom('complaints').select('id').where('bookingId', '=', bookingId).where('settledAt', 'is', null).executeTakeFirst()) !==
  undefined

/** The complaints about a booking, in words, newest first. */
export async function readComplaints(db: Kysely<Tables>, bookingId: string) {
  const complaints = await db.selectFrom('complaints').selectAll().where('bookingId', '=', bookingId).orderBy('id', 'desc').execute()
  const names = await readNames(
    db,
    complaints.flatMap(({ openedBy, settledBy }) => [openedBy, ...(settledBy ? [settledBy] : [])]),
  )
  return complaints.map(({ id, openedAt, openedBy, settledAt, settledBy, settlement }) => ({
    id,
    opened: `${names.get(openedBy) ?? 'a colleague'}, ${momentText(openedAt)}`,
    settled: settledAt ? `${names.get(settledBy ?? '') ?? 'a colleague'}, ${momentText(settledAt)}` : undefined,
    settlement: settlement ?? '',
  }))
}
