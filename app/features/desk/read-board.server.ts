import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { dispatchedStatuses, openStatuses, statusesAt, underWayStatuses } from '#app/features/booking/lifecycle.ts'
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
import type { BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { readUndelivered } from './board/read-undelivered.server.ts'
import { ringingCalls } from './enquiries.server.ts'
import { readNextReaches } from './ladder/next-reaches.server.ts'

/* The queries of the board. Each is limited and uses an index, however many bookings there are (board.db.test.ts checks the plans).
   Conditions are written as literals to match partial indexes: only then does SQLite use them. */

export type BoardRow = Pick<Selectable<BookingsTable>, (typeof boardColumns)[number]>

export const boardColumns = [
  'id',
  'reference',
  'status',
  'serviceLevel',
  'channel',
  'name',
  'phone',
  'email',
  'address',
  'service',
  'postcode',
  'borough',
  'inArea',
  'vulnerableOccupant',
  'late',
  'toAgree',
  'suspectedSpam',
  'closedAs',
  'duplicateOf',
  'returnOf',
  'dangers',
  'slotStartsAt',
  'promisedFrom',
  'promisedUntil',
  'visitAgreedAt',
  'paymentDueAt',
  'acceptedAt',
  'calledAt',
  'callSettledAt',
  'expectedAt',
  'engineerId',
  'revision',
  'version',
  'createdAt',
] as const

const most = { waiting: 100, open: 300, ofDay: 300, leads: 50, engineers: 100, older: 50 }
const pageSize = most.older

const visitStatuses = statusesAt('waiting', 'accepted', 'on_the_way', 'on_site', 'visited')

const isOpen = sql<SqlBool>`bookings.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`
const isPaying = sql<SqlBool>`payments.outcome = 'confirmed' and payments.bill_id is null`

/** Everything that is written when something happens that the board shows. */
const markedTables = [
  ...(['bookingEvents', 'bookingMessages', 'bookingNotes', 'enquiries', 'auditLog', 'payments', 'refunds'] as const),
  'reachAttempts',
] as const

/** The board's queries by name, also for the test that checks their plans. */
export const boardQueries = {
  /** Not accepted yet: Red Line first, then the oldest. */
  waiting: (db: Kysely<Tables>, { offset, limit } = { offset: 0, limit: most.waiting }) =>
    db
      .selectFrom('bookings')
      .select(boardColumns)
      .where(isOpen)
      .where('status', '=', 'received')
      .orderBy('serviceLevel')
      .orderBy('createdAt')
      .limit(limit)
      .offset(offset),
  /** How many are not accepted yet. */
  countWaiting: (db: Kysely<Tables>) =>
    db
      .selectFrom('bookings')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where(isOpen)
      .where('status', '=', 'received'),
  /** Accepted and not done: those whose window ends before `until`, and later ones without an engineer or without the call we promised. */
  open: (db: Kysely<Tables>, until: Instant) =>
    db
      .selectFrom('bookings')
      .select(boardColumns)
      .where(isOpen)
      .where('status', 'in', underWayStatuses)
      .where(({ or, and, eb }) =>
        or([
          eb('promisedUntil', '<', until),
          eb('status', '=', 'confirmed'),
          and([eb('channel', '!=', 'phone'), eb('calledAt', 'is', null), eb('callSettledAt', 'is', null)]),
        ]),
      )
      .orderBy('promisedUntil')
      .limit(most.open),
  /** Engineers' jobs between two instants. */
  between: (db: Kysely<Tables>, from: Instant, until: Instant) =>
    db
      .selectFrom('bookings')
      .select(boardColumns)
      .where('promisedFrom', '>=', from)
      .where('promisedFrom', '<', until)
      .where('engineerId', 'is not', null)
      .where('status', '!=', 'cancelled')
      .orderBy('promisedFrom')
      .limit(most.ofDay),
  /** The visits that begin between two instants, assigned or not; without cancelled ones. */
  visits: (db: Kysely<Tables>, from: Instant, until: Instant) =>
    db
      .selectFrom('bookings')
      .select(boardColumns)
      .where('promisedFrom', '>=', from)
      .where('promisedFrom', '<', until)
      .where('status', 'in', visitStatuses)
      .orderBy('promisedFrom')
      .limit(most.ofDay),
  /** Red Line bookings waiting for payment: leads. */
  leads: (db: Kysely<Tables>, now: Instant) =>
    db
      .selectFrom('bookings')
      .select(boardColumns)
      .where(sql<SqlBool>`bookings.status = 'awaiting_payment'`)
      .where('paymentDueAt', '>', now)
      .orderBy('paymentDueAt')
      .limit(most.leads),
  /** When Red Line was paid: its minutes run from then. */
  paid: (db: Kysely<Tables>, ids: readonly string[]) =>
    db.selectFrom('payments').select(['bookingId', 'paidAt', 'recordedAt']).where(isPaying).where('bookingId', 'in', ids),
  /** When an engineer set off, arrived and left. */
  steps: (db: Kysely<Tables>, ids: readonly string[]) =>
    db
      .selectFrom('bookingEvents')
      .select(['bookingId', 'at', 'toStatus'])
      .where('bookingId', 'in', ids)
      .where('toStatus', 'in', dispatchedStatuses)
      .where('kind', '=', 'status')
      .orderBy('bookingId')
      .orderBy('id'),
  /** Returns the sender of the last letter about each. */
  letters: (db: Kysely<Tables>, ids: readonly string[]) =>
    db.selectFrom('bookingMessages').select(['bookingId', 'sender']).where('bookingId', 'in', ids).orderBy('bookingId').orderBy('id'),
  engineers: (db: Kysely<Tables>) =>
    db.selectFrom('engineers').selectAll().where('retiredAt', 'is', null).orderBy('name').orderBy('id').limit(most.engineers),
  /** A page of all bookings, the newest first, from before one of them. */
  page: (db: Kysely<Tables>, before?: { createdAt: Instant; id: string }) =>
    db
      .selectFrom('bookings')
      .select(boardColumns)
      .$if(before !== undefined, (query) =>
        query
          .where('createdAt', '<=', before?.createdAt ?? '')
          .where(({ eb, or }) => or([eb('createdAt', '<', before?.createdAt ?? ''), eb('id', '<', before?.id ?? '')])),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize + 1),
  /** The newest rows of everything that is written when something happens. */
  marks: (db: Kysely<Tables>, table: (typeof markedTables)[number]) => db.selectFrom(table).select('id').orderBy('id', 'desc').limit(40),
}

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
    isPlanned: workingHours.length > 0 || (await hasPlannedHours(db)),
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
