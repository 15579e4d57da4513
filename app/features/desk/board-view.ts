import { isExpected, isToDispatch } from '#app/features/booking/lifecycle.ts'
import { repeatedBy } from '#app/features/booking/same-visit.ts'
import { londonDay, spokenTimeAt } from '#app/platform/london.ts'
import { hours, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { dayText } from '#app/values/day.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import { readChoices } from './board/engineer-choices.ts'
import { drawnOf, jobsOnLines, timelineOf } from './board/timeline.ts'
import type { BoardRow } from './board-queries.server.ts'
import { type Card, cardOf } from './card.ts'
import { soonMinutes } from './components/board-clock.ts'
import type { BoardRows } from './read-board.server.ts'

/* Builds the board from its rows, without database or clock. Times are formatted here, so that browsers need no time zones. */

/** Everything the board shows. */
export function boardViewOf(rows: BoardRows, { now, from, mark }: { now: Date; from: Instant; mark: string }) {
  const at = toInstant(now)
  const names = new Map(rows.engineers.map(({ id, name }) => [id, name]))
  const phones = new Map(rows.engineers.map(({ id, phone }) => [id, phone]))
  const paidAt = new Map(rows.paid.map(({ bookingId, paidAt, recordedAt }) => [bookingId, [paidAt, recordedAt].toSorted()[0] ?? paidAt]))
  const lastSender = new Map(rows.letters.map(({ bookingId, sender }) => [bookingId, sender]))
  const alike = sameCustomers([...rows.waiting, ...rows.open, ...rows.leads])
  const drawn = drawnOf(rows, { from, now })
  const card = (row: BoardRow) =>
    cardOf(row, {
      ...{ now, names, phones, paidAt: paidAt.get(row.id), missed: rows.missed.get(row.id), charges: rows.charges.get(row.id) },
      isUndelivered: rows.undelivered.has(row.id),
      calls: rows.calls.get(row.id),
      undecidedPence: rows.undecided.get(row.id),
      photos: rows.photos.get(row.id),
      wrote: lastSender.get(row.id) === 'customer',
      repeats: repeatedBy(row, alike(row)),
      next: rows.next.get(row.id),
      drawn: drawn.get(row.id),
    })
  const choices = readChoices(rows, now)
  const withChoices = (row: BoardRow) => ({ ...card(row), ...(isToDispatch(row.status) && { choices: choices(row) }) })
  const open = rows.open.map(withChoices)
  const needsOne = needsPerson(now)
  const needed = [...rows.waiting.map(withChoices), ...open].filter(needsOne).toSorted(byUrgency(now))
  const underWay = open.filter((each) => each.status !== 'confirmed' && !needsOne(each)).toSorted(byUrgency(now))
  const cards = new Map([...needed, ...underWay].map((each) => [each.id, each]))
  const jobs = jobsOnLines(rows).flatMap((row) => (drawn.has(row.id) ? [cards.get(row.id) ?? card(row)] : []))
  const line = timelineOf(rows, jobs, { from, now })
  const onLines = new Set(line.lines.flatMap((each) => each.jobs.map(({ id }) => id)))
  return {
    now: at,
    mark,
    day: dayText(londonDay(now)),
    needed,
    moreWaiting: rows.moreWaiting,
    isCut: rows.isCut,
    /** Jobs that an engineer has and that need no one now; `elsewhere`: those at other hours than the timeline's. */
    underWay,
    elsewhere: underWay.filter(({ id }) => !onLines.has(id)),
    onTheRoad: open.filter(({ status }) => status === 'en_route').length,
    slotsLeft: rows.redline.left,
    redlineWhy: redlineWhy(rows.redline),
    nextVisit: nextVisitText(rows.arrivals),
    stuck: rows.stuck,
    areTextsUsedUp: rows.areTextsUsedUp,
    leads: rows.leads.map((row) => ({ ...card(row), came: `can pay until ${spokenTimeAt(row.paymentDueAt ?? row.createdAt)}` })),
    line,
  }
}

export type BoardView = ReturnType<typeof boardViewOf>

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
    (status === 'assigned' && (isRedLine || dueAt < later(now, minutes(soonMinutes))))

/** Jobs due within the same of these times are equally urgent: late, due in minutes, soon (as are those inside their window), today. */
const urgencies = [0, minutes(soonMinutes), hours(1), hours(4)]
const soon = urgencies.indexOf(hours(1))

/**
 * Red Line first, then dangers that no one has called about, then by the deadline of the arrival; among equally urgent jobs vulnerable people
 * come first.
 */
export function byUrgency(now: Date) {
  const urgency = ({ dueAt, isPressing }: Urgency) => {
    const level = urgencies.filter((within) => dueAt > later(now, within)).length
    return isPressing ? Math.min(level, soon) : level
  }
  return (a: Urgency, b: Urgency): number =>
    Number(b.isRedLine) - Number(a.isRedLine) ||
    Number(b.isInDanger) - Number(a.isInDanger) ||
    urgency(a) - urgency(b) ||
    Number(b.isVulnerable) - Number(a.isVulnerable) ||
    Date.parse(a.dueAt) - Date.parse(b.dueAt)
}

type Urgency = Pick<Card, 'isRedLine' | 'isInDanger' | 'isVulnerable' | 'isPressing' | 'dueAt'>

/** Finds rows with the same phone or email. */
function sameCustomers(rows: readonly BoardRow[]) {
  const [byPhone, byEmail] = [Map.groupBy(rows, ({ phone }) => phone), Map.groupBy(rows, ({ email }) => email.toLowerCase())]
  return ({ phone, email }: BoardRow) => [...(byPhone.get(phone) ?? []), ...(byEmail.get(email.toLowerCase()) ?? [])]
}

/** The reason why not all of the day's Red Line slots can be bought now: '2 sold, 1 held; no one free within 15 minutes'; '' if they can. */
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
