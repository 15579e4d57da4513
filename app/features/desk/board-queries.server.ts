import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { dispatchedStatuses, openStatuses, statusesAt, underWayStatuses } from '#app/features/booking/lifecycle.ts'
import type { Instant } from '#app/values/clock.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'

/* The queries of the board. Each is limited and uses an index, however many bookings there are (board.db.test.ts checks the plans).
   Conditions are written as literals to match partial indexes: only then does SQLite use them. */

export type BoardRow = Pick<Selectable<BookingsTable>, (typeof boardColumns)[number]>

const boardColumns = [
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

export const most = { waiting: 100, open: 300, ofDay: 300, leads: 50, engineers: 100, older: 50 }
export const pageSize = most.older

const visitStatuses = statusesAt('waiting', 'accepted', 'on_the_way', 'on_site', 'visited')

const isOpen = sql<SqlBool>`bookings.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`
const isPaying = sql<SqlBool>`payments.outcome = 'confirmed' and payments.bill_id is null`

/** Everything that is written when something happens that the board shows. */
export const markedTables = [
  'bookingEvents',
  'bookingMessages',
  'bookingNotes',
  'enquiries',
  'auditLog',
  'payments',
  'refunds',
  'reachAttempts',
] as const

/** Bookings as the board and the lists read them. */
export const selectRows = (db: Kysely<Tables>) => db.selectFrom('bookings').select(boardColumns)

/** Those whose window begins between two instants. */
const beginningBetween = (db: Kysely<Tables>, from: Instant, until: Instant) =>
  selectRows(db).where('promisedFrom', '>=', from).where('promisedFrom', '<', until).orderBy('promisedFrom').limit(most.ofDay)

/** The board's queries by name, also for the test that checks their plans. */
export const boardQueries = {
  /** Not accepted yet: Red Line first, then the oldest. */
  waiting: (db: Kysely<Tables>, { offset, limit } = { offset: 0, limit: most.waiting }) =>
    selectRows(db).where(isOpen).where('status', '=', 'received').orderBy('serviceLevel').orderBy('createdAt').limit(limit).offset(offset),
  /** How many are not accepted yet. */
  countWaiting: (db: Kysely<Tables>) =>
    db
      .selectFrom('bookings')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where(isOpen)
      .where('status', '=', 'received'),
  /** Accepted and not done: those whose window ends before `until`, and later ones without an engineer or without the call we promised. */
  open: (db: Kysely<Tables>, until: Instant) =>
    selectRows(db)
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
    beginningBetween(db, from, until).where('engineerId', 'is not', null).where('status', '!=', 'cancelled'),
  /** The visits that begin between two instants, assigned or not; without cancelled ones. */
  visits: (db: Kysely<Tables>, from: Instant, until: Instant) => beginningBetween(db, from, until).where('status', 'in', visitStatuses),
  /** Red Line bookings waiting for payment: leads. */
  leads: (db: Kysely<Tables>, now: Instant) =>
    selectRows(db)
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
  /** The senders of the messages about some bookings, the last one of each at its end. */
  letters: (db: Kysely<Tables>, ids: readonly string[]) =>
    db.selectFrom('bookingMessages').select(['bookingId', 'sender']).where('bookingId', 'in', ids).orderBy('bookingId').orderBy('id'),
  engineers: (db: Kysely<Tables>) =>
    db.selectFrom('engineers').selectAll().where('retiredAt', 'is', null).orderBy('name').orderBy('id').limit(most.engineers),
  /** A page of all bookings, the newest first, from before one of them. */
  page: (db: Kysely<Tables>, before?: { createdAt: Instant; id: string }) =>
    selectRows(db)
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

/** The names of the engineers who work here, by their ids. */
export async function readEngineerNames(db: Kysely<Tables>): Promise<Map<string, string>> {
  return new Map((await boardQueries.engineers(db).execute()).map(({ id, name }) => [id, name]))
}
