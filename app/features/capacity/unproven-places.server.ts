import type { Kysely, Transaction } from 'kysely'
import { isToDispatch, plannedStatuses } from '#app/features/booking/lifecycle.ts'
import { mailboxOf, mailboxSql } from '#app/features/booking/mailbox.ts'
import { isProven } from '#app/features/booking/proof.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { addressKey } from '#app/features/booking/same-visit.ts'
import { type Engine, skipLocked } from '#app/platform/database.ts'
import { limits } from '#app/platform/limits.ts'
import { tryTurnsIn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { unprovenMinutes } from '#content/stated.ts'
import type { Tables } from '#db/tables.ts'
import { hasPlannedHours } from './read-working-hours.server.ts'

/*
 * Places of bookings that no one has proven (`booking/proof.ts`; docs/decisions/0100-proven-bookings.md): a stranger with made-up phones
 * and mailboxes can hold only a few, and none of the last part of a day.
 */

/** The most upcoming places of one phone, one mailbox and one home. */
const mostPlaces = 2
/** For a postcode, if no address was given: flats in one house can't be told apart. */
const mostWithoutAddress = 10
/** After this, a proven booking that finds no other place may have it. */
const keptMs = minutes(unprovenMinutes)

/** Returns true if the customer must prove their booking: places are limited once hours are planned, and the payment proves Red Line. */
export const asksProof = async (
  db: Kysely<Tables>,
  booking: Pick<Booking, 'status' | 'serviceLevel' | 'provenAt' | 'acceptedAt' | 'callSettledAt'>,
): Promise<boolean> =>
  booking.serviceLevel === 'standard' && isToDispatch(booking.status) && !isProven(booking) && (await hasPlannedHours(db))

/** Upcoming bookings with a place that no one has proven. */
const unprovenPlaces = (db: Kysely<Tables>, now: Date) =>
  db
    .selectFrom('bookings')
    .where('provenAt', 'is', null)
    .where('acceptedAt', 'is', null)
    .where('callSettledAt', 'is', null)
    .where('toAgree', '=', 0)
    .where('serviceLevel', '=', 'standard')
    .where('status', 'in', plannedStatuses)
    .where('promisedUntil', '>', toInstant(now))

/**
 * Returns true if an unproven booking may take a place, given those of its phone, mailbox and home, and those of its network address within
 * the hour. Runs in the caller's transaction, which holds `lockPlan`; takes a turn of the address.
 */
export async function mayTakeUnproven(
  { config, engine }: Pick<Services, 'config' | 'engine'>,
  tx: Transaction<Tables>,
  booking: Pick<Booking, 'id' | 'phone' | 'email' | 'postcode' | 'address'>,
  clientKey: string,
  now: Date,
): Promise<boolean> {
  const mailbox = mailboxOf(booking.email)
  const near = await unprovenPlaces(tx, now)
    .select(['phone', 'email', 'postcode', 'address'])
    .where('id', '!=', booking.id)
    .where((eb) => eb.or([eb('phone', '=', booking.phone), eb(mailboxSql[engine], '=', mailbox), eb('postcode', '=', booking.postcode)]))
    .execute()
  const home = addressKey(booking)
  const isHome = (other: (typeof near)[number]) =>
    booking.postcode !== '' && other.postcode === booking.postcode && addressKey(other) === home
  const count = (is: (other: (typeof near)[number]) => boolean) => near.filter(is).length
  if (count(({ phone }) => phone === booking.phone) >= mostPlaces) return false
  if (booking.email && count(({ email }) => mailboxOf(email) === mailbox) >= mostPlaces) return false
  if (count(isHome) >= (home === '' ? mostWithoutAddress : mostPlaces)) return false
  return (await tryTurnsIn(tx, [[limits.unprovenPlaces, clientKey]], now, config.rateLimitScale)) === 0
}

/**
 * The unproven bookings around a time that have had their half hour, oldest first: a proven one may have their places. Locked; without
 * those that someone is changing now, whose transaction may wait for the plan.
 */
export const lockLapsed = (engine: Engine, tx: Transaction<Tables>, now: Date, { from, until }: { from: string; until: string }) =>
  skipLocked(
    engine,
    unprovenPlaces(tx, now)
      .selectAll()
      .where('status', '=', 'received')
      .where('engineerId', 'is', null)
      .where('createdAt', '<', later(now, -keptMs))
      .where('promisedFrom', '>', from)
      .where('promisedFrom', '<', until)
      .orderBy('createdAt')
      .orderBy('id'),
  ).execute()
