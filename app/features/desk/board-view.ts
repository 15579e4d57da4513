import { areaDoubt } from '#app/features/areas/locate.ts'
import { callOutcomes } from '#app/features/booking/call-outcomes.ts'
import { dangerLabels } from '#app/features/booking/danger-labels.ts'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { hasEnded, isDispatched, isExpected, isToDispatch, statuses, underWayStatuses } from '#app/features/booking/lifecycle.ts'
import { repeatedBy } from '#app/features/booking/same-visit.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { dispatchDueAt, isOfThisVisit, mustBeSpokenTo, promisedCall } from '#app/features/capacity/missed-promises.ts'
import type { Missed } from '#app/features/capacity/read-credits.server.ts'
import { chargeText } from '#app/features/visit/charge-text.ts'
import { customerPhotosText } from '#app/features/visit/photo-text.ts'
import type { Calls } from '#app/features/visit/read-door-wait.server.ts'
import { instantOf, londonDay, londonHour, momentText, spokenTimeAt } from '#app/platform/london.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { hours, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { dayText, isDay } from '#app/values/day.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { ChargesTable } from '#db/tables/visit.ts'
import { shiftWords } from './board/board-shifts.ts'
import { type EngineerChoice, readChoices } from './board/engineer-choices.ts'
import type { BoardRow, BoardRows } from './read-board.server.ts'

/* Builds the board from its rows, without database or clock. Times are formatted here, so that browsers need no time zones. */

/** The length of the timeline in hours, drawn in quarters. */
const lineHours = 12
const quartersPerHour = 4
const lineQuarters = lineHours * quartersPerHour
const lineMs = hours(lineHours)
const quarterMs = minutes(60 / quartersPerHour)
/** The shortest time planned for a job until it is done. */
const usualJobMs = minutes(60)

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
  /** The promised arrival in words: 'ASAP, 14:05 to 14:50'. */
  arrival: string
  /** Its window was missed and it is not over: how much that takes off the bill. Arriving late doesn't make it kept. */
  late?: { creditPence: number }
  /** Until when someone must be there, or for Red Line be sent: the bar that fills. Undefined once an engineer is there. */
  clock?: { from: Instant; until: Instant }
  /** The end of its clock, otherwise of its window. */
  dueAt: Instant
  /** The customer waits for no deadline that has not begun: their window has begun, or someone has to act now. */
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
  /** No one may leave out the call. */
  mustBeSpokenTo: boolean
  /** 'Paid 10:18', 'Booked 10:14'. */
  came: string
  /** The dangers that the customer mentioned, in a word or two each. */
  dangers: string[]
  /** It looks like spam: a person decides. */
  isSuspected: boolean
  /** It looks like a duplicate of this booking. */
  repeats?: { id: string; reference: string }
  marks: string[]
  engineerId: string | null
  engineer?: string
  /** The phone of the engineer on the way; absent once they have arrived. */
  engineerPhone?: string
  /** Engineers for it, best first; undefined if it can't be assigned. */
  choices?: EngineerChoice[]
}

/** A job on an engineer's line: the quarter of an hour in which it begins, counted from 1, and how many it takes. */
export interface LineJob extends Card {
  column: number
  span: number
  times: string
}

export interface Line {
  id: string
  name: string
  phone: string
  phoneText: string
  facts: string
  /** Working hours, in minutes from the beginning of the timeline. */
  shifts: { from: number; until: number }[]
  jobs: LineJob[]
}

