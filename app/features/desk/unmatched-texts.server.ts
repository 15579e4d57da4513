import type { Kysely } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { phoneText } from '#app/platform/uk.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

const mostShown = 100

export type UnmatchedText = Awaited<ReturnType<typeof readUnmatchedTexts>>[number]

/** Texts from numbers without a booking that no one has dealt with, newest first. */
export async function readUnmatchedTexts(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('unmatchedTexts')
    .select(['id', 'at', 'phone', 'text'])
    .where('settledAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map((row) => ({ ...row, phoneText: phoneText(row.phone), at: momentText(row.at) }))
}

/** One of them, for the form of a booking by phone; undefined if there is none. */
export const readUnmatchedText = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('unmatchedTexts').select(['phone', 'text']).where('id', '=', id).executeTakeFirst()

/** Marks a text as dealt with; a second time changes nothing. `staffId`: the caller has checked that they are staff. */
export async function settleUnmatchedText(
  { db, clock }: Services,
  { textId, staffId }: { textId: string; staffId: string },
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const settled = await tx
      .updateTable('unmatchedTexts')
      .set({ settledAt: toInstant(now), settledBy: staffId })
      .where('id', '=', textId)
      .where('settledAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (settled) await recordAudit(tx, now, { actor: staffId, action: 'text.settle', subject: textId })
  })
}
