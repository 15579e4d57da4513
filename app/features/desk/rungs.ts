import { isExpected, isToDispatch, nearMs, needsEngineer } from '#app/features/booking/lifecycle.ts'
import { type CallFacts, promisedCall } from '#app/features/capacity/missed-promises.ts'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import { contactMinutes, technicianCallMinutes } from '#content/stated.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { ReachAttemptsTable } from '#db/tables/desk.ts'
import type { Flag } from '#db/tables/flag.ts'

/* The steps in which a booking that no one handles is reported to staff, owners and the webhook, each once; that no engineer has an urgent
   job is reported until one has it. Beside them the steps by which engineers and owners are reached. All the minutes are here. */

/** The fields of a booking that escalation uses. */
export interface Escalable extends CallFacts, Pick<BookingsTable, 'promisedFrom' | 'promisedUntil'> {
  acceptedAt: Instant | null
  engineerId: string | null
  /** When its time was last changed: it waits for acceptance again from then on; null: never. */
  movedAt: Instant | null
  /** 1: its window is only a wish. */
  toAgree: Flag
  suspectedSpam: Flag
}

interface Rung {
  id: string
  /** The start of the email's subject. */
  alarm: string
  /** The problem and the remedy. */
  text: string
  /** Minutes after `since`; negative: before it. */
  minutes: number
  /** Minutes for which an alarm is useful. After that the promise has been missed, which staff and customer are notified of. */
  worthMinutes: number
  /** It is raised again after so many minutes, for as long as it applies. */
  everyMinutes?: number
  /** The start of its minutes; null: it doesn't apply to the booking now. */
  since(booking: Escalable): Instant | null
}

const isRedLine = ({ serviceLevel }: Escalable) => serviceLevel === 'redline'
/** When Red Line's minutes began: with the payment, or with the booking by phone. */
const redLineSince = ({ channel, createdAt, paidAt }: Escalable) => (channel === 'phone' ? createdAt : paidAt)

const latest = (one: Instant, other: Instant): Instant => (one > other ? one : other)

const acceptMinutes = technicianCallMinutes
const setOutMinutes = redlineDispatchMinutes - 3
const answerMinutes = contactMinutes + 5
const arriveMinutes = 10
/** Older than this, an alarm helps no one. */
const dayMinutes = 24 * 60

/** In the order in which a booking usually reaches them. */
const rungs = [
  {
    id: 'not_accepted',
    alarm: 'NOT ACCEPTED YET',
    text: `No one accepted it within ${acceptMinutes} minutes of the payment. Accept it, and call the customer.`,
    minutes: acceptMinutes,
    worthMinutes: dayMinutes,
    since: (booking) => (isRedLine(booking) && booking.status === 'received' && booking.acceptedAt === null ? booking.paidAt : null),
  },
  {
    id: 'no_engineer',
    alarm: 'NO ENGINEER YET',
    text: 'No engineer has this Red Line job. Assign one now, or call an engineer.',
    minutes: 2,
    worthMinutes: Number.POSITIVE_INFINITY,
    everyMinutes: 5,
    since: (booking) => (isRedLine(booking) && isToDispatch(booking.status) && booking.engineerId === null ? redLineSince(booking) : null),
  },
  {
    id: 'danger_no_engineer',
    alarm: 'NO ENGINEER YET',
    text: 'It may be dangerous, and no engineer has this job. Assign one now, or call an engineer.',
    minutes: 10,
    worthMinutes: Number.POSITIVE_INFINITY,
    everyMinutes: 10,
    since({ dangers, status, engineerId, createdAt, promisedFrom, ...booking }) {
      if (booking.serviceLevel === 'redline' || dangers === '' || engineerId !== null || !isToDispatch(status)) return null
      return latest(later(promisedFrom, -nearMs), createdAt)
    },
  },
  {
    id: 'not_set_out',
    alarm: 'NOT SET OFF YET',
    text: `No engineer has set off, and the ${redlineDispatchMinutes} minutes we promised are up in ${redlineDispatchMinutes - setOutMinutes}. Call the engineer.`,
    minutes: setOutMinutes,
    worthMinutes: redlineDispatchMinutes - setOutMinutes,
    since: (booking) => (isRedLine(booking) && isToDispatch(booking.status) ? redLineSince(booking) : null),
  },
  {
    id: 'not_called',
    alarm: 'NOT CALLED YET',
    text: `No one has called the customer, and we promise a call within ${acceptMinutes} minutes of the payment. Call them, and record the call.`,
    minutes: acceptMinutes,
    worthMinutes: dayMinutes,
    // Until it is accepted, its first rung already asks for a call.
    since: (booking) => (isRedLine(booking) && booking.acceptedAt !== null && promisedCall(booking) ? booking.paidAt : null),
  },
  {
    id: 'unanswered',
    alarm: 'NOT CALLED YET',
    text: `No one has reached the customer in ${answerMinutes} minutes, and we promise a call within ${contactMinutes}. Call them, and record the call.`,
    minutes: answerMinutes,
    worthMinutes: dayMinutes,
    since: (booking) => (!isRedLine(booking) && promisedCall(booking) ? booking.createdAt : null),
  },
  {
    id: 'move_unanswered',
    alarm: 'NEW TIME NOT ACCEPTED YET',
    text: `The customer changed the time ${answerMinutes} minutes ago, and no one has accepted it. Accept it, or call them.`,
    minutes: answerMinutes,
    worthMinutes: dayMinutes,
    since: (booking) =>
      !isRedLine(booking) && booking.channel === 'online' && booking.status === 'received' && booking.acceptedAt === null
        ? booking.movedAt
        : null,
  },
  {
    id: 'nearly_late',
    alarm: 'NEARLY LATE',
    text: `The engineer hasn’t arrived, and the window we promised ends in ${arriveMinutes} minutes. Call the engineer, then the customer.`,
    minutes: -arriveMinutes,
    worthMinutes: arriveMinutes,
    since: (booking) => (isExpected(booking.status) ? booking.promisedUntil : null),
  },
] as const satisfies readonly Rung[]