/** Everything the board shows. */
export function boardViewOf(rows: BoardRows, { now, from, mark }: { now: Date; from: Instant; mark: string }) {
  const at = toInstant(now)
  const names = new Map(rows.engineers.map(({ id, name }) => [id, name]))
  const phones = new Map(rows.engineers.map(({ id, phone }) => [id, phone]))
  const paidAt = new Map(rows.paid.map(({ bookingId, paidAt, recordedAt }) => [bookingId, [paidAt, recordedAt].toSorted()[0] ?? paidAt]))
  const lastSender = new Map(rows.letters.map(({ bookingId, sender }) => [bookingId, sender]))
  const alike = sameCustomers([...rows.waiting, ...rows.open, ...rows.leads])
  const card = (row: BoardRow) =>
    cardOf(row, {
      ...{ now, names, phones, paidAt: paidAt.get(row.id), missed: rows.missed.get(row.id), charges: rows.charges.get(row.id) },
      isUndelivered: rows.undelivered.has(row.id),
      calls: rows.calls.get(row.id),
      undecidedPence: rows.undecided.get(row.id),
      photos: rows.photos.get(row.id),
      wrote: lastSender.get(row.id) === 'customer',
      repeats: repeatedBy(row, alike(row)),
    })
  const choices = readChoices(rows, now)
  const withChoices = (row: BoardRow) => ({ ...card(row), ...(isToDispatch(row.status) && { choices: choices(row) }) })
  const open = rows.open.map(withChoices)
  const needsOne = needsPerson(now)
  const needed = [...rows.waiting.map(withChoices), ...open].filter(needsOne).toSorted(byUrgency(now))
  const columns = underWayStatuses
    .filter((status) => status !== 'confirmed')
    .map((status) => ({
      status,
      title: statuses[status].label,
      jobs: open.filter((each) => each.status === status && !needsOne(each)).toSorted(byUrgency(now)),
    }))
  return {
    now: at,
    mark,
    time: spokenTimeAt(now),
    day: dayText(londonDay(now)),
    needed,
    moreWaiting: rows.moreWaiting,
    columns,
    onTheRoad: open.filter(({ status }) => status === 'en_route').length,
    slotsLeft: rows.redline.left,
    redlineWhy: redlineWhy(rows.redline),
    nextVisit: nextVisitText(rows.arrivals),
    stuck: rows.stuck,
    leads: rows.leads.map((row) => ({ ...card(row), came: `can pay until ${spokenTimeAt(row.paymentDueAt ?? row.createdAt)}` })),
    line: {
      from,
      ticks: Array.from({ length: lineHours / 2 }, (_, index) => spokenTimeAt(later(from, hours(2 * index)))),
      day: londonDay(from),
      days: [...new Set([londonDay(from), londonDay(later(from, lineMs - 1))])].map(dayText).join(' and '),
      earlier: later(from, -lineMs / 2),
      later: later(from, lineMs / 2),
      lines: linesOf(rows, card, { from, now }),
    },
  }
}

export type BoardView = ReturnType<typeof boardViewOf>

/** The start of the timeline with `now` in its first quarter: an even hour of London. */
export function lineStart(now: Date): Instant {
  const { day, hour } = londonHour(later(now, -hours(2)))
  return instantOf(day, hour - (hour % 2))
}

export const lineEnd = (from: Instant): Instant => later(from, lineMs)

/**
 * The start of a timeline from an address: an hour, or a day from its morning on. Undefined if it is invalid, or more than two months away.
 */
export function readLineStart(text: string | null, now: Date): Instant | undefined {
  if (text && isDay(text)) return readLineStart(instantOf(text, 8), now)
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/.test(text) || Number.isNaN(Date.parse(text))) return undefined
  return Math.abs(Date.parse(text) - now.getTime()) < hours(60 * 24) ? text : undefined
}

/** An engineer who has not set off this long before a window ends may miss it. */
const nearlyLateMs = minutes(20)

/**
 * Bookings that need a person: unassigned ones, those whose customer waits for a call, those waiting beyond their window or for an engineer
 * who will be late, and those whose window is about to end with no one on the way. One list, so that nothing appears twice.
 */
const needsPerson =
  (now: Date) =>
  ({ status, isRedLine, late, dueAt, call, isExpectedLate }: Card): boolean =>
    status === 'received' ||
    status === 'confirmed' ||
    call !== undefined ||
    isExpectedLate ||
    (isExpected(status) && (late !== undefined || dueAt < toInstant(now))) ||
    (status === 'assigned' && (isRedLine || dueAt < later(now, nearlyLateMs)))

/** Jobs due within the same of these times are equally urgent: among them vulnerable people come first. */
const urgencies = [hours(1), hours(4)]

/** Red Line first, then by urgency; within each, dangers that no one has called about, vulnerable people, the least time left. */
export function byUrgency(now: Date) {
  const urgency = ({ dueAt, isPressing }: Urgency) => (isPressing ? 0 : urgencies.filter((within) => dueAt > later(now, within)).length)
  return (a: Urgency, b: Urgency): number =>
    Number(b.isRedLine) - Number(a.isRedLine) ||
    urgency(a) - urgency(b) ||
    Number(b.isInDanger) - Number(a.isInDanger) ||
    Number(b.isVulnerable) - Number(a.isVulnerable) ||
    Date.parse(a.dueAt) - Date.parse(b.dueAt)
}

type Urgency = Pick<Card, 'isRedLine' | 'isInDanger' | 'isVulnerable' | 'isPressing' | 'dueAt'>

interface Known {
  /** Times of this day are shown without the date. */
  now: Date
  paidAt?: Instant
  wrote?: boolean
  missed?: readonly Missed[]
  charges?: readonly Pick<ChargesTable, 'kind' | 'amountPence'>[]
  /** The last email to the customer did not arrive. */
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
}

