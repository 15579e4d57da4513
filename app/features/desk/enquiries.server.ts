import { type Kysely, type SqlBool, sql } from 'kysely'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone, phoneText } from '#app/platform/uk.ts'
import { hours, later, seconds, toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Tables } from '#db/tables.ts'

const mostShown = 100

export type Enquiries = Awaited<ReturnType<typeof readEnquiries>>

const waiting = (db: Kysely<Tables>, kind: 'text' | 'missed') =>
  // A literal, so that SQLite uses the partial index.
  db.selectFrom('enquiries').where(sql<SqlBool>`enquiries.settled_at is null`).where('kind', '=', kind)

/**
 * Texts and missed calls from people without an open booking that no one has dealt with, newest first. All calls of a number are one entry,
 * with the id of the last one.
 */
export async function readEnquiries(db: Kysely<Tables>) {
  const texts = await waiting(db, 'text').select(['id', 'at', 'phone', 'text']).orderBy('id', 'desc').limit(mostShown).execute()
  const calls = await waiting(db, 'missed')
    .select(({ fn }) => ['phone', fn.max('id').as('id'), fn.max('at').as('at'), fn.countAll<number>().as('count')])
    .groupBy('phone')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  const all = await countEnquiries(db)
  const callers = await readCallers(
    db,
    [...texts, ...calls].map(({ phone }) => phone),
  )
  return {
    texts: texts.map(({ phone, at, ...text }) => ({ ...text, ...callerOf(phone, callers), at: momentText(at) })),
    calls: calls.map(({ phone, at, id, count }) => ({
      ...{ id, count: Number(count), at: momentText(at) },
      ...callerOf(phone, callers),
    })),
    moreTexts: all.texts - texts.length,
    moreCalls: all.numbers - calls.length,
  }
}

/** The number of waiting texts, and of numbers that called. */
export async function countEnquiries(db: Kysely<Tables>): Promise<{ texts: number; numbers: number }> {
  const { texts } = await waiting(db, 'text')
    .select(({ fn }) => fn.countAll<number>().as('texts'))
    .executeTakeFirstOrThrow()
  const { numbers } = await waiting(db, 'missed')
    .select(({ fn }) => fn.count<number>('phone').distinct().as('numbers'))
    .executeTakeFirstOrThrow()
  return { texts: Number(texts), numbers: Number(numbers) }
}

/** For so long an open page shows a call whose end hasn't been reported. */
const ringMs = seconds(90)
/** The most calls shown at one time. */
const mostRinging = 4

/** The calls that ring now, for the mark of the board and for its pages. */
export const ringingCalls = (db: Kysely<Tables>, now: Date) =>
  db
    .selectFrom('enquiries')
    .select(['id', 'phone'])
    .where(sql<SqlBool>`enquiries.kind = 'ringing'`)
    .where('at', '>', later(now, -ringMs))
    .orderBy('id', 'desc')
    .limit(mostRinging)

export type RingingCall = Awaited<ReturnType<typeof readRinging>>[number]

/** The calls that ring now, with the callers' names. */
export async function readRinging({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const calls = await ringingCalls(db, clock.now()).execute()
  const callers = await readCallers(
    db,
    calls.map(({ phone }) => phone),
  )
  return calls.map(({ id, phone }) => ({ id, ...callerOf(phone, callers) }))
}

/** The newest booking of each number, and the record that its bookings are on, if that is one. */
async function readCallers(db: Kysely<Tables>, phones: readonly string[]) {
  const known = phones.filter((phone) => phone !== '')
  if (known.length === 0) return new Map<string, never>()
  const bookings = await db
    .selectFrom('bookings')
    .leftJoin('customers', 'customers.id', 'bookings.customerId')
    .select(['bookings.id', 'phone', 'name', 'reference', 'status', 'customers.recordId'])
    .where('phone', 'in', known)
    .where('erasedAt', 'is', null)
    .orderBy('bookings.createdAt')
    .orderBy('bookings.id')
    .execute()
  const onRecord = Map.groupBy(
    bookings.filter(({ recordId }) => recordId !== null),
    ({ phone }) => phone,
  )
  return new Map(
    bookings.map((booking) => {
      const proven = onRecord.get(booking.phone) ?? []
      const [only, ...others] = new Set(proven.map(({ recordId }) => recordId))
      return [booking.phone, { ...booking, provenName: proven.at(-1)?.name, record: others.length === 0 ? only : undefined }]
    }),
  )
}

/** A caller, and their open booking, if they have one by now. `call`: undefined for a number that costs more, is abroad or is withheld. */
function callerOf(phone: string, callers: Awaited<ReturnType<typeof readCallers>>) {
  const booking = callers.get(phone)
  const isUsual = normalisePhone(phone) === phone
  return {
    phoneText: phoneText(phone),
    call: isUsual ? phone : undefined,
    find: booking?.record
      ? (`/staff/customers/${booking.record}` satisfies SitePath)
      : isUsual
        ? (`/staff/find?${new URLSearchParams({ phone })}` satisfies SitePath)
        : undefined,
    // Anyone can book with the number: a name that is proven comes first.
    name: booking?.provenName ?? booking?.name,
    booked: booking && !hasEnded(booking.status) ? { id: booking.id, reference: booking.reference } : undefined,
  }
}

/** A text or call, for the form of a booking by phone; undefined if there is none. */
export const readEnquiry = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('enquiries').select(['phone', 'text']).where('id', '=', id).executeTakeFirst()

interface SettleEnquiry {
  enquiryId: string
  /** The caller has checked that they are staff. */
  staffId: string
  /** With all missed calls before it, of any number. */
  isAll?: boolean
}

/** Marks a text as dealt with, or a missed call with the earlier ones of its number; a second time changes nothing. */
export async function settleEnquiry({ db, clock }: Services, { enquiryId, staffId, isAll = false }: SettleEnquiry): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const enquiry = await tx.selectFrom('enquiries').select(['kind', 'phone']).where('id', '=', enquiryId).executeTakeFirst()
    if (!enquiry) return
    const one = tx
      .updateTable('enquiries')
      .set({ settledAt: toInstant(now), settledBy: staffId })
      .where('settledAt', 'is', null)
    const calls = one.where('kind', '=', 'missed').where('id', '<=', enquiryId)
    const settled = await (enquiry.kind !== 'missed'
      ? one.where('id', '=', enquiryId)
      : isAll
        ? calls
        : calls.where('phone', '=', enquiry.phone)
    ).executeTakeFirst()
    if (settled.numUpdatedRows > 0n) await recordAudit(tx, now, { actor: staffId, action: 'text.settle', subject: enquiryId })
  })
}

/** Chore: a call whose end was never reported counts as missed. */
export async function missLostCalls({ db, clock }: Services): Promise<void> {
  await db
    .updateTable('enquiries')
    .set({ kind: 'missed' })
    .where(sql<SqlBool>`enquiries.kind = 'ringing'`)
    .where('at', '<', later(clock.now(), -hours(1)))
    .execute()
}
