import { areaDoubt } from '#app/features/areas/locate.ts'
import { callOutcomes } from '#app/features/booking/call-outcomes.ts'
import { dangerLabels } from '#app/features/booking/danger-labels.ts'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { hasEnded, isExpected, isToDispatch } from '#app/features/booking/lifecycle.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { dispatchDueAt, isOfThisVisit, mustBeSpokenTo, promisedCall } from '#app/features/capacity/missed-promises.ts'
import type { Missed } from '#app/features/capacity/read-credits.server.ts'
import { chargeText } from '#app/features/visit/charge-text.ts'
import { customerPhotosText } from '#app/features/visit/photo-text.ts'
import type { Calls } from '#app/features/visit/read-door-wait.server.ts'
import { londonDay, momentText, spokenTimeAt } from '#app/platform/london.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { ChargesTable } from '#db/tables/visit.ts'
import type { EngineerChoice } from './board/engineer-choices.ts'
import type { BoardRow } from './board-queries.server.ts'
import type { NextReach } from './ladder/next-reaches.server.ts'

/** A booking on the board. */
export interface Card {
  id: string
  reference: string
  seen: string
  status: BookingStatus
  service: string
  needsGasSafe: boolean
  place: string
  postcode: string
  name: string
  phone: string
  phoneText: string
  isRedLine: boolean
  /** The promised arrival in words: 'ASAP, 2.05pm to 2.50pm'. */
  arrival: string
  /** Its window was missed and it isn't over: the credit for that. A late arrival doesn't undo it. */
  late?: { creditPence: number }
  /** The time in which someone must be there, or for Red Line be sent: the bar that fills. Undefined once an engineer is there. */
  clock?: { from: Instant; until: Instant }
  /** The end of its clock, otherwise of its window. */
  dueAt: Instant
  /** Its window has begun, or someone has to act now. */
  isPressing: boolean
  /** The promised call, if it is still to be made. */
  call?: {
    dueAt: Instant
    /** Someone called in vain, and may be in danger: they must be spoken to. */
    isTried: boolean
  }
  /** Calls that staff record are told apart by their number. */
  calls: number
  /** The engineer expects to arrive after the window. */
  isExpectedLate: boolean
  /** The customer mentioned a danger, and no one has spoken to them. */
  isInDanger: boolean
  isVulnerable: boolean
  /** The call can't be recorded as not needed. */
  mustBeSpokenTo: boolean
  /** 'Paid 10.18am', 'Booked 10.14am'. */
  came: string
  /** The dangers that the customer mentioned, in a word or two each. */
  dangers: string[]
  /** It looks like spam: a person decides. */
  isSuspected: boolean
  /** It looks like a duplicate of this booking. */
  repeats?: { id: string; reference: string }
  marks: string[]
  /** The next people to be reached about it, while no engineer has it. */
  next?: NextReach
  engineerId: string | null
  engineer?: string
  /** The phone of the engineer on the way; absent once they have arrived. */
  engineerPhone?: string
  /** Engineers for it, best first; undefined if it can't be assigned. */
  choices?: EngineerChoice[]
  /** Its place on its engineer's line, if it is in the hours of the timeline. */
  drawn?: Drawn
}

/** A time on the timeline: the quarter of an hour in which it begins, counted from 1, and how many it takes. */
export interface Drawn {
  column: number
  span: number
  times: string
}

interface Known {
  /** Times of this day are shown without the date. */
  now: Date
  paidAt?: Instant
  wrote?: boolean
  missed?: readonly Missed[]
  charges?: readonly Pick<ChargesTable, 'kind' | 'amountPence'>[]
  /** The last email or text to the customer did not arrive. */
  isUndelivered?: boolean
  calls?: Calls
  /** Extra work at the door that the customer hasn't answered yet. */
  undecidedPence?: number
  /** How many photos the customer has sent. */
  photos?: number
  names?: ReadonlyMap<string, string>
  /** Of engineers, by their id. */
  phones?: ReadonlyMap<string, string>
  repeats?: Pick<BoardRow, 'id' | 'reference'>
  next?: NextReach
  drawn?: Drawn
}

