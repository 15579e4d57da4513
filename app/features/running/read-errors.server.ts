import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { days, type Instant, later } from '#app/values/clock.ts'
import type { ErrorKind } from './vitals-and-errors.ts'

const mostShown = 100

export interface ErrorRow {
  fingerprint: string
  kind: ErrorKind
  message: string
  page: string
  frame: string
  count: number
  firstSeen: string
  lastSeen: string
  release: string
  resolved: string | null
  samples: { at: string; text: string }[]
}

/** Kinds of error: open ones first, then the newest; times by London's clocks. */
export async function readErrors({ db }: Services, kind?: ErrorKind): Promise<ErrorRow[]> {
  const rows = await db
    .selectFrom('errorGroups')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy((eb) => eb.case().when('resolvedAt', 'is', null).then(0).else(1).end())
    .orderBy('lastSeenAt', 'desc')
    .orderBy('fingerprint')
    .limit(mostShown)
    .execute()
  return rows.map(({ firstSeenAt, lastSeenAt, resolvedAt, samples, ...error }) => ({
    ...error,
    kind: error.kind as ErrorKind,
    firstSeen: momentText(firstSeenAt),
    lastSeen: momentText(lastSeenAt),
    resolved: resolvedAt && momentText(resolvedAt),
    samples: (JSON.parse(samples) as Sample[]).map(sampleRow),
  }))
}

interface Sample {
  at: string
  device?: string
  browser?: string
  errorId?: string
  frames?: string[]
}

const sampleRow = ({ at, device, browser, errorId, frames = [] }: Sample) => ({
  at: momentText(at),
  text: [device, browser, errorId && `in the log: ${errorId}`, ...frames].filter(Boolean).join(', '),
})

/** How many kinds of error are open, by source. */
export async function countOpenErrors({ db }: Pick<Services, 'db'>): Promise<{ kind: ErrorKind; count: number }[]> {
  const rows = await db
    .selectFrom('errorGroups')
    .select('kind')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('resolvedAt', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, count }) => ({ kind: kind as ErrorKind, count: Number(count) }))
}

/** How many different violations of pages' policies browsers reported in the last 24 hours, and the time of the last. */
export async function readViolations({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<{ count: number; latestAt: Instant | null }> {
  const seen = await db
    .selectFrom('errorGroups')
    .select('lastSeenAt')
    .where('kind', '=', 'csp')
    .where('lastSeenAt', '>', later(clock.now(), -days(1)))
    .orderBy('lastSeenAt', 'desc')
    .execute()
  return { count: seen.length, latestAt: seen[0]?.lastSeenAt ?? null }
}
