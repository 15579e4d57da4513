import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'

/** Accounts whose second step is locked after wrong codes, or that are locked as a whole. */
export async function readLocks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<{ count: number; until: string | null }> {
  const now = toInstant(clock.now())
  const rows = await Promise.all([
    db
      .selectFrom('authUsers')
      .select(['id', 'factorsLockedUntil as until'])
      .where('factorsLockedUntil', '>', now)
      .limit(mostLocks)
      .execute(),
    db.selectFrom('authFactors').select(['userId as id', 'lockedUntil as until']).where('lockedUntil', '>', now).limit(mostLocks).execute(),
  ])
  const until = rows.flat().map((row) => row.until ?? '')
  return { count: new Set(rows.flat().map(({ id }) => id)).size, until: until.toSorted().at(-1) ?? null }
}

const mostLocks = 1_000
