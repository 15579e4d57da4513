import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { hourAndMinute, type Read, textReader, timeReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import type { Pause } from '#app/platform/online-pause.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'

interface PauseWish {
  /** 'paused': nothing can be booked online until then. 'next_free': visits from then on can. */
  kind: Pause['kind']
  /** The id of the user. */
  staffId: string
  /** As the form sends it: a number of hours, 'morning' for the next 8am, 'today' or 'tomorrow'. */
  pauseFor: string
  /** '18:00', in London; needed for 'today' and 'tomorrow' only. */
  time: string
  /** For a pause; shown to visitors: at most 100 characters. */
  reason: string
}

const mostHours = 24
const actions = { paused: 'online.pause', next_free: 'online.next-free' } as const
const readTime = timeReader('18:00')
const readReason = textReader('Reason', { max: 100 })

/**
 * Pauses online booking until a time, or says from when an engineer is free again; an earlier one is replaced. Pages of this instance show
 * it as soon as this returns, those of others within a second. Staff can still book by phone. Throws `InvalidEntry` or `not_staff`.
 */
export async function pauseOnlineBooking(services: Services, wish: PauseWish): Promise<void> {
  const now = services.clock.now()
  const { time: until, reason } = valuesOf({
    time: pauseEnd(wish, now),
    reason: readReason(wish.kind === 'paused' ? wish.reason : ''),
  })
  await services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, wish.staffId)
    const pause = { kind: wish.kind, until, reason }
    await tx
      .insertInto('onlinePauses')
      .values({ onlyOne: 1, ...pause })
      .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet(pause))
      .execute()
    await recordAudit(tx, now, { actor: wish.staffId, action: actions[wish.kind], subject: 'online-booking', detail: pause })
  })
  await services.onlinePause.refresh()
}

/** Ends the pause, or withdraws the next free time; nothing is recorded if there is neither. Throws `not_staff`. */
export async function resumeOnlineBooking(services: Services, staffId: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, staffId)
    const now = services.clock.now()
    const ended = await tx.deleteFrom('onlinePauses').returning('until').executeTakeFirst()
    if (ended && ended.until > toInstant(now))
      await recordAudit(tx, now, { actor: staffId, action: 'online.resume', subject: 'online-booking' })
  })
  await services.onlinePause.refresh()
}

/** A free time is rounded up: '7.45pm', not '7.38pm'. */
const quarterHourAfter = (at: Instant): Instant => toInstant(new Date(Math.ceil(Date.parse(at) / minutes(15)) * minutes(15)))

/** Returns when a pause that begins now ends, or the problem with the typed time. */
function pauseEnd({ kind, pauseFor, time }: PauseWish, now: Date): Read<Instant> {
  const count = Number(pauseFor)
  if (Number.isInteger(count) && count >= 1 && count <= mostHours)
    return { value: kind === 'paused' ? later(now, hours(count)) : quarterHourAfter(later(now, hours(count))) }
  const today = londonDay(now)
  if (pauseFor === 'morning') {
    const early = instantOf(today, 8)
    return { value: early > toInstant(now) ? early : instantOf(addDays(today, 1), 8) }
  }
  const read = readTime(time)
  if ('problem' in read) return read
  const until = instantOf(pauseFor === 'tomorrow' ? addDays(today, 1) : today, ...hourAndMinute(read.value))
  return until > toInstant(now) ? { value: until } : { problem: 'That time has passed. Choose a later one, or tomorrow.' }
}
