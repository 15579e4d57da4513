import type { Kysely, Transaction } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { erasedText, StepRefused } from '#app/features/booking/refusals.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { withBookCosts } from '#app/features/pricing/part-fields.ts'
import { partsPricePence } from '#app/features/pricing/part-price.ts'
import { readActiveParts } from '#app/features/pricing/read-parts.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { actByEngineer, type OwnAct, requireOwn } from './act-by-engineer.server.ts'
import { keepAwaitedPart } from './awaited-parts.server.ts'
import { emptySheet, hasSheet, isSameSheet, readSheet, type SavedSheet } from './sheet/job-sheet.ts'

/** The job sheet of a booking; an empty one, of revision 0, before anything was saved. */
export async function readJobSheet(db: Kysely<Tables>, { id, frozenTerms }: Pick<Booking, 'id' | 'frozenTerms'>): Promise<SavedSheet> {
  const sheet = await db.selectFrom('jobSheets').selectAll().where('bookingId', '=', id).executeTakeFirst()
  if (!sheet) return emptySheet
  const parts = await db
    .selectFrom('jobParts')
    .select(['name', 'quantity', 'costPence'])
    .where('bookingId', '=', id)
    .orderBy('number')
    .execute()
  const { materialsMarkupPercent } = (JSON.parse(frozenTerms) as FrozenTerms).billing
  const { revision, found, done, parkingPence, congestionPence, needsReturn, returnNote } = sheet
  return {
    ...{ revision, found, done, parts, parkingPence, congestionPence, needsReturn, returnNote },
    partsPricePence: partsPricePence(parts, materialsMarkupPercent),
  }
}

/** The job sheet of a booking, by its id or reference; undefined if nothing has been saved. */
export async function readJobSheetOf(db: Kysely<Tables>, [column, value]: ['id' | 'reference', string]): Promise<SavedSheet | undefined> {
  const booking = await db.selectFrom('bookings').select(['id', 'frozenTerms']).where(column, '=', value).executeTakeFirst()
  const sheet = booking && (await readJobSheet(db, booking))
  return sheet?.revision ? sheet : undefined
}

/**
 * Saves the job sheet of an engineer's own job, whole; `seen`: the revision that the form showed. Saving the same sheet again changes
 * nothing; a sheet that is replaced is kept for staff. Throws `InvalidEntry`, `BookingNotFound` if the job is not theirs, and `StepRefused`
 * before they have arrived, or if another device has saved another sheet meanwhile.
 */
export async function saveJobSheet(services: Services, act: OwnAct, typed: (name: string) => string): Promise<void> {
  const { bookingId, userId, seen } = act
  await requireOwn(services, act)
  const read = readSheet(withBookCosts(typed, await readActiveParts(services.db)))
  if ('problems' in read) throw new InvalidEntry(read.problems)
  const { parts, ...sheet } = read.sheet
  await actByEngineer(services, { ...act, kind: 'sheet' }, async (tx, { booking, at }) => {
    if (booking.erasedAt) throw new StepRefused(erasedText)
    if (!hasSheet(booking.status)) throw new StepRefused('Tap ‘I’ve arrived’ first. Your sheet is still here.')
    const before = await readJobSheet(tx, booking)
    if (isSameSheet(before, read.sheet)) return undefined
    if (String(before.revision) !== seen)
      throw new StepRefused('This sheet was changed on another phone. Your version is still here. Save it again to replace the other one.')
    await keepReplaced(tx, bookingId, before)
    const row = { ...sheet, revision: before.revision + 1, savedAt: at, savedBy: userId }
    await tx
      .insertInto('jobSheets')
      .values({ bookingId, ...row })
      .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(row))
      .execute()
    await tx.deleteFrom('jobParts').where('bookingId', '=', bookingId).execute()
    if (parts.length > 0)
      await tx
        .insertInto('jobParts')
        .values(parts.map((part, at) => ({ bookingId, number: at + 1, ...part })))
        .execute()
    await keepAwaitedPart(tx, read.sheet, { bookingId, at, by: userId })
    return { action: 'booking.sheet' }
  })
}

/** Keeps the sheet that is about to be replaced. */
async function keepReplaced(tx: Transaction<Tables>, bookingId: string, sheet: SavedSheet): Promise<void> {
  const saved = await tx
    .selectFrom('jobSheets')
    .select(['revision', 'savedAt', 'savedBy'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
  if (saved)
    await tx
      .insertInto('replacedSheets')
      .values({ bookingId, ...saved, sheet: JSON.stringify(sheet) })
      .execute()
}

/** The job sheets of a booking that were replaced, as staff read them in its history. */
export async function readReplacedSheets(db: Kysely<Tables>, bookingId: string) {
  const rows = await db.selectFrom('replacedSheets').selectAll().where('bookingId', '=', bookingId).orderBy('revision').limit(100).execute()
  return rows.map(({ revision, savedAt, savedBy, sheet }) => ({
    ...{ id: `${bookingId}-sheet-${revision}`, at: savedAt, actor: savedBy },
    what: `saved a job sheet that was changed later: ${sheetText(JSON.parse(sheet) as SavedSheet)}`,
  }))
}

const sheetText = ({ found, done, parts, parkingPence, congestionPence, returnNote }: SavedSheet): string =>
  [
    found && `found: ${found}`,
    done && `done: ${done}`,
    ...parts.map(({ quantity, name, costPence }) => `${quantity} × ${name} at ${poundsText(costPence)} each`),
    parkingPence > 0 && `parking ${poundsText(parkingPence)}`,
    congestionPence > 0 && `Congestion Charge ${poundsText(congestionPence)}`,
    returnNote && `return visit: ${returnNote}`,
  ]
    .filter(Boolean)
    .join('; ')
