import { limits, type Protected } from '#app/platform/limits.ts'
import { type RateLimit, secondsToWait, turnsOf } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'

/** Of two limits with one name, the one with more turns: neither counts as used up before it is. */
const limitsByName = new Map(
  Object.values(limits)
    .toSorted((one, other) => one.turns - other.turns)
    .map((limit): [string, RateLimit & { protects: Protected }] => [limit.name, limit]),
)

/** One email or text a minute is normal operation, and doesn't count as blocking anyone. */
const isDefence = ({ turns }: RateLimit) => turns > 1
/** The most rows that are read. */
const mostRows = 2_000

/** How many clients or accounts have no turns left at the moment, by group; empty groups are left out. */
export async function readHeldBack({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Record<string, number>> {
  const now = clock.now()
  const rows = await db
    .selectFrom('rateLimits')
    .select(['key', 'turns'])
    .where('expiresAt', '>', now.toISOString())
    .where('turns', '<>', '[]')
    .orderBy('expiresAt', 'desc')
    .limit(mostRows)
    .execute()
  const held: Record<string, number> = {}
  for (const { key, turns } of rows) {
    const limit = limitsByName.get(key.slice(0, key.indexOf(':')))
    if (!limit || !isDefence(limit) || secondsToWait(limit, turnsOf(turns, limit, now), now, config.rateLimitScale) === 0) continue
    held[limit.protects] = (held[limit.protects] ?? 0) + 1
  }
  return held
}

/** Accounts whose second step is locked after wrong codes, or that are locked as a whole. */
export async function readLocks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<{ count: number; until: string | null }> {
  const now = toInstant(clock.now())
  const rows = await Promise.all([
    db
      .selectFrom('authUsers')
      .select(['id', 'factorsLockedUntil as until'])
      .where('factorsLockedUntil', '>', now)
      .limit(mostRows)
      .execute(),
    db.selectFrom('authFactors').select(['userId as id', 'lockedUntil as until']).where('lockedUntil', '>', now).limit(mostRows).execute(),
  ])
  const until = rows.flat().map((row) => row.until ?? '')
  return { count: new Set(rows.flat().map(({ id }) => id)).size, until: until.toSorted().at(-1) ?? null }
}
