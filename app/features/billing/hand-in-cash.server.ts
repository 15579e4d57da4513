import { recordAudit } from '#app/platform/audit.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { penceOf } from '#app/platform/fields.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'

interface HandInCash {
  /** The id of the user who took the cash. */
  heldBy: string
  /** The id of the user who counts it. The caller has checked that they are staff. */
  receivedBy: string
  /** The sum that the form showed, in pence: a different one is shown first. */
  seenPence: number
  /** As typed: pounds, and why it is more or less. */
  counted: string
  note: string
  /** The form's: sending it twice hands in once. */
  key: string
}

const refused = (status: 400 | 409, message: string, field?: string) =>
  new CodedRefusal(status, 'cash', message, field === undefined ? {} : { details: { fields: { [field]: message } } })

/**
 * Records that all of someone's cash was handed in and counted; a difference is kept with its reason, and changes no payment. Throws a
 * refusal if the typed sum is invalid, a difference has no reason, or their cash has changed since.
 */
export async function handInCash(
  services: Services,
  { heldBy, receivedBy, seenPence, counted, note: typed, key }: HandInCash,
): Promise<void> {
  const { db, clock } = services
  const countedPence = penceOf(counted)
  const note = sanitiseLine(typed.slice(0, 1_500)).slice(0, 300)
  if (countedPence === undefined) throw refused(400, 'Enter what you counted in pounds, like 142.50', 'counted')
  if (countedPence !== seenPence && note === '')
    throw refused(400, `It should be ${poundsText(seenPence)}. Count it again, or say why it differs.`, 'note')
  if (key === '' || !(seenPence > 0)) throw refused(409, 'Reload the page, then count the cash again.')
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const handover = { id: newId(), heldBy, receivedBy, at: toInstant(now), expectedPence: seenPence, countedPence, note, pressKey: key }
    const isNew = await tx
      .insertInto('cashHandovers')
      .values(handover)
      .onConflict((conflict) => conflict.column('pressKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!isNew) return
    const taken = await tx
      .updateTable('payments')
      .set({ handoverId: handover.id })
      .where('provider', '=', 'cash')
      .where('takenBy', '=', heldBy)
      .where('voidedAt', 'is', null)
      .where('handoverId', 'is', null)
      .returning('amountPence')
      .execute()
    const heldPence = taken.reduce((sum, { amountPence }) => sum + amountPence, 0)
    if (heldPence !== seenPence) throw refused(409, `They now have ${poundsText(heldPence)}. Check it, then count the cash again.`)
    const detail = { expectedPence: seenPence, countedPence }
    await recordAudit(tx, now, { actor: receivedBy, action: 'cash.hand-in', subject: heldBy, detail })
  })
}
