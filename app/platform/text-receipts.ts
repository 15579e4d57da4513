import type { Kysely, Transaction } from 'kysely'
import { days, type Instant, later, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { Services } from './services.ts'
import type { TextMessage, TextState } from './text-carrier.ts'

/** A number whose last text failed is tried again after this. */
const failedMs = days(1)

/** Returns those of some numbers that take no texts: their holders have answered STOP, or one has failed lately. */
export async function readTakingNoTexts(db: Kysely<Tables>, phones: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (phones.length === 0) return new Set()
  const rows = await db
    .selectFrom('textNumbers')
    .select('phone')
    .where('phone', 'in', phones)
    .where((eb) => eb.or([eb('stoppedAt', 'is not', null), eb('failedAt', '>', later(now, -failedMs))]))
    .execute()
  return new Set(rows.map(({ phone }) => phone))
}

type NumberMark = Partial<Record<'stoppedAt' | 'failedAt' | 'whatsappAt' | 'whatsappFailedAt', Instant | null>> & {
  errorCode?: number | null
}

/** Records that a number takes no texts, or takes them again. */
export async function markNumber(db: Kysely<Tables>, phone: string, mark: NumberMark): Promise<void> {
  const row = { phone, stoppedAt: null, failedAt: null, errorCode: null, ...mark }
  await db
    .insertInto('textNumbers')
    .values(row)
    .onConflict((conflict) => conflict.column('phone').doUpdateSet(mark))
    .execute()
}

/** States in the order they come; a receipt that comes late or twice changes nothing. */
export const statesBefore: Partial<Record<TextState, TextState[]>> = {
  accepted: ['unknown', 'waiting'],
  sent: ['unknown', 'waiting', 'accepted'],
  delivered: ['unknown', 'waiting', 'accepted', 'sent'],
  failed: ['unknown', 'waiting', 'accepted', 'sent'],
}

/**
 * Stores the provider's receipt for a text, and whether its number takes texts. Returns true if that was news. `errorCode`: the provider's,
 * of a text that failed. `onFailed`: the consequence on its channel, in the same transaction.
 */
export async function takeReceipt(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, providerId, state, errorCode, phone }: { id: string; providerId: string; state: TextState; errorCode?: number; phone: string },
  onFailed?: (tx: Transaction<Tables>, channel: TextMessage['channel']) => Promise<void>,
): Promise<boolean> {
  const now = toInstant(clock.now())
  return db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('sentTexts')
      .set({ providerId, state, changedAt: now, errorCode: errorCode ?? null })
      .where('id', '=', id)
      .where('state', 'in', statesBefore[state] ?? [])
      // If the provider's answer never reached us, only our own id identifies the text.
      .where((eb) => eb.or([eb('providerId', 'is', null), eb('providerId', '=', providerId)]))
      .returning('channel')
      .executeTakeFirst()
    const isNews = changed !== undefined
    if (isNews && state === 'failed') {
      const isWhatsapp = changed.channel === 'whatsapp'
      await markNumber(tx, phone, isWhatsapp ? { whatsappFailedAt: now } : { failedAt: now, errorCode: errorCode ?? null })
      await onFailed?.(tx, changed.channel)
    }
    if (isNews && state === 'delivered' && changed.channel === 'sms')
      await tx.updateTable('textNumbers').set({ failedAt: null, errorCode: null }).where('phone', '=', phone).execute()
    return isNews
  })
}
