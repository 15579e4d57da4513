import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { type Instant, later, toInstant } from '#app/values/clock.ts'
import type { RateLimitsTable } from '#db/tables/platform.ts'
import type { Tables } from '#db/tables.ts'
import { compiledOnce } from './compiled-queries.ts'
import { tooManyRequests } from './errors.ts'

/** A number of turns in a period, for each key; a sliding window. */
export interface RateLimit {
  name: string
  turns: number
  windowMs: number
}

/** A limit, and the key to count a turn for. */
export type Turn = readonly [limit: RateLimit, key: string]

/** Turns of keys that are locked until the transaction ends. */
interface HeldTurns {
  /** Seconds to wait until each key has a turn; 0: they all have one now. */
  wait: number
  /** Takes the turns, unless they are taken already. */
  take(): Promise<void>
  /** Gives the turns back: they were not needed. */
  leave(): Promise<void>
}

/** Comes before the part of a key that many narrower keys share, of letters, digits, '-' and '_'. */
export const wideMark = '~'
const widePart = new RegExp(`[^:]*${wideMark}([\\w-]+)`)
/** The wider key of a limit has this many times its turns. */
const widerBy = 10

/** The keys that a limit is counted on. A key with a wider part is two: its own, and the wider one with more turns. */
function countedOn([limit, key]: Turn): Turn[] {
  const wide = widePart.exec(key)?.[1]
  if (!wide) return [[limit, key]]
  return [
    [limit, key.replace(`${wideMark}${wide}`, '')],
    [{ ...limit, turns: limit.turns * widerBy }, key.replace(widePart, `${wideMark}${wide}`)],
  ]
}

const rowKeyOf = ([limit, key]: Turn) => `${limit.name}:${key}`

/**
 * Locks keys until the transaction ends: others who want one of them wait, so two can't both take its last turn, on any number of instances.
 * For a key without a row, which is the usual case, the same statement takes the turn: the caller then calls `take` or `leave`, or rolls the
 * transaction back.
 */
export async function holdTurns(tx: Transaction<Tables>, wanted: readonly Turn[], now: Date, scale: number): Promise<HeldTurns> {
  const firstTurn = ([limit]: Turn) => JSON.stringify(allowedTurns(limit, scale) > mostRemembered ? [] : [toInstant(now)])
  const counted = wanted.flatMap(countedOn)
  const rows = counted.map((turn) => ({ key: rowKeyOf(turn), turns: firstTurn(turn), expiresAt: later(now, turn[0].windowMs) }))
  // In the order of their keys, so that two requests can't deadlock.
  const stored = await insertOrMark(
    tx,
    rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  )
  const turnsAt = new Map(stored.map(({ key, turns }) => [key, turns]))
  const isNew = (turn: Turn) => turnsAt.get(rowKeyOf(turn)) === firstTurn(turn)
  const takenBefore = (turn: Turn) => turnsOf(turnsAt.get(rowKeyOf(turn)) ?? '[]', turn[0], now)
  const known = counted.filter((turn) => !isNew(turn))
  const held: HeldTurns = {
    wait: Math.max(0, ...known.map((turn) => secondsToWait(turn[0], takenBefore(turn), now, scale))),
    async take() {
      for (const turn of known) await takeTurn(tx, turn, takenBefore(turn), now, scale)
    },
    async leave() {
      const fresh = counted.filter(isNew).map(rowKeyOf)
      if (fresh.length > 0) await tx.updateTable('rateLimits').set({ turns: '[]' }).where('key', 'in', fresh).execute()
    },
  }
  // Without a turn, none may stay taken.
  if (held.wait > 0) await held.leave()
  return held
}

/** Takes a turn for each key in the caller's transaction, or none of them. Returns the seconds to wait; 0 if they were taken. */
export async function tryTurnsIn(tx: Transaction<Tables>, wanted: readonly Turn[], now: Date, scale: number): Promise<number> {
  const { wait, take } = await holdTurns(tx, wanted, now, scale)
  if (wait === 0) await take()
  return wait
}

/** Takes a turn in the caller's transaction, or throws `tooManyRequests`: the transaction must then be rolled back. */
export async function requireTurn(tx: Transaction<Tables>, turn: Turn, now: Date, scale: number): Promise<void> {
  const wait = await tryTurnsIn(tx, [turn], now, scale)
  if (wait > 0) throw tooManyRequests(wait)
}

type Row = Insertable<RateLimitsTable>

/** The results equal the given turns only where the row is new: an existing row gets a space appended. */
async function insertOrMark(tx: Transaction<Tables>, rows: readonly Row[]) {
  const [row, ...others] = rows
  return row && others.length === 0 ? insertOrMarkOne(tx, row) : insertingOrMarking(tx, rows).execute()
}

const insertingOrMarking = (db: Kysely<Tables>, rows: readonly Row[]) =>
  db
    .insertInto('rateLimits')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ expiresAt: sql`excluded.expires_at`, turns: sql`trim(rate_limits.turns) || ' '` }),
    )
    .returning(['key', 'turns'])

const insertOrMarkOne = compiledOnce((db: Kysely<Tables>, row: Row) => insertingOrMarking(db, [row]))

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
  for (const turn of countedOn([limit, key])) {
    const row = await db.selectFrom('rateLimits').select('turns').where('key', '=', rowKeyOf(turn)).executeTakeFirst()
    if (row) waits.push(secondsToWait(turn[0], turnsOf(row.turns, limit, now), now, scale))
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
async function takeTurn(tx: Transaction<Tables>, turn: Turn, before: readonly Instant[], now: Date, scale: number) {
  const allowed = allowedTurns(turn[0], scale)
  if (allowed > mostRemembered) return
  const remembered = JSON.stringify([...before, toInstant(now)].slice(-allowed))
  await tx.updateTable('rateLimits').set({ turns: remembered }).where('key', '=', rowKeyOf(turn)).execute()
}

const mostRemembered = 200
const allowedTurns = (limit: RateLimit, scale: number) => Math.max(1, Math.floor(limit.turns * scale))