/** A booking as the board and the lists show it. */
export function cardOf(
  row: BoardRow,
  {
    now,
    paidAt,
    wrote = false,
    missed = [],
    charges = [],
    isUndelivered = false,
    calls = { doorTries: 0, fromOffice: 0 },
    undecidedPence,
    photos = 0,
    names,
    phones,
    repeats,
    next,
    drawn,
  }: Known,
): Card {
  const isRedLine = row.serviceLevel === 'redline'
  const since = paidAt ?? row.createdAt
  const doubt = areaDoubt(row)
  const window = missed.filter(isOfThisVisit(row)).find(({ promise }) => promise === 'window')
  const late = hasEnded(row.status) ? undefined : window
  const clock = clockOf(row, since)
  const call = promisedCall({ ...row, paidAt: paidAt ?? null })
  const isExpectedLate = row.status === 'en_route' && row.expectedAt !== null && row.expectedAt > row.promisedUntil
  const isInDanger = call !== undefined && row.dangers !== ''
  const engineerPhone = row.engineerId && isExpected(row.status) ? phones?.get(row.engineerId) : undefined
  return {
    id: row.id,
    reference: row.reference,
    seen: versionOf(row),
    status: row.status,
    service: row.service,
    needsGasSafe: needsGasSafe(row),
    dangers: dangerLabels(row),
    place: [row.postcode, row.borough].filter(Boolean).join(', ') || 'No address',
    postcode: row.postcode,
    name: row.name,
    phone: row.phone,
    phoneText: phoneText(row.phone),
    isRedLine,
    arrival: arrivalShort(row, now),
    ...(late && { late: { creditPence: late.creditPence } }),
    ...(clock && { clock }),
    dueAt: clock?.until ?? row.promisedUntil,
    isPressing: isExpected(row.status) && (row.promisedFrom <= toInstant(now) || isExpectedLate || isInDanger),
    ...(call && { call }),
    calls: calls.fromOffice,
    isExpectedLate,
    isInDanger,
    isVulnerable: row.vulnerableOccupant === 1,
    mustBeSpokenTo: mustBeSpokenTo(row),
    came: `${paidAt ? 'Paid' : row.channel === 'phone' ? 'By phone' : 'Booked'} ${shortMoment(since, now)}`,
    isSuspected: row.suspectedSpam === 1,
    ...(repeats && { repeats: { id: repeats.id, reference: repeats.reference } }),
    marks: [
      row.suspectedSpam === 1 && 'Possible spam',
      doubt === 'outside' && 'Out of area: call first',
      doubt === 'unknown' && 'No address yet: call first',
      row.late === 1 && 'Reached us late: call',
      row.toAgree === 1 && isExpected(row.status) && 'No time agreed: call',
      row.vulnerableOccupant === 1 && 'Vulnerable person',
      wrote && 'New message',
      photos > 0 && customerPhotosText(photos),
      isUndelivered && 'Message not delivered: call',
      calls.last && isExpected(row.status) && callText(calls.last, now),
      calls.doorTries > 0 &&
        row.status === 'arrived' &&
        `No answer at the door, ${calls.doorTries === 1 ? '1 try' : `${calls.doorTries} tries`}`,
      row.status === 'en_route' && row.expectedAt && expectedText(row.expectedAt, row.promisedUntil),
      undecidedPence && row.status === 'arrived' && `Extra work, up to ${poundsText(undecidedPence)}: waiting for the customer’s answer`,
      // Until the visit is over the card shows this in red.
      hasEnded(row.status) && window && window.creditPence > 0 && `${poundsText(window.creditPence)} off the bill`,
      ...charges.map(chargeText),
    ].filter((mark) => typeof mark === 'string'),
    ...(next && { next }),
    ...(drawn && { drawn }),
    engineerId: row.engineerId,
    ...(row.engineerId && { engineer: names?.get(row.engineerId) ?? 'A former engineer' }),
    ...(engineerPhone && { engineerPhone }),
  }
}

/** Red Line: until an engineer must be on the way. Otherwise, and from then on: until someone must be there, by the promised window. */
function clockOf({ status, serviceLevel, promisedFrom, promisedUntil }: BoardRow, since: Instant): Card['clock'] {
  if (serviceLevel === 'redline' && isToDispatch(status)) return { from: since, until: dispatchDueAt(since) }
  return isExpected(status) ? { from: promisedFrom, until: promisedUntil } : undefined
}

/** 'Spoke to them 10.12am', 'No answer 10.12am'. */
const callText = ({ at, outcome }: NonNullable<Calls['last']>, now: Date): string =>
  `${callOutcomes[outcome].button} ${shortMoment(at, now)}`

/** The engineer's own estimate of their arrival. */
const expectedText = (expectedAt: Instant, promisedUntil: Instant): string =>
  `Engineer expects to arrive at ${spokenTimeAt(expectedAt)}${expectedAt > promisedUntil ? ', after the window: call the customer' : ''}`

function arrivalShort({ slotStartsAt, serviceLevel, promisedFrom, promisedUntil }: BoardRow, now: Date): string {
  const window = `${shortMoment(promisedFrom, now)} to ${isSameDay(promisedFrom, promisedUntil) ? spokenTimeAt(promisedUntil) : momentText(promisedUntil)}`
  if (serviceLevel === 'redline') return `Red Line, ${window}`
  return slotStartsAt ? window : `ASAP, ${window}`
}

const isSameDay = (a: Instant | Date, b: Instant | Date) => londonDay(a) === londonDay(b)
const shortMoment = (at: Instant, now: Date) => (isSameDay(at, now) ? spokenTimeAt(at) : momentText(at))