/** A rung that a booking has reached: `key` distinguishes each time that it is raised. */
interface ReachedRung {
  key: string
  text: string
}

/** The rungs that a booking has reached at `now`. */
export const rungsReached = (booking: Escalable, now: Date): readonly ReachedRung[] =>
  rungs.flatMap((rung: Rung) => {
    const since = rung.since(booking)
    if (since === null) return []
    const pastMs = now.getTime() - Date.parse(later(since, minutes(rung.minutes)))
    if (pastMs < 0 || pastMs >= minutes(rung.worthMinutes)) return []
    const times = rung.everyMinutes ? Math.floor(pastMs / minutes(rung.everyMinutes)) : 0
    return [{ key: times > 0 ? `${rung.id}:${times}` : rung.id, text: rung.text }]
  })

/** The rung of an alarm; for one from before there were rungs, the first. */
const rungOf = (key: string | undefined): Rung => rungs.find(({ id }) => id === key?.split(':')[0]) ?? rungs[0]

/** The alarm of a rung, for an email's subject. */
export const alarmOf = (key: string | undefined): string => rungOf(key).alarm

/**
 * The people that a step of the ladder reaches, and the channels. 'desk': those on the desk's rota; 'next': the engineer who is on call next;
 * 'owner': the oldest account.
 */
export interface Reach {
  who: 'on_duty' | 'desk' | 'next' | 'owner' | 'second_owner'
  by: readonly ReachAttemptsTable['channel'][]
}

/** The steps of the ladder, one after the other; once all are over they are taken again, together. */
const climb: readonly (readonly Reach[])[] = [
  [
    { who: 'on_duty', by: ['push', 'text', 'email'] },
    { who: 'desk', by: ['push', 'text'] },
  ],
  [{ who: 'next', by: ['push', 'text', 'email'] }],
  [
    { who: 'on_duty', by: ['call'] },
    { who: 'next', by: ['call'] },
  ],
  [{ who: 'owner', by: ['push', 'text', 'call'] }],
  [{ who: 'second_owner', by: ['push', 'text', 'call'] }],
]

/** When each step is due, in minutes, and how often all are taken again. */
const ladders = {
  redline: { minutes: [0, 1, 3, 5, 8], everyMinutes: 5 },
  standard: { minutes: [0, 2, 5, 10, 15], everyMinutes: 10 },
} as const

/** A step that is due: `key` distinguishes each time that it is taken. */
interface ReachStep {
  key: string
  reaches: readonly Reach[]
}

/**
 * The steps by which people are reached at `now` about a job that no engineer has: Red Line, dangerous, or within four hours and accepted by
 * no one. Once all are taken again, only that.
 */
export function reachSteps(booking: Escalable, now: Date): ReachStep[] {
  const since = reachSince(booking, now)
  if (since === null) return []
  const { minutes: dueAt, everyMinutes } = ladders[booking.serviceLevel]
  const past = (now.getTime() - Date.parse(since)) / minutes(1)
  const rounds = Math.floor((past - (dueAt.at(-1) ?? 0)) / everyMinutes)
  if (rounds >= 1) return [{ key: `${since} ${dueAt.length - 1 + rounds}`, reaches: climb.flat() }]
  return climb.flatMap((reaches, step) => (past >= (dueAt[step] ?? 0) ? [{ key: `${since} ${step}`, reaches }] : []))
}

/** The steps that are still to come, each with its time: up to the next one in which all are taken again. None if no one is looked for. */
export function nextReaches(booking: Escalable, now: Date): { at: Instant; reaches: readonly Reach[] }[] {
  const since = reachSince(booking, now)
  if (since === null) return []
  const { minutes: dueAt, everyMinutes } = ladders[booking.serviceLevel]
  const past = (now.getTime() - Date.parse(since)) / minutes(1)
  const last = dueAt.at(-1) ?? 0
  const again = last + everyMinutes * (Math.max(0, Math.floor((past - last) / everyMinutes)) + 1)
  const steps = climb.flatMap((reaches, step) => ((dueAt[step] ?? 0) > past ? [{ due: dueAt[step] ?? 0, reaches }] : []))
  return [...steps, { due: again, reaches: climb.flat() }].map(({ due, reaches }) => ({
    ...{ at: later(since, minutes(due)), reaches },
  }))
}

/** The beginning of the search for an engineer; null: none is looked for now. */
function reachSince(booking: Escalable, now: Date): Instant | null {
  if (!needsEngineer(booking)) return null
  const { dangers, createdAt, movedAt, promisedFrom, promisedUntil, toAgree, suspectedSpam } = booking
  if (isRedLine(booking)) return redLineSince(booking)
  // A window that is over is a missed promise, which is reported as such. What may be spam wakes no one, unless it may be dangerous.
  if (dangers === '' && (toAgree === 1 || suspectedSpam === 1 || promisedUntil <= toInstant(now))) return null
  const since = latest(later(promisedFrom, -nearMs), movedAt ?? createdAt)
  return since <= toInstant(now) ? since : null
}
