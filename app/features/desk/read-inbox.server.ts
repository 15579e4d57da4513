import { type Kysely, type SqlBool, sql } from 'kysely'
import { readPressingCount } from '#app/features/aftercare/read-due.server.ts'
import { findDangers } from '#app/features/booking/find-dangers.ts'
import { statuses } from '#app/features/booking/lifecycle.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { Tables } from '#db/tables.ts'
import { countEnquiries } from './enquiries.server.ts'

/** All unread threads are shown; unanswered ones of the newest `mostMessages`; answered ones while fewer than `mostThreads` are. */
const mostMessages = 2_000
const mostThreads = 100

// A literal, so that SQLite uses the partial index of unread messages.
const isUnread = sql<SqlBool>`booking_messages.sender = 'customer' and booking_messages.read_at is null`

const fromCustomers = (db: Kysely<Tables>) => db.selectFrom('bookingMessages').where('sender', '=', 'customer').orderBy('id', 'desc')

const queries = {
  unread: (db: Kysely<Tables>) => db.selectFrom('bookingMessages').select('bookingId').distinct().where(isUnread),
  newest: (db: Kysely<Tables>) => fromCustomers(db).select(['bookingId', 'answeredAt']).limit(mostMessages),
  of: (db: Kysely<Tables>, bookingIds: readonly string[]) =>
    fromCustomers(db).select(['id', 'bookingId', 'at', 'text', 'readAt', 'answeredAt']).where('bookingId', 'in', bookingIds),
}

/** The number of unread messages, calls to return, and duties due by tomorrow. */
export async function readUnreadCount(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const unread = await queries.unread(services.db).execute()
  const { texts, numbers } = await countEnquiries(services.db)
  return unread.length + texts + numbers + (await readPressingCount(services))
}

/** Unread by all of us; read but not answered; answered in writing or by phone. */
export type ThreadState = 'unread' | 'read' | 'answered'

/** Messages from customers, one entry for each booking at any status: those that wait for us first, then the newest. */
export async function readInbox({ db }: Pick<Services, 'db'>) {
  const unread = (await queries.unread(db).execute()).map(({ bookingId }) => bookingId)
  const newest = await queries.newest(db).execute()
  const unanswered = newest.filter(({ answeredAt }) => answeredAt === null).map(({ bookingId }) => bookingId)
  const waiting = new Set([...unread, ...unanswered])
  const all = new Set([...waiting, ...newest.map(({ bookingId }) => bookingId)])
  if (all.size === 0) return []
  const ids = [...all].slice(0, Math.max(mostThreads, waiting.size))
  const byBooking = Map.groupBy(await queries.of(db, ids).execute(), ({ bookingId }) => bookingId)
  const columns = ['id', 'reference', 'service', 'name', 'phone', 'status'] as const
  const bookings = await db.selectFrom('bookings').select(columns).where('id', 'in', ids).execute()
  const threads = bookings.map(({ phone, status, ...booking }) => {
    const own = byBooking.get(booking.id) ?? []
    const [last] = own
    return {
      ...booking,
      phone,
      phoneText: phoneText(phone),
      status: statuses[status].label,
      state: stateOf(own),
      unread: own.filter(({ readAt }) => readAt === null).length,
      isDangerous: own.some(({ answeredAt, text }) => answeredAt === null && findDangers(text).length > 0),
      text: last?.text ?? '',
      sortedBy: last?.at ?? '',
      at: momentText(last?.at ?? ''),
    }
  })
  const urgency = (thread: (typeof threads)[number]) =>
    Number(thread.isDangerous) * 4 + Number(thread.state === 'unread') * 2 + Number(thread.state === 'read')
  return threads.toSorted((a, b) => urgency(b) - urgency(a) || (a.sortedBy < b.sortedBy ? 1 : -1))
}

export type Thread = Awaited<ReturnType<typeof readInbox>>[number]

/** The state of one booking's messages, newest first. */
function stateOf(messages: readonly { readAt: string | null; answeredAt: string | null }[]): ThreadState {
  if (messages.some(({ readAt }) => readAt === null)) return 'unread'
  return messages.every(({ answeredAt }) => answeredAt !== null) ? 'answered' : 'read'
}
