import { z } from 'zod'
import { AnswerNeeded, BookingNotFound } from '#app/features/booking/refusals.ts'
import type { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { lostJobText, type OwnAct, readAct } from './act-by-engineer.server.ts'
import { actTime, longestClockErrorMs } from './engineer-acts/act-time.ts'

const instant = z.iso.datetime().transform((text) => toInstant(new Date(text)))

/** A phone's report of its waiting acts, in the order of events. */
export const ActsReport = z.object({
  /** The engineer that the phone sends it for. */
  engineerId: z.uuid().optional(),
  /** By the phone's clock. */
  sentAt: instant,
  acts: z
    .array(
      z.object({
        key: z.uuid(),
        kind: z.string().max(40),
        /** '' if it isn't about a job. */
        bookingId: z.union([z.uuid(), z.literal('')]),
        at: instant,
        offsetMs: z.int().min(-longestClockErrorMs).max(longestClockErrorMs).optional(),
        seen: z.string().max(20).optional(),
        fields: z.record(z.string().max(40), z.string().max(5_000)).default({}),
      }),
    )
    .max(50),
})
export type ActsReport = z.output<typeof ActsReport>

/**
 * The outcome of an act: done, refused with the reason, or a question to confirm, in words for the engineer. 'later': it couldn't be judged
 * now, and the phone sends it again.
 */
export type ActOutcome = { key: string } & (
  | { state: 'done' }
  | { state: 'refused'; reason: string }
  | { state: 'asked'; question: string; confirms: string }
  | { state: 'later' }
)

/** Does acts of one kind; `field`: returns the typed value of a field, '' if there is none of that name. Throws a refusal. */
export type DoAct = (services: Services, act: OwnAct, field: (name: string) => string) => Promise<void>

type ReportedAct = Required<Pick<OwnAct, 'key' | 'bookingId' | 'engineerId' | 'phone'>> & { kind: string }

/** The outcome of a refused act, stored until the engineer has read its reason. A question doesn't end an act, so it isn't stored. */
export const refusedOutcome = async (services: Services, act: ReportedAct, refusal: Refusal): Promise<ActOutcome> =>
  refusal instanceof AnswerNeeded
    ? { key: act.key, state: 'asked', question: refusal.message, confirms: refusal.confirms }
    : keepRefused(services, act, refusal)

/** Stores why an act was refused, unless another report was faster: then that outcome counts. */
async function keepRefused(
  { db, clock }: Services,
  { key, kind, bookingId, engineerId, phone }: ReportedAct,
  refusal: Refusal,
): Promise<ActOutcome> {
  const isTheirs = !(refusal instanceof BookingNotFound)
  const receivedAt = toInstant(clock.now())
  const reason = isTheirs ? reasonOf(refusal) : await lostJobText(db, { bookingId, engineerId }, receivedAt)
  await db
    .insertInto('engineerActs')
    .values({
      ...{ key, kind, engineerId, receivedAt, dismissedAt: null, refusal: reason, bookingId: isTheirs ? bookingId : null },
      ...actTime(phone, { receivedAt, notBefore: '' }),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const known = await readAct(db, key)
  // Another engineer's key: nothing about it is revealed.
  if (!known || known.engineerId !== engineerId) return { key, state: 'refused', reason }
  if (known.refusal) return { key, state: 'refused', reason: known.refusal }
  // The key belongs to another act, which was done: this one was not.
  return known.kind === kind && known.bookingId === bookingId ? { key, state: 'done' } : { key, state: 'refused', reason }
}

/** The words of a refusal, with those of its fields. */
const reasonOf = (refusal: Refusal): string => [refusal.message, ...Object.values(refusal.problems)].join(' ')

/** A refused act as the engineer sees it. */
export interface RefusedAct {
  key: string
  bookingId: string | null
  /** The customer's name, if the server sent it. */
  name?: string
  /** '10.15am', with its day unless that is today. */
  at: string
  reason: string
}

/** An engineer's refused acts that they have not read yet, the oldest first. */
export async function readRefusedActs({ db, clock }: Services, engineerId: string): Promise<RefusedAct[]> {
  const rows = await db
    .selectFrom('engineerActs')
    // The engineer's own jobs, unless a colleague has them now.
    .leftJoin('bookings', (join) =>
      join.onRef('bookings.id', '=', 'engineerActs.bookingId').onRef('bookings.engineerId', '=', 'engineerActs.engineerId'),
    )
    .select(['engineerActs.key', 'engineerActs.bookingId', 'engineerActs.at', 'engineerActs.refusal', 'bookings.name'])
    .where('engineerActs.engineerId', '=', engineerId)
    .where('refusal', 'is not', null)
    .where('dismissedAt', 'is', null)
    .orderBy('engineerActs.at')
    .limit(50)
    .execute()
  const now = clock.now()
  return rows.map(({ refusal, at, name, ...row }) => ({
    ...{ ...row, name: name ?? undefined, at: spokenTimeSeen(at, now), reason: refusal ?? '' },
  }))
}

/** Notes that an engineer has read why their act was refused. */
export async function dismissAct({ db, clock }: Services, engineerId: string, key: string): Promise<void> {
  const dismissedAt: Instant = toInstant(clock.now())
  await db
    .updateTable('engineerActs')
    .set({ dismissedAt })
    .where('key', '=', key)
    .where('engineerId', '=', engineerId)
    .where('refusal', 'is not', null)
    .execute()
}
