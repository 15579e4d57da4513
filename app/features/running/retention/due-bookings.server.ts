import type { ExpressionBuilder, Kysely } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import { type KeptFor, readWhyKept } from '#app/features/booking/booking-tables.server.ts'
import { isNotWaitedFor } from '#app/features/booking/erase-bookings.server.ts'
import { hasEnded, mayTake, steps } from '#app/features/booking/lifecycle.ts'
import { eraseWithMoney } from '#app/features/payments/erase-with-money.server.ts'
import { skipLocked } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import { days, type Instant, later, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

/** A booking, at the moment for which it was read. */
interface BookingState {
  id: string
  /** 'open': someone has to close it first; 'waits': its period isn't over yet. */
  state: 'due' | 'kept' | 'waits' | 'open'
  kept: KeptFor[]
  /** Returns true if its period will be over at a later moment. */
  isDueAt(moment: Date): boolean
}

/** Few, so that on an embedded database no booking waits long for a page to be read. */
const atOnce = 100

/** All bookings that are still to be erased, or have bills or payments that are, a page at a time. */
export async function* walkBookings({ db, published }: Pick<Services, 'db' | 'published'>, at: Date): AsyncGenerator<BookingState[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Row[] = await rowsIn(db).where('id', '>', after).orderBy('id').limit(atOnce).execute()
    yield await statesOf(db, page, { at, bookingDays: published.current().desk.bookingDays })
    after = page.length < atOnce ? undefined : page.at(-1)?.id
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsIn>['execute']>>[number]

const rowsIn = (db: Kysely<Tables>) =>
  db
    .selectFrom('bookings')
    .select(['id', 'status', 'promisedUntil', 'createdAt', 'erasedAt'])
    .select((eb) => [newest(eb, 'bookingEvents').as('lastEventAt'), newest(eb, 'bookingMessages').as('lastMessageAt')])
    .where((eb) => eb.or([eb('erasedAt', 'is', null), hasRowIn(eb, 'bills'), hasRowIn(eb, 'payments')]))

const newest = ({ selectFrom }: ExpressionBuilder<Tables, 'bookings'>, table: 'bookingEvents' | 'bookingMessages') =>
  selectFrom(table)
    .select(({ fn }) => fn.max<Instant | null>('at').as('at'))
    .whereRef('bookingId', '=', 'bookings.id')

const hasRowIn = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'bookings'>, table: 'bills' | 'payments') =>
  exists(selectFrom(table).select('bookingId').whereRef('bookingId', '=', 'bookings.id'))

interface Asked {
  at: Date
  bookingDays: number
}

async function statesOf(db: Kysely<Tables>, rows: readonly Row[], { at, bookingDays }: Asked): Promise<BookingState[]> {
  const why = await readWhyKept(
    db,
    rows.map(({ id }) => id),
    at,
  )
  return rows.map((row) => {
    const kept = why.get(row.id) ?? []
    const isDueAt = (moment: Date) => mayEnd(row) && later(endOf(row), days(bookingDays)) <= toInstant(moment)
    return { id: row.id, state: stateOf(row, kept, later(endOf(row), days(bookingDays)) <= toInstant(at)), kept, isDueAt }
  })
}

function stateOf(row: Row, kept: readonly KeptFor[], isOver: boolean): BookingState['state'] {
  if (!mayEnd(row)) return isOver ? 'open' : 'waits'
  if (kept.length > 0) return 'kept'
  return isOver || row.erasedAt !== null ? 'due' : 'waits'
}

const mayEnd = ({ status }: Row) => hasEnded(status) || mayTake('clock', 'lapse', status)

/** Its last change or message; of one that isn't over, the end of its window if that is later. */
const endOf = ({ status, createdAt, lastEventAt, lastMessageAt, promisedUntil }: Row): Instant =>
  [createdAt, lastEventAt ?? '', lastMessageAt ?? '', hasEnded(status) ? '' : promisedUntil].toSorted().at(-1) ?? createdAt

/** Erases a booking that is due, in one transaction. Returns false if it no longer is, or is being changed, or a message about it waits. */
export const eraseDue = ({ db, ...services }: Services, bookingId: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const locked = await skipLocked(services.engine, rowsIn(tx).where('id', '=', bookingId).where(isNotWaitedFor)).executeTakeFirst()
    if (!locked) return false
    const asked = { at: services.clock.now(), bookingDays: services.published.current().desk.bookingDays }
    const [found] = await statesOf(tx, [locked], asked)
    if (found?.state !== 'due') return false
    if (!hasEnded(locked.status))
      await actOnBookingIn(services, tx, { bookingId, actor: 'system' }, async () => ({
        set: { status: steps.lapse.to },
        event: { note: 'No one confirmed it' },
      }))
    await eraseWithMoney(services, tx, bookingId)
    return true
  })
