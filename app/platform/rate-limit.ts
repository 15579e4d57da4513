import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { type Instant, later, toInstant } from './clock.ts'

/** So many turns in so long, for each key; a sliding window. */
export interface RateLimit {
  name: string
  turns: number
  windowMs: number
}

/**
 * The turns a key has taken inside the window, oldest first. Locks the key until the transaction ends: whoever asks for the
 * same key meanwhile waits, so that two cannot both take the last turn, on any number of instances.
 */
export async function lockTurns(tx: Transaction<Tables>, limit: RateLimit, key: string, now: Date): Promise<Instant[]> {
  const row = await tx
    .insertInto('rateLimits')
    .values({ key: `${limit.name}:${key}`, turns: '[]', expiresAt: later(now, limit.windowMs) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expiresAt: later(now, limit.windowMs) }))
    .returning('turns')
    .executeTakeFirstOrThrow()
  return turnsOf(row.turns, limit, now)
}

/** Those of the turns, as they are stored, that are inside the window. */
export function turnsOf(turns: string, limit: RateLimit, now: Date): Instant[] {
  const windowStart = later(now, -limit.windowMs)
  return (JSON.parse(turns) as Instant[]).filter((turn) => turn > windowStart)
}

/** Whether the key has a turn left, as it looks without a lock: for work that is better not begun for somebody without one. */
export async function hasTurn(db: Kysely<Tables>, limit: RateLimit, key: string, now: Date, scale: number): Promise<boolean> {
  const row = await db.selectFrom('rateLimits').select('turns').where('key', '=', `${limit.name}:${key}`).executeTakeFirst()
  return row === undefined || secondsToWait(limit, turnsOf(row.turns, limit, now), now, scale) === 0
}

/** Seconds to wait before the next turn; 0 when there is one now. `scale` multiplies the limit (RATE_LIMIT_SCALE). */
export function secondsToWait(limit: RateLimit, turns: readonly Instant[], now: Date, scale: number): number {
  const allowed = allowedTurns(limit, scale)
  if (turns.length < allowed) return 0
  const leaves = new Date(turns[turns.length - allowed] ?? now).getTime() + limit.windowMs
  return Math.max(1, Math.ceil((leaves - now.getTime()) / 1000))
}

/** Records a turn taken now; nothing where the scale has lifted the limit out of sight. */
export async function takeTurn(
  tx: Transaction<Tables>,
  limit: RateLimit,
  key: string,
  turns: readonly Instant[],
  now: Date,
  scale: number,
) {
  const allowed = allowedTurns(limit, scale)
  if (allowed > mostRemembered) return
  const remembered = JSON.stringify([...turns, toInstant(now)].slice(-allowed))
  await tx.updateTable('rateLimits').set({ turns: remembered }).where('key', '=', `${limit.name}:${key}`).execute()
}

const mostRemembered = 200
const allowedTurns = (limit: RateLimit, scale: number) => Math.max(1, Math.floor(limit.turns * scale))
