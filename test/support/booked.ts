import type { Updateable } from 'kysely'
import { type Booking, type BookingEvent, readBooking, readHistory } from '#app/features/booking/read-booking.server.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { sellSlot } from '#app/features/capacity/sell-slot.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import { submissionOf } from './fresh.ts'
import { bodyOfVisitor, bookingBody, type World } from './world.ts'

/** A booking, and functions that act on it. */
export interface Booked {
  id: string
  token: string
  read(): Promise<Booking>
  history(): Promise<BookingEvent[]>
  /** The version that a customer now sees. */
  seen(): Promise<string>
  /** The fields of an act of staff on its current version. */
  act(staffId?: string): Promise<{ bookingId: string; staffId: string; seen: string }>
  /** The fields of an act of its customer on its current version. */
  wish(clientKey?: string): Promise<{ bookingId: string; actor: string; clientKey: string; seen: string }>
  /** Sets its status, as staff or a payment would. */
  become(status: BookingStatus): Promise<void>
  /** Changes its row alone. */
  set(changes: Updateable<BookingsTable>): Promise<void>
  /** Staff have spoken to its customer. */
  isCalled(): Promise<void>
}

/** Makes a booking as the form does. */
export async function bookOne(
  { services, clock }: Pick<World, 'services' | 'clock'>,
  changes: Record<string, unknown> = {},
): Promise<Booked> {
  const { trackingUrl, reference } = await submitBooking(services, submissionOf({ body: bookingBody(changes), clientKey: newId() }))
  const { id } = await services.db.selectFrom('bookings').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()
  return { ...followOne({ services, clock }, id), token: trackingUrl.split('/').at(-1) ?? '' }
}

/** Functions that act on an existing booking. */
export function followOne({ services, clock }: Pick<World, 'services' | 'clock'>, id: string): Omit<Booked, 'token'> {
  const read = () => readBooking(services, id)
  const seen = async () => versionOf(await read())
  const set = async (changes: Updateable<BookingsTable>) => {
    await services.db.updateTable('bookings').set(changes).where('id', '=', id).execute()
  }
  return {
    id,
    read,
    set,
    history: () => readHistory(services.db, id),
    seen,
    act: async (staffId = 'staff') => ({ bookingId: id, staffId, seen: await seen() }),
    wish: async (clientKey = 'client') => ({ bookingId: id, actor: 'customer', clientKey, seen: await seen() }),
    async isCalled() {
      const at = toInstant(clock.now())
      await set({ calledAt: at, callSettledAt: at })
    },
    async become(status) {
      const event = { id: newId(), bookingId: id, at: toInstant(clock.now()), actor: 'staff', note: 'for staff alone' }
      const { status: fromStatus } = await read()
      await services.db
        .insertInto('bookingEvents')
        .values({ ...event, fromStatus, toStatus: status })
        .execute()
      await services.db
        .updateTable('bookings')
        .set((eb) => ({ status, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },
  }
}

let buyers = 0

/** Red Line bookings of unrelated customers; a slot is held for the first three of a day. */
export const bookOfStranger = (world: Pick<World, 'services' | 'clock'>): Promise<Booked> => {
  buyers += 1
  const { phone, email } = bodyOfVisitor(50_000 + buyers)
  return bookOne(world, { serviceLevel: 'redline', phone, email })
}

/** Sells today's Red Line slots to other customers, as payments would. */
export async function sellSlots(world: Pick<World, 'services' | 'clock'>, count: number): Promise<void> {
  for (let each = 0; each < count; each++) {
    const booked = await bookOfStranger(world)
    await world.services.db.transaction().execute((tx) => sellSlot(tx, booked.id, world.clock.now(), true))
    await booked.become('received')
  }
}
