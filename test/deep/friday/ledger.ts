import type { Caller } from './plan-of-day.ts'

/*
 * The knowledge of the people in a simulated day, from the answers they got. It is kept outside the product and compared with the product's
 * rows. Times are milliseconds since 1970.
 */

/** A booking as its customer, staff and engineers remember it. */
export interface Remembered {
  id: string
  reference: string
  caller: Caller
  bookedAt: number
  /** The payment of the Red Line fee. */
  paidAt?: number
  /** The first call with the customer. */
  calledAt?: number
  /** The start of the wait to be accepted: the booking, or a change of time. */
  waitsSince: number
  isAccepted: boolean
  engineerId?: string
  setOutAt?: number
  arrivedAt?: number
  status: 'unpaid' | 'waiting' | 'accepted' | 'assigned' | 'on the way' | 'at the door' | 'done' | 'no access' | 'cancelled' | 'expired'
  isSlot: boolean
  /** The end of the window last promised to the customer, and the instant after which a promise is broken. */
  promisedUntil: number
  dueAt: number
  /** Set if the customer cancelled: the charge, and whether the fee is kept. */
  cancelledFor?: { chargePence: number; keepsFee: boolean }
  /** Something didn't go as planned. */
  isDisturbed?: boolean
}

/** A request that was refused, with the answer. */
interface Refused {
  who: string
  wanted: string
  message: string
}

/** The results of a day so far. */
export interface Ledger {
  bookings: Map<string, Remembered>
  refusals: Refused[]
  /** Bookings that couldn't be assigned to anyone without a conflict. */
  unassignable: { id: string; reference: string; minute: number; doubts: string[] }[]
  /** Escalation levels that must have been reported: 'booking rung'. */
  rungs: Set<string>
  /** Promises that must have been recorded as missed: 'booking promise'. */
  missed: Set<string>
}

export const emptyLedger = (): Ledger => ({ bookings: new Map(), refusals: [], unassignable: [], rungs: new Set(), missed: new Set() })

const minute = 60_000
const isExpected = ({ status }: Remembered) => ['waiting', 'accepted', 'assigned', 'on the way'].includes(status)
const isToDispatch = ({ status }: Remembered) => ['waiting', 'accepted', 'assigned'].includes(status)
const isRedLine = ({ caller }: Remembered) => caller.serviceLevel === 'redline'
/** The instant Red Line's minutes count from. */
const redLineSince = ({ caller, bookedAt, paidAt }: Remembered) => (caller.channel === 'phone' ? bookedAt : paidAt)

/** Notes the promises missed by now, by the terms. A promise is kept if its event happens at the very instant the promise ends. */
export function noteMissed({ bookings, missed }: Ledger, now: number): void {
  for (const booking of bookings.values()) {
    if (['unpaid', 'cancelled', 'expired'].includes(booking.status)) continue
    const { id, caller, bookedAt, paidAt, calledAt, setOutAt, arrivedAt, dueAt } = booking
    const callDue = isRedLine(booking) ? paidAt && paidAt + 5 * minute : bookedAt + 15 * minute
    if (caller.channel === 'online' && calledAt === undefined && isExpected(booking) && callDue && now > callDue) missed.add(`${id} call`)
    const since = redLineSince(booking)
    if (isRedLine(booking) && since && (setOutAt ?? now) > since + 15 * minute) missed.add(`${id} dispatch`)
    if ((arrivedAt ?? now) > dueAt) missed.add(`${id} window`)
  }
}

/** Notes the escalation levels reached by now. */
export function noteRungs({ bookings, rungs }: Ledger, now: number): void {
  for (const booking of bookings.values()) {
    const { id, caller, bookedAt, calledAt, paidAt, promisedUntil, waitsSince, isAccepted, status, engineerId } = booking
    const isDue = (since: number | undefined, after: number, worth = 24 * 60) =>
      since !== undefined && now >= since + after * minute && now < since + (after + worth) * minute
    const reach = (rung: string, isReached: boolean) => void (isReached && rungs.add(`${id} ${rung}`))
    const isWaiting = status === 'waiting' && !isAccepted
    const isToCall = caller.channel === 'online' && calledAt === undefined && isExpected(booking)
    if (isRedLine(booking)) {
      reach('not_accepted', isWaiting && isDue(paidAt, 5))
      reach('not_called', isToCall && isAccepted && isDue(paidAt, 5))
      reach('no_engineer', isToDispatch(booking) && !engineerId && isDue(redLineSince(booking), 2, Number.POSITIVE_INFINITY))
      reach('not_set_out', isToDispatch(booking) && isDue(redLineSince(booking), 12, 3))
    } else {
      reach('unanswered', isToCall && isDue(bookedAt, 20))
      reach('move_unanswered', caller.channel === 'online' && isWaiting && waitsSince > bookedAt && isDue(waitsSince, 20))
    }
    reach('nearly_late', isExpected(booking) && isDue(promisedUntil, -10, 10))
  }
}

/** The most that a customer owes for the whole visit, by the terms, and how much of it is held. */
export function owedBy(
  booking: Remembered,
  { capPence, discountPence, feePence }: { capPence: number; discountPence: number; feePence: number },
  isMissed: (promise: string) => boolean,
): { mostPence: number; heldPence: number } {
  const { status, paidAt, cancelledFor } = booking
  const paidPence = paidAt === undefined ? 0 : feePence
  const keepsFee = !isMissed('dispatch') && (cancelledFor ? cancelledFor.keepsFee : status !== 'expired' && status !== 'unpaid')
  const keptFeePence = keepsFee ? feePence : 0
  const workPence = cancelledFor
    ? cancelledFor.chargePence
    : status === 'no access'
      ? 4_900
      : status === 'expired'
        ? 0
        : capPence - Math.min(discountPence, capPence)
  const duePence = workPence + (status === 'unpaid' ? feePence : keptFeePence)
  return { mostPence: duePence - (isMissed('window') ? Math.min(5_000, duePence) : 0), heldPence: keepsFee ? paidPence : 0 }
}
