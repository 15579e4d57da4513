import type { Transaction } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

/** Erases texts about a booking, and the messages sent about it. */
export async function eraseWritten(tx: Transaction<Tables>, bookingId: string, at: Instant): Promise<void> {
  await tx.deleteFrom('bookingMessages').where('bookingId', '=', bookingId).execute()
  await tx.deleteFrom('bookingNotes').where('bookingId', '=', bookingId).execute()
  // Parts and their costs stay with the accounts.
  await tx.updateTable('jobSheets').set({ found: '', done: '', returnNote: '' }).where('bookingId', '=', bookingId).execute()
  await tx.deleteFrom('replacedSheets').where('bookingId', '=', bookingId).execute()
  await tx.updateTable('timeCorrections').set({ reason: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('callAttempts').set({ note: '' }).where('bookingId', '=', bookingId).execute()
  // The amount and time of an agreement stay with the accounts; its words and its signer are removed.
  await tx.updateTable('extraWorks').set({ name: erasedText, description: '' }).where('bookingId', '=', bookingId).execute()
  await tx
    .updateTable('extraWorks')
    .set((eb) => ({ signerName: '', signature: eb.case().when('signature', 'is', null).then(null).else('').end() }))
    .where('bookingId', '=', bookingId)
    .where('signerName', 'is not', null)
    .execute()
  // The examination of an appliance, its result and who did it are kept, as the law requires; its place and the signer are removed.
  await tx
    .updateTable('gasAppliances')
    .set((eb) => ({
      ...{ location: '', workDone: '', defect: '', reportReason: '', serialNumber: '', emergencyReference: '', reportNote: '' },
      signerName: eb.case().when('signerName', 'is', null).then(null).else('').end(),
      signature: eb.case().when('signature', 'is', null).then(null).else('').end(),
    }))
    .where('bookingId', '=', bookingId)
    .execute()
  await tx.updateTable('gasReasons').set({ reason: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('awaitedParts').set({ name: '', supplier: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('returnFaults').set({ reason: '' }).where('bookingId', '=', bookingId).execute()
  // The complaint and the time of our answer stay; their words and ours are removed.
  await tx
    .updateTable('complaints')
    .set({ words: '', wish: '', answer: '', closingNote: null })
    .where('bookingId', '=', bookingId)
    .execute()
  await tx.updateTable('cancellations').set({ name: '', address: '', reasons: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('satisfactionRequests').set({ words: '', reasons: '' }).where('bookingId', '=', bookingId).execute()
  // The review is still counted, but none of its content is kept.
  await tx.deleteFrom('replacedReviews').where('bookingId', '=', bookingId).execute()
  await tx
    .updateTable('reviews')
    .set({ stars: null, text: '', name: '', area: '', answer: '', removalNote: '', erasedAt: at })
    .where('bookingId', '=', bookingId)
    .where('erasedAt', 'is', null)
    .execute()
  await tx.deleteFrom('bookingDrafts').where('bookingId', '=', bookingId).execute()
  const bills = tx.selectFrom('bills').select('id').where('bookingId', '=', bookingId)
  await tx.updateTable('billNotes').set({ text: erasedText }).where('billId', 'in', bills).execute()
  // Texts by staff; customers' agreements on changing and cancelling are in our own words, and about money.
  const ofStaff = tx.selectFrom('staffActs').select('id').where('bookingId', '=', bookingId)
  await tx
    .updateTable('bookingEvents')
    .set({ note: '' })
    .where('bookingId', '=', bookingId)
    .where((eb) => eb.or([eb('kind', '=', 'status'), eb('id', 'in', ofStaff)]))
    .where('actor', '!=', 'system')
    .execute()
  // Kind, actor and time of an act stay; its words and changes are removed.
  await tx
    .updateTable('staffActs')
    .set((eb) => ({ text: '', before: '{}', after: '{}', pressHash: eb.ref('id') }))
    .where('bookingId', '=', bookingId)
    .execute()
  await eraseReasons(tx, bookingId)
  const jobs = await tx.deleteFrom('jobs').where('payload', 'like', `%"bookingId":"${bookingId}"%`).returning('id').execute()
  const sentIds = jobs.map(({ id }) => id)
  if (sentIds.length === 0) return
  await tx.deleteFrom('localMail').where('id', 'in', sentIds).execute()
  await tx.deleteFrom('sentTexts').where('id', 'in', sentIds).execute()
}

/** Reasons that someone typed: amounts, times and kinds stay with the accounts. */
async function eraseReasons(tx: Transaction<Tables>, bookingId: string): Promise<void> {
  for (const table of ['credits', 'charges'] as const)
    await tx
      .updateTable(table)
      .set({ withdrawnReason: erasedText })
      .where('bookingId', '=', bookingId)
      .where('withdrawnReason', 'is not', null)
      .execute()
  await tx.updateTable('billCorrections').set({ label: erasedText, reason: erasedText }).where('bookingId', '=', bookingId).execute()
  await tx
    .updateTable('payments')
    .set({ voidedReason: erasedText })
    .where('bookingId', '=', bookingId)
    .where('voidedReason', 'is not', null)
    .execute()
  const payments = tx.selectFrom('payments').select('id').where('bookingId', '=', bookingId)
  await tx.updateTable('refunds').set({ note: erasedText }).where('paymentId', 'in', payments).where('note', 'is not', null).execute()
}

/** In columns that may not be empty. */
const erasedText = 'Erased'
