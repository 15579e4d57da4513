import { hasEnded, isDispatched } from '#app/features/booking/lifecycle.ts'
import type { WorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { instantOf, londonDay, londonHour, momentText, spokenTimeAt } from '#app/platform/london.ts'
import { phoneText } from '#app/platform/uk.ts'
import { hours, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { dayText, isDay } from '#app/values/day.ts'
import type { BoardRow } from '../board-queries.server.ts'
import type { Card, Drawn } from '../card.ts'
import type { BoardRows } from '../read-board.server.ts'

/** The length of the timeline in hours, drawn in quarters. */
const lineHours = 12
const quartersPerHour = 4
const lineQuarters = lineHours * quartersPerHour
const lineMs = hours(lineHours)
const quarterMs = minutes(60 / quartersPerHour)
/** The shortest time planned for a job until it is done. */
const usualJobMs = minutes(60)

export interface Line {
  id: string
  name: string
  phone: string
  phoneText: string
  facts: string
  /** Working hours, in minutes from the beginning of the timeline. */
  shifts: { from: number; until: number }[]
  jobs: Card[]
}

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

/** The timeline from an instant on, with the line of each engineer and its `jobs`: those with a place on it. */
export const timelineOf = (rows: BoardRows, jobs: readonly Card[], { from, now }: { from: Instant; now: Date }) => ({
  from,
  ticks: Array.from({ length: lineHours / 2 }, (_, index) => spokenTimeAt(later(from, hours(2 * index)))),
  day: londonDay(from),
  days: [...new Set([londonDay(from), londonDay(later(from, lineMs - 1))])].map(dayText).join(' and '),
  earlier: later(from, -lineMs / 2),
  later: later(from, lineMs / 2),
  lines: linesOf(rows, jobs, { from, now }),
})

/** The engineers' jobs that begin or are under way in the hours of the timeline. */
export const jobsOnLines = (rows: Pick<BoardRows, 'open' | 'between'>): BoardRow[] => [
  ...new Map([...rows.open, ...rows.between].map((row) => [row.id, row])).values(),
]

/** The place of each of these jobs on a timeline, by its id; none for jobs outside its hours. */
export function drawnOf(
  rows: Pick<BoardRows, 'open' | 'between' | 'steps'>,
  { from, now }: { from: Instant; now: Date },
): Map<string, Drawn> {
  const steps = new Map<string, Partial<Record<string, Instant>>>()
  for (const { bookingId, toStatus, at } of rows.steps) steps.set(bookingId, { ...steps.get(bookingId), [toStatus]: at })
  const drawn = new Map<string, Drawn>()
  for (const row of jobsOnLines(rows)) {
    const time = timeOf(row, steps.get(row.id) ?? {}, now)
    const place = columnsOf(time, from)
    if (place) drawn.set(row.id, { ...place, times: `${spokenTimeAt(time.from)} to ${spokenTimeAt(time.until)}` })
  }
  return drawn
}

function linesOf(rows: BoardRows, jobs: readonly Card[], { from, now }: { from: Instant; now: Date }): Line[] {
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
      jobs: jobs.filter(({ engineerId }) => engineerId === id).toSorted((a, b) => columnOf(a) - columnOf(b)),
    }
  })
  // Those at work first, then those with jobs.
  const isOn = new Set(
    rows.workingHours.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt).map(({ engineerId }) => engineerId),
  )
  const order = (line: Line) => (isOn.has(line.id) ? 0 : line.jobs.length > 0 ? 1 : 2)
  return lines.toSorted((a, b) => order(a) - order(b))
}

/** Someone's hours in a few words: 'on until 6pm', 'on call until 8am', 'from 6pm', 'from Fri 20 Nov, 8am', 'off'. */
function shiftWords(hours: readonly Pick<WorkingHours, 'startsAt' | 'endsAt' | 'kind'>[], now: Date): string {
  const at = toInstant(now)
  const present = hours.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  if (present) return `${present.kind === 'on-call' ? 'on call' : 'on'} until ${spokenTimeAt(present.endsAt)}`
  const next = hours.filter(({ startsAt }) => startsAt > at).toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))[0]
  if (!next) return 'off'
  const from = londonDay(next.startsAt) === londonDay(now) ? spokenTimeAt(next.startsAt) : momentText(next.startsAt)
  return `${next.kind === 'on-call' ? 'on call from' : 'from'} ${from}`
}

const columnOf = ({ drawn }: Card) => drawn?.column ?? 0

/** The fewest quarters a job takes on its line, so that the words of its title fit: one that begins within it is drawn below. */
const leastSpan = 4

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

/** The quarters of the timeline covered by a time; undefined if none. One that begins at its very end is moved back, so that it can be read. */
function columnsOf(time: { from: Instant; until: Instant }, from: Instant): { column: number; span: number } | undefined {
  const first = Math.max(0, Math.floor((Date.parse(time.from) - Date.parse(from)) / quarterMs))
  const end = Math.min(lineQuarters, Math.ceil((Date.parse(time.until) - Date.parse(from)) / quarterMs))
  const span = Math.max(end - first, leastSpan)
  return end > first ? { column: Math.min(first, lineQuarters - span) + 1, span } : undefined
}

const minuteOn = (at: Instant, from: Instant) => Math.min(lineMs / 60_000, Math.max(0, (Date.parse(at) - Date.parse(from)) / 60_000))
