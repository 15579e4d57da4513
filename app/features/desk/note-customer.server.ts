import { lockCustomerOf } from '#app/features/booking/customer-of-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { readMessage } from '#app/features/tracking/message-text.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'

interface NoteCustomer {
  recordId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  /** 1 to 1000 characters. */
  text: string
  /** Made with the form: sending it twice makes one note. */
  idempotencyKey: string
}

/** Stores a note about a customer, for staff only. Throws `InvalidEntry`, or `StepRefused` if the record is gone. */
export async function noteCustomer({ db, clock }: Services, { recordId, staffId, idempotencyKey, ...typed }: NoteCustomer): Promise<void> {
  const { note } = valuesOf({ note: readMessage(typed.text, 'note') })
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const customer = await lockCustomerOf(tx, recordId)
    if (!customer) throw new StepRefused('That record no longer exists.')
    const kept = await tx
      .insertInto('customerNotes')
      .values({
        ...{ id: newId(), customerId: customer.id, at: toInstant(now), actor: staffId, text: note },
        idempotencyKey: hashOf(`${recordId}:${staffId}:${idempotencyKey}`),
      })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (kept) await recordAudit(tx, now, { actor: staffId, action: 'customer.note', subject: recordId })
  })
}
