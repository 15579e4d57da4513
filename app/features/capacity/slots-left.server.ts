import type { Kysely } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import { readPublished } from '#app/platform/published.ts'
import { toInstant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { Tables } from '#db/tables.ts'
import { slotsLeft } from './redline-slots.ts'

/** Returns true if a booking has a slot: sold to it, or held while it can be paid. */
export async function hasSlot(db: Kysely<Tables>, bookingId: string): Promise<boolean> {
  const slot = await db.selectFrom('redlineSlots').select('slot').where('bookingId', '=', bookingId).executeTakeFirst()
  return slot !== undefined
}

/** The Red Line slots that a day has now. */
export const readSlotsPerDay = async (db: Kysely<Tables>): Promise<number> => (await readPublished(db)).prices.redlineSlotsPerDay

/** The highest number of the slots taken on a day, or 0. It may exceed the day's slots if the owner has reduced them. */
export async function readHighestSlot(db: Kysely<Tables>, day: LondonDay): Promise<number> {
  const { highest } = await db
    .selectFrom('redlineSlots')
    .select((eb) => eb.fn.max('slot').as('highest'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return highest ?? 0
}

/** The number of today's Red Line slots that are sold, and that are held for people who are paying. */
export async function readSlotsTaken(db: Kysely<Tables>, now: Date): Promise<{ sold: number; held: number }> {
  const rows = await db
    .selectFrom('redlineSlots')
    .select('heldUntil')
    .where('day', '=', londonDay(now))
    .where((eb) => eb.or([eb('heldUntil', 'is', null), eb('heldUntil', '>', toInstant(now))]))
    .execute()
  const sold = rows.filter(({ heldUntil }) => heldUntil === null).length
  return { sold, held: rows.length - sold }
}

/** The number of free Red Line slots: those of the day less those sold and those held. */
export async function readSlotsLeft(db: Kysely<Tables>, now: Date): Promise<number> {
  const { sold, held } = await readSlotsTaken(db, now)
  return slotsLeft(sold + held, await readSlotsPerDay(db))
}
