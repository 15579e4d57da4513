import { type Kysely, sql, type Transaction } from 'kysely'
import { type Instant, later, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { compiledOnce } from './compiled-queries.ts'
import { tooManyRequests } from './errors.ts'

/** A number of turns in a period, for each key; a sliding window. */
export interface RateLimit {
  name: string
  turns: number
  windowMs: number
}

/** A key's turns within a limit, locked until the transaction ends. */
export interface HeldTurns {
  /** Seconds to wait before the next turn; 0: there is one now. */
  wait: number
  /** Takes the turn, unless it is taken already. */
  take(): Promise<void>
  /** Gives the turn back: it was not needed. */
  leave(): Promise<void>
}

/** Comes before the part of a key that many narrower keys share, of letters, digits, '-' and '_'. */
export const wideMark = '~'
const widePart = new RegExp(`[^:]*${wideMark}([\\w-]+)`)
/** The wider key of a limit has this many times its turns. */
const widerBy = 10

/** The keys that a limit is counted on. A key with a wider part is two: its own, and the wider one with more turns. */
function countedOn(limit: RateLimit, key: string): [RateLimit, string][] {
  const wide = widePart.exec(key)?.[1]
  if (!wide) return [[limit, key]]
  return [
    [limit, key.replace(`${wideMark}${wide}`, '')],
    [{ ...limit, turns: limit.turns * widerBy }, key.replace(widePart, `${wideMark}${wide}`)],
  ]
}

/** `holdOne` for each key that counts: there is a turn only if all have one. The narrow key is locked first. */
export async function holdTurns(tx: Transaction<Tables>, limit: RateLimit, key: string, now: Date, scale: number): Promise<HeldTurns> {
  const held: HeldTurns[] = []
  for (const [each, counted] of countedOn(limit, key)) {
    const turns = await holdOne(tx, each, counted, now, scale)
    held.push(turns)
    if (turns.wait > 0) break
  }
  const wait = Math.max(...held.map((each) => each.wait))
  const leave = async () => {
    for (const each of held) await each.leave()
  }
  // Without a turn, nothing may stay taken under the narrower key.
  if (wait > 0) await leave()
  return {
    wait,
    leave,
    take: async () => {
      for (const each of held) await each.take()
    },
  }
}

/**
 * Locks a key until the transaction ends: others who want the same key wait, so two can't both take the last turn, on any number of
 * instances. For a key without a row, which is the usual case, the same statement takes the turn: the caller then calls `take` or `leave`,
 * or rolls the transaction back.
 */
async function holdOne(tx: Transaction<Tables>, limit: RateLimit, key: string, now: Date, scale: number): Promise<HeldTurns> {
  const whole = `${limit.name}:${key}`
  const mine = JSON.stringify(allowedTurns(limit, scale) > mostRemembered ? [] : [toInstant(now)])
  const [row] = await insertOrMark(tx, { key: whole, turns: mine, expiresAt: later(now, limit.windowMs) })
  if (row?.turns === mine) {
    const leave = () => tx.updateTable('rateLimits').set({ turns: '[]' }).where('key', '=', whole).execute()
    return { wait: 0, take: async () => undefined, leave: async () => void (await leave()) }
  }
  const turns = turnsOf(row?.turns ?? '[]', limit, now)
  return {
    wait: secondsToWait(limit, turns, now, scale),
    take: () => takeTurn(tx, limit, key, turns, now, scale),
    leave: async () => undefined,
  }
}

/** Takes a turn in the caller's transaction, or throws `tooManyRequests`: the transaction must then be rolled back. */
export async function requireTurn(tx: Transaction<Tables>, limit: RateLimit, key: string, now: Date, scale: number): Promise<void> {
  const turns = await holdTurns(tx, limit, key, now, scale)
  if (turns.wait > 0) throw tooManyRequests(turns.wait)
  await turns.take()
}

/** The result equals the given turns only if the row is new: an existing row gets a space appended. */
const insertOrMark = compiledOnce((db: Kysely<Tables>, row: { key: string; turns: string; expiresAt: Instant }) =>
  db
    .insertInto('rateLimits')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expiresAt: row.expiresAt, turns: sql`trim(rate_limits.turns) || ' '` }))
    .returning('turns'),
)

/** Locks without a limit: they make transactions run one after the other. */
type LockName = 'monitoring' | 'post-slug' | 'auth-address' | 'redline-slots' | 'visit-places' | 'engineer-details' | 'payment'

/** Locks a key until the transaction ends: others who want it wait, on any number of instances. */
export async function lockKey(tx: Transaction<Tables>, name: LockName, key: string, now: Date): Promise<void> {
  const expiresAt = later(now, lockRowMs)
  await tx
    .insertInto('rateLimits')
    .values({ key: `${name}:${key}`, turns: '[]', expiresAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expiresAt }))
    .execute()
}
/** The row is deleted some time after that; a lock that is held keeps it. */
const lockRowMs = 60_000

/** The stored turns that are inside the window. */
export function turnsOf(turns: string, limit: RateLimit, now: Date): Instant[] {
  const windowStart = later(now, -limit.windowMs)
  return (JSON.parse(turns) as Instant[]).filter((turn) => turn > windowStart)
}

/** Returns true if the key has a turn left. Reads without a lock, to avoid work for a client without one. */
export const hasTurn = async (db: Kysely<Tables>, limit: RateLimit, key: string, now: Date, scale: number): Promise<boolean> =>
  (await peekWait(db, limit, key, now, scale)) === 0

/** Seconds to wait before the key's next turn, as it looks without a lock: a read, so that clients over their limit cause no writes. */
export async function peekWait(db: Kysely<Tables>, limit: RateLimit, key: string, now: Date, scale: number): Promise<number> {
  const waits = [0]
  for (const [each, counted] of countedOn(limit, key)) {
    const row = await db.selectFrom('rateLimits').select('turns').where('key', '=', `${limit.name}:${counted}`).executeTakeFirst()
    if (row) waits.push(secondsToWait(each, turnsOf(row.turns, limit, now), now, scale))
  }
  return Math.max(...waits)
}

/** Seconds to wait before the next turn; 0 when there is one now. `scale` multiplies the limit (RATE_LIMIT_SCALE). */
export function secondsToWait(limit: RateLimit, turns: readonly Instant[], now: Date, scale: number): number {
  const allowed = allowedTurns(limit, scale)
  if (turns.length < allowed) return 0
  const leaves = new Date(turns[turns.length - allowed] ?? now).getTime() + limit.windowMs
  return Math.max(1, Math.ceil((leaves - now.getTime()) / 1000))
}

/** Records a turn taken now; does nothing if the scale has made the limit unreachable. */
async function takeTurn(tx: Transaction<Tables>, limit: RateLimit, key: string, turns: readonly Instant[], now: Date, scale: number) {
  const allowed = allowedTurns(limit, scale)
  if (allowed > mostRemembered) return
  const remembered = JSON.stringify([...turns, toInstant(now)].slice(-allowed))
  await tx.updateTable('rateLimits').set({ turns: remembered }).where('key', '=', `${limit.name}:${key}`).execute()
}

const mostRemembered = 200
const allowedTurns = (limit: RateLimit, scale: number) => Math.max(1, Math.floor(limit.turns * scale))
