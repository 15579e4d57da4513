import type { Kysely } from 'kysely'
import { readMissedOf } from '#app/features/capacity/read-credits.server.ts'
import { readNextArrivals, readRedline } from '#app/features/capacity/read-next-available.server.ts'
import { readDiary } from '#app/features/capacity/read-visit-plan.server.ts'
import { hasPlannedHours, readWorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { readChargesOf } from '#app/features/visit/charges.server.ts'
import { readCallsOf } from '#app/features/visit/read-door-wait.server.ts'
import { readUndecidedOf } from '#app/features/visit/read-extra-work.server.ts'
import { readCustomerPhotoCounts } from '#app/features/visit/read-photos.server.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { readPublished } from '#app/platform/published.ts'
import type { Services } from '#app/platform/services.ts'
import { readStuck } from '#app/platform/stuck-messages.ts'
import { areTextsUsedUp } from '#app/platform/texts.ts'
import { hours, type Instant, later, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { hashOf } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { readUndelivered } from './board/read-undelivered.server.ts'
import { boardQueries, markedTables, most, pageSize } from './board-queries.server.ts'
import { ringingCalls } from './enquiries.server.ts'
import { readNextReaches } from './ladder/next-reaches.server.ts'

/**
 * A short text that changes whenever something happens that staff see: made of the newest rows of everything written then, and of what
 * changes with time alone. Rows of an instance whose clock is behind count too: they are among the newest forty.
 */
export async function readBoardMark({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string> {
  const now = clock.now()
  const newest = (await newestRows(db).execute()).map(({ id }) => id).sort()
  const ringing = (await ringingCalls(db, now).execute()).map(({ id }) => id)
  const parts = [
    londonDay(now),
    newest.join(),
    ringing.join(),
    (await readRedline(db, now)).left,
    (await readStuck({ db, clock }))?.count ?? 0,
  ]
  return hashOf(parts.join('\n')).slice(0, 22)
}

/** The ids of the newest rows of all that is written when something happens, in one statement. */
const newestRows = (db: Kysely<Tables>) =>
  markedTables
    .map((table) => db.selectFrom(boardQueries.marks(db, table).as('newest')).select('newest.id'))
    .reduce((all, part) => all.unionAll(part))

/** The board's rows for the time from `from` until `until`; the queue and open bookings are those of now. */
export async function readBoardRows(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  { from, until }: { from: Instant; until: Instant },
) {
  const { db, clock } = services
  const now = clock.now()
  const at = toInstant(now)
  // Later visits that need no one yet are only in the list of bookings.
  const horizon = instantOf(addDays(londonDay(now), 2), 0)
  const waiting = await boardQueries.waiting(db).execute()
  const open = await boardQueries.open(db, horizon).execute()
  const between = await boardQueries.between(db, later(from, -hours(12)), until).execute()
  const leads = await boardQueries.leads(db, at).execute()
  const redLineIds = [...waiting, ...open].filter(({ serviceLevel }) => serviceLevel === 'redline').map(({ id }) => id)
  const openIds = [...waiting, ...open].map(({ id }) => id)
  const arrivedIds = open.filter(({ status }) => status === 'arrived').map(({ id }) => id)
  const lineIds = [...new Set([...open, ...between].filter(({ engineerId }) => engineerId).map(({ id }) => id))]
  const workingHours = await readWorkingHours(db, at, horizon)
  const arrivals = await readNextArrivals(db, now, (await readPublished(db)).windows)
  return {
    waiting,
    moreWaiting: { count: waiting.length < most.waiting ? 0 : (await readWaitingCount(db)) - waiting.length, page: firstWaitingPage },
    open,
    /** There may be more accepted jobs, due later. */
    isCut: open.length >= most.open,
    between,
    leads,
    paid: redLineIds.length > 0 ? await boardQueries.paid(db, redLineIds).execute() : [],
    letters: openIds.length > 0 ? await boardQueries.letters(db, openIds).execute() : [],
    missed: await readMissedOf(db, [...new Set([...openIds, ...lineIds])]),
    charges: await readChargesOf(db, lineIds),
    calls: await readCallsOf(db, openIds),
    undecided: await readUndecidedOf(db, arrivedIds),
    photos: await readCustomerPhotoCounts(db, openIds),
    undelivered: await readUndelivered(db, openIds),
    next: await readNextReaches(
      services,
      [...waiting, ...open].filter(({ engineerId }) => engineerId === null).map(({ id }) => id),
    ),
    steps: lineIds.length > 0 ? await boardQueries.steps(db, lineIds).execute() : [],
    engineers: await boardQueries.engineers(db).execute(),
    hours: await readWorkingHours(db, from, until),
    workingHours,
    isPlanned: await hasPlannedHours(db),
    diary: await readDiary(db, now, { from: at, until: horizon }),
    redline: await readRedline(db, now, { plan: arrivals.plan }),
    arrivals,
    stuck: (await readStuck({ db, clock }))?.count ?? 0,
    areTextsUsedUp: await areTextsUsedUp({ db, clock }),
  }
}

export type BoardRows = Awaited<ReturnType<typeof readBoardRows>>

const readWaitingCount = async (db: Kysely<Tables>): Promise<number> =>
  Number((await boardQueries.countWaiting(db).executeTakeFirstOrThrow()).count)

/** The first page of waiting bookings that the board doesn't show. */
const firstWaitingPage = most.waiting / pageSize + 1

/** A page of the bookings that are not accepted yet, in the order of the board; `page`: from 1. */
export async function readWaitingPage({ db }: Pick<Services, 'db'>, page: number) {
  const rows = await boardQueries.waiting(db, { offset: (page - 1) * pageSize, limit: pageSize }).execute()
  const count = await readWaitingCount(db)
  return { rows, count, hasNext: count > page * pageSize }
}

/** A page of all bookings, the newest first; `before`: the last one of the previous page, from `cursorOf`. */
export async function readBookingPage({ db }: Pick<Services, 'db'>, before?: string) {
  const [createdAt, id] = before?.split('_') ?? []
  const rows = await boardQueries.page(db, createdAt && id ? { createdAt, id } : undefined).execute()
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > pageSize && last ? `${last.createdAt}_${last.id}` : undefined }
}
