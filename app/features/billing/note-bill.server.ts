import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { readStandingBill } from '#app/features/payments/bill-balance.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { textReader } from '#app/platform/fields.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { noteKinds } from './bill-chasing/note-kinds.ts'
import { EntryWrong } from './drafting/refusals.ts'

const readText = textReader('What was said', { max: 300, required: 'Enter what was said' })

interface NoteBill {
  bookingId: string
  /** The id of the user, who is staff. */
  staffId: string
  /** As chosen and typed: a name of `noteTexts`, and the words. */
  kind: string
  text: string
  /** From the form: sending it twice makes one note. */
  key: string
}

/**
 * Records a note about paying a bill; a dispute or an agreed date ends the reminders. Throws `EntryWrong`, or a refusal if there is no
 * bill.
 */
export async function noteBill(services: Services, { bookingId, staffId, kind: chosen, text: typed, key }: NoteBill): Promise<void> {
  const kind = noteKinds.find((each) => each === chosen)
  const text = readText(typed)
  if (!kind) throw new EntryWrong({ noteKind: 'Choose what happened' })
  if ('problem' in text) throw new EntryWrong({ noteText: text.problem })
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) => {
    const bill = await readStandingBill(tx, bookingId)
    if (!bill) throw new CodedRefusal(409, 'no_bill', 'There’s no bill yet.')
    const isNew = await tx
      .insertInto('billNotes')
      .values({ id: newId(), billId: bill.id, kind, text: text.value, at: toInstant(now), actor: staffId, pressKey: key || newId() })
      .onConflict((conflict) => conflict.column('pressKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (isNew) await recordAudit(tx, now, { actor: staffId, action: 'bill.note', subject: bill.id, detail: { bill: bill.reference, kind } })
    return {}
  })
}
