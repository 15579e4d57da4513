import type { Transaction } from 'kysely'
import { z } from 'zod'
import { enqueue } from '#app/platform/jobs.ts'
import type { Tables } from '#db/tables.ts'

/* An alarm about the site is a job, stored together with its cause. The `messages` room picks the recipients, channels and wording. */

const kind = <Kind extends string>(name: Kind) => ({ kind: z.literal(name) })

/** An alarm, with what its words need. Jobs of earlier versions wait in existing databases, so it must stay readable. */
export const Alarm = z.discriminatedUnion('kind', [
  /** The public pages ask people to call, or no longer do. */
  z.object({ ...kind('phone_first'), isOn: z.boolean(), at: z.string(), problem: z.string() }),
  /** Bookings will soon not be stored. `isRepeated`: it was raised yesterday too. */
  z.object({ ...kind('disk_nearly_full'), freeMegabytes: z.int(), isRepeated: z.boolean() }),
  /** Hours in which no one is on shift or on call, of the engineers unless it is the desk. `until`: null if they last more than a day. */
  z.object({ ...kind('rota_hole'), from: z.string(), until: z.string().nullable(), rota: z.literal('desk').optional() }),
  z.object({
    ...kind('backup_late'),
    places: z.array(z.object({ name: z.string(), goodAt: z.string().nullable(), problem: z.string() })),
  }),
  /** Messages that have waited for long, or were given up. */
  z.object({ ...kind('unsent'), count: z.int(), since: z.string() }),
  /** A site that was complete lacks details that the law requires. */
  z.object({ ...kind('details_missing'), labels: z.array(z.string()).min(1) }),
  /** Personal data whose time is over could not be erased in a night. `isUnfinished`: that night's erasure never came to its end. */
  z.object({ ...kind('retention_failed'), night: z.string(), what: z.array(z.string()), isUnfinished: z.boolean() }),
  /** Of a booking: dangerous gas was found, or a payment is disputed. Owners have the email about it, with its details. */
  z.object({ ...kind('booking_news'), bookingId: z.string(), change: z.enum(['gas_alarm', 'disputed']) }),
  /** Something that we owe a customer after their visit: 'Answer the complaint'. */
  z.object({ ...kind('request_overdue'), bookingId: z.string(), reference: z.string(), what: z.string(), dueOn: z.string() }),
  /** A customer gave us one or two stars. */
  z.object({ ...kind('bad_review'), bookingId: z.string(), reference: z.string(), stars: z.int() }),
  /** The ids of what was found. */
  z.object({ ...kind('payment_differences'), ids: z.array(z.string()) }),
  z.object({ ...kind('book_differences'), ids: z.array(z.string()) }),
])
export type Alarm = z.output<typeof Alarm>
export type AlarmOf<Kind extends Alarm['kind']> = Extract<Alarm, { kind: Kind }>

/**
 * Raises an alarm, in the caller's transaction; call `services.jobsAdded()` after it commits. The caller raises one for each cause, not for
 * each check that finds it. `id`: where the same alarm may be raised twice.
 */
export async function raiseAlarm(tx: Transaction<Tables>, now: Date, alarm: Alarm, id?: string): Promise<void> {
  await enqueue(tx, now, [{ kind: 'alarm', payload: alarm, id }])
}
