import { type Kysely, type SqlBool, sql } from 'kysely'
import { readPressingCount } from '#app/features/aftercare/read-due.server.ts'
import { findDangers } from '#app/features/booking/find-dangers.ts'
import { statuses } from '#app/features/booking/lifecycle.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { Tables } from '#db/tables.ts'
import { readEnquiryCount } from './enquiries.server.ts'

/** The most threads that are counted and shown. */
const mostThreads = 100
const mostMessages = 300

// A literal, so that SQLite uses the partial index of unread messages.
const isUnread = sql<SqlBool>`booking_messages.sender = 'customer' and booking_messages.read_at is null`

const queries = {
  unread: (db: Kysely<Tables>) => db.selectFrom('bookingMessages').select('bookingId').where(isUnread).orderBy('id').limit(mostMessages),
  newest: (db: Kysely<Tables>) =>
    db
      .selectFrom('bookingMessages')
      .select(['id', 'bookingId', 'at', 'text', 'readAt', 'answeredAt'])
      .where('sender', '=', 'customer')
      .orderBy('id', 'desc')
      .limit(mostMessages),
}

/** How many have written or called, and no one has read it or dealt with it, or what we owe them is due by tomorrow; at most 100. */
export async function readUnreadCount(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const unread = new Set((await queries.unread(services.db).execute()).map(({ bookingId }) => bookingId))
  return Math.min(mostThreads, unread.size + (await readEnquiryCount(services.db)) + (await readPressingCount(services)))
}

/** Unread by all of us; read but not answered; answered in writing or by phone. */
export type ThreadState = 'unread' | 'read' | 'answered'

/** Messages from customers, one entry for each booking at any status: those that wait for us first, then the newest. */
export async function readInbox({ db }: Pick<Services, 'db'>) {
  const messages = await queries.newest(db).execute()
  const byBooking = Map.groupBy(messages, ({ bookingId }) => bookingId)
  const ids = [...byBooking.keys()].slice(0, mostThreads)
  const bookings =
    ids.length > 0
      ? await db.selectFrom('bookings').select(['id', 'reference', 'service', 'name', 'phone', 'status']).where('id', 'in', ids).execute()
      : []
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