/** Finds rows with the same phone or email. */
function sameCustomers(rows: readonly BoardRow[]) {
  const [byPhone, byEmail] = [Map.groupBy(rows, ({ phone }) => phone), Map.groupBy(rows, ({ email }) => email.toLowerCase())]
  return ({ phone, email }: BoardRow) => [...(byPhone.get(phone) ?? []), ...(byEmail.get(email.toLowerCase()) ?? [])]
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

function linesOf(rows: BoardRows, card: (row: BoardRow) => Card, { from, now }: { from: Instant; now: Date }): Line[] {
  const steps = new Map<string, Partial<Record<string, Instant>>>()
  for (const { bookingId, toStatus, at } of rows.steps) steps.set(bookingId, { ...steps.get(bookingId), [toStatus]: at })
  const each = new Map([...rows.open, ...rows.between].map((row) => [row.id, row]))
  const jobs = [...each.values()].flatMap((row) => {
    const time = timeOf(row, steps.get(row.id) ?? {}, now)
    const place = columnsOf(time, from)
    return place ? [{ ...card(row), ...place, times: `${spokenTimeAt(time.from)} to ${spokenTimeAt(time.until)}` }] : []
  })
  const at = toInstant(now)
  const lines = rows.engineers.map(({ id, name, phone, base, gasSafeNumber }) => {
    const own = rows.hours.filter(({ engineerId }) => engineerId === id)
    return {
      id,
      name,
      phone,
      phoneText: phoneText(phone),
      facts: [base, shiftWords(own, now), gasSafeNumber && 'Gas Safe'].filter(Boolean).join(' · '),
      shifts: own
        .filter(({ kind }) => kind === 'shift')
        .map(({ startsAt, endsAt }) => ({ from: minuteOn(startsAt, from), until: minuteOn(endsAt, from) })),
      jobs: readable(jobs.filter(({ engineerId }) => engineerId === id).toSorted((a, b) => a.column - b.column)),
    }
  })
  // Those at work first, then those with jobs.
  const isOn = new Set(
    rows.workingHours.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt).map(({ engineerId }) => engineerId),
  )
  const order = (line: Line) => (isOn.has(line.id) ? 0 : line.jobs.length > 0 ? 1 : 2)
  return lines.toSorted((a, b) => order(a) - order(b))
}

/** The fewest quarters a job takes on its line, so that it can be read. */
const leastSpan = 4

/** Short jobs are drawn an hour long; a job that begins within it is drawn below. */
const readable = (jobs: LineJob[]): LineJob[] =>
  jobs.map((job) => ({ ...job, span: Math.max(job.span, Math.min(leastSpan, lineQuarters + 1 - job.column)) }))

/** The time for which a job is shown: as promised; after the arrival, as it was. */
function timeOf(row: BoardRow, steps: Partial<Record<string, Instant>>, now: Date): { from: Instant; until: Instant } {
  const { arrived, completed, no_access: noAccess, en_route: setOut } = steps
  const start = row.status === 'en_route' ? (setOut ?? row.promisedFrom) : (arrived ?? noAccess ?? row.promisedFrom)
  const end = (row.status === 'completed' ? completed : row.status === 'no_access' ? noAccess : undefined) ?? undefined
  if (end) return { from: start, until: later(end, quarterMs) }
  const usual = later(start, usualJobMs)
  // Someone who sets off hours early isn't on the job until its window ends.
  const isEarly = usual < row.promisedFrom
  const until = arrived || isEarly || usual > row.promisedUntil ? usual : row.promisedUntil
  return { from: start, until: isDispatched(row.status) && !hasEnded(row.status) && toInstant(now) > until ? toInstant(now) : until }
}

/** The quarters of the timeline covered by a time; undefined if none. */
function columnsOf(time: { from: Instant; until: Instant }, from: Instant): { column: number; span: number } | undefined {
  const first = Math.max(0, Math.floor((Date.parse(time.from) - Date.parse(from)) / quarterMs))
  const end = Math.min(lineQuarters, Math.ceil((Date.parse(time.until) - Date.parse(from)) / quarterMs))
  return end > first ? { column: first + 1, span: end - first } : undefined
}

const minuteOn = (at: Instant, from: Instant) => Math.min(lineMs / 60_000, Math.max(0, (Date.parse(at) - Date.parse(from)) / 60_000))

/** Why not all of the day's Red Line slots can be bought now: '2 sold, 1 held; no one free within 15 minutes'; '' if they can. */
export function redlineWhy({ sold, held, closed }: BoardRows['redline']): string {
  const taken = [sold > 0 && `${sold} sold`, held > 0 && `${held} held`].filter(Boolean).join(', ')
  const why = closed && (closed === 'paused' ? 'online booking is paused' : `no one free within ${redlineDispatchMinutes} minutes`)
  return [taken, why].filter(Boolean).join('; ')
}

/** Returns the promise to customers who book the earliest arrival, and the reason if it is delayed. */
export function nextVisitText({ next: [next], delay }: BoardRows['arrivals']): string {
  const said = next ? `As soon as possible: by ${next.by}` : 'As soon as possible: not bookable online'
  return delay ? `${said}. One engineer is kept free for Red Line, else by ${delay.by}` : said
}
