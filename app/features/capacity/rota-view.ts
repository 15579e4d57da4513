import type { Selectable } from 'kysely'
import { instantOf, londonDay, londonMinuteOfDay, spokenTimeAt } from '#app/platform/london.ts'
import { spokenTime } from '#app/platform/spoken-time.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { addDays, dayText, dayTextFrom, isDay, isWeekend, type LondonDay, mondayOf } from '#app/values/day.ts'
import type { AbsencesTable } from '#db/tables/capacity.ts'
import { daysFrom } from './shift-patterns.ts'
import type { ShiftKind } from './shift-times.ts'
import { type Away, gapsBetween, type Hours, withoutAbsences } from './working-hours.ts'

/** The rota of engineers, or of the people who answer the phone and the board. */
export type Rota = 'engineers' | 'desk'

/** The period of the rota that a page shows. */
interface RotaPeriod {
  shows: 'week' | 'month'
  days: LondonDay[]
  /** 'Mon 23 to Sun 29 November 2026', 'December 2026'. */
  title: string
  /** The query of the page before and of the one after it. */
  previous: string
  next: string
  today: LondonDay
}

/** The rota as it is shown: who works on which days, drawn and in words. */
export interface RotaView {
  rota: Rota
  days: RotaDay[]
  people: RotaPerson[]
  /** The next thing to do, in a sentence; '' if all its days are over. */
  next: string
}

export interface RotaDay {
  day: LondonDay
  /** 'Mon 23 Nov'. */
  text: string
  isToday: boolean
  isWeekend: boolean
  /** The numbers of people at work, allowed to do gas work, and on call. */
  onShift: number
  gasSafe: number
  onCall: number
  /** Uncovered hours, '2am to 6am' or 'all day', and how many; none for past days. */
  gaps: string[]
  gapHours: number
}

export interface RotaPerson extends Pick<Person, 'id' | 'name' | 'phone' | 'base'> {
  isGasSafe: boolean
  isSample: boolean
  /** One for each day. */
  cells: RotaCell[]
}

export interface RotaCell {
  /** Shifts that begin on this day. */
  shifts: { id: string; kind: ShiftKind; text: string; isOff: boolean }[]
  /** Why they are away on this day. */
  away?: { kind: AbsencesTable['kind']; text: string }
  /** Hours worked on this day, in minutes by its clock, 0 to 1440. */
  bars: { from: number; until: number; kind: ShiftKind }[]
}

interface Person {
  id: string
  name: string
  phone: string
  base: string
  gasSafeNumber: string | null
  isSample: 0 | 1
}

interface Shift extends Hours {
  id: string
  kind: ShiftKind
}

type Absence = Pick<Selectable<AbsencesTable>, 'id' | 'kind'> & Away

interface RotaRows {
  rota?: Rota
  people: readonly Person[]
  shifts: readonly Shift[]
  absences: readonly Absence[]
}

const monthOf = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthText = (day: LondonDay) => monthOf.format(Date.parse(day))

/** The week or month in an address, `?week=2026-11-23` or `?month=2026-12`; otherwise this week. */
export function rotaPeriod(query: URLSearchParams, today: LondonDay): RotaPeriod {
  const first = `${query.get('month')}-01`
  if (isDay(first)) {
    const next = `${addDays(first, 31).slice(0, 7)}-01`
    const previous = addDays(first, -1).slice(0, 7)
    const days = daysFrom(first, addDays(next, -1))
    return { shows: 'month', days, title: monthText(first), previous: `month=${previous}`, next: `month=${next.slice(0, 7)}`, today }
  }
  const week = query.get('week') ?? ''
  const monday = mondayOf(isDay(week) ? week : today)
  const sunday = addDays(monday, 6)
  return {
    shows: 'week',
    days: daysFrom(monday, sunday),
    title: `${dayText(monday)} to ${dayText(sunday)} ${sunday.slice(0, 4)}`,
    previous: `week=${addDays(monday, -7)}`,
    next: `week=${addDays(monday, 7)}`,
    today,
  }
}

/** The rota of some days, one after the other. */
export function rotaView({ rota = 'engineers', people, shifts, absences }: RotaRows, days: readonly LondonDay[], now: Date): RotaView {
  const today = londonDay(now)
  const worked = withoutAbsences(shifts, absences)
  const real = new Map(people.filter(({ isSample }) => !isSample).map((person) => [person.id, person]))
  const bounds = days.map((day) => ({ day, from: instantOf(day, 0), until: instantOf(addDays(day, 1), 0) }))
  const hoursIn = (from: Instant, until: Instant) =>
    worked.filter(({ personId, startsAt, endsAt }) => real.has(personId) && startsAt < until && endsAt > from)
  const at = toInstant(now)
  const ahead = bounds.filter(({ until }) => until > at).map((bound) => ({ ...bound, from: bound.day === today ? at : bound.from }))
  const hole = ahead
    .map(({ day, from, until }) => ({ day, times: gapsIn(hoursIn(from, until), from, until).gaps[0] }))
    .find(({ times }) => times !== undefined)
  return {
    rota,
    next: ahead.length === 0 ? '' : nextText(rota, hole && `${dayText(hole.day)}, ${hole.times}`),
    days: bounds.map(({ day, from, until }) => {
      const hours = hoursIn(from, until)
      const who = (kind: ShiftKind) => [...new Set(hours.filter((each) => each.kind === kind).map(({ personId }) => personId))]
      return {
        ...{ day, text: dayText(day), isToday: day === today, isWeekend: isWeekend(day) },
        onShift: who('shift').length,
        gasSafe: who('shift').filter((id) => real.get(id)?.gasSafeNumber).length,
        onCall: who('on-call').length,
        ...gapsIn(day < today ? [{ startsAt: from, endsAt: until }] : hours, from, until),
      }
    }),
    people: people.map(({ id, name, phone, base, gasSafeNumber, isSample }) => {
      const isOwn = ({ personId }: { personId: string }) => personId === id
      const [own, left, away] = [shifts.filter(isOwn), worked.filter(isOwn), absences.filter(isOwn)]
      return {
        ...{ id, name, phone, base, isGasSafe: gasSafeNumber !== null, isSample: isSample === 1 },
        cells: bounds.map(({ day, from, until }) => cellOf(day, { from, until }, { own, left, away })),
      }
    }),
  }
}

const nextText = (rota: Rota, hole: string | undefined): string =>
  hole
    ? `No ${rota === 'desk' ? 'dispatcher' : 'engineer'} is on shift or on call ${hole}. Plan a shift then, or put someone on call.`
    : `Nothing to plan: ${rota === 'desk' ? 'a dispatcher' : 'an engineer'} is on shift or on call at every hour shown here.`

interface OwnRows {
  own: readonly Shift[]
  left: readonly Shift[]
  away: readonly Absence[]
}

function cellOf(day: LondonDay, { from, until }: { from: Instant; until: Instant }, { own, left, away }: OwnRows): RotaCell {
  const absence = away.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
  return {
    shifts: own
      .filter(({ startsAt }) => from <= startsAt && startsAt < until)
      .map((shift) => {
        const pieces = left.filter(({ id }) => id === shift.id)
        return {
          id: shift.id,
          kind: shift.kind,
          text: (pieces.length > 0 ? pieces : [shift]).map(spanText).join(', '),
          isOff: pieces.length === 0,
        }
      }),
    ...(absence && { away: { kind: absence.kind, text: awayText(absence, day) } }),
    bars: left
      .filter(({ startsAt, endsAt }) => startsAt < until && endsAt > from)
      .map(({ startsAt, endsAt, kind }) => ({
        from: startsAt <= from ? 0 : londonMinuteOfDay(startsAt),
        until: endsAt >= until ? 24 * 60 : londonMinuteOfDay(endsAt),
        kind,
      })),
  }
}

/** '10pm to 6am'. */
const spanText = ({ startsAt, endsAt }: Pick<Hours, 'startsAt' | 'endsAt'>) => `${spokenTimeAt(startsAt)} to ${spokenTimeAt(endsAt)}`

const awayWords = { holiday: 'Holiday', sickness: 'Off sick', other: 'Away' } as const

const spokenOrNot = (time: string | null) => time && spokenTime(time)

/** 'Holiday'; for part of a day, 'Away from 2pm' or 'Away 10am to noon'. */
function awayText({ kind, firstDay, fromTime, lastDay, untilTime }: Absence, day: LondonDay): string {
  const [from, until] = [day === firstDay && spokenOrNot(fromTime), day === lastDay && spokenOrNot(untilTime)]
  if (from && until) return `${awayWords[kind]} ${from} to ${until}`
  return from ? `${awayWords[kind]} from ${from}` : until ? `${awayWords[kind]} until ${until}` : awayWords[kind]
}

/** 'Holiday, Mon 7 Dec to Sun 13 Dec', 'Off sick, Tue 8 Dec 2pm to Wed 9 Dec'. */
export function absenceText({ kind, firstDay, fromTime, lastDay, untilTime }: Omit<Absence, 'id' | 'personId'>, today: LondonDay): string {
  const first = [dayTextFrom(firstDay, today), spokenOrNot(fromTime)].filter(Boolean).join(' ')
  const last = [firstDay !== lastDay && dayTextFrom(lastDay, today), spokenOrNot(untilTime)].filter(Boolean).join(' ')
  return `${awayWords[kind]}, ${[first, last].filter(Boolean).join(' to ')}`
}

function gapsIn(hours: readonly Pick<Hours, 'startsAt' | 'endsAt'>[], from: Instant, until: Instant): Pick<RotaDay, 'gaps' | 'gapHours'> {
  const gaps = gapsBetween(hours, from, until)
  const milliseconds = gaps.reduce((sum, { startsAt, endsAt }) => sum + Date.parse(endsAt) - Date.parse(startsAt), 0)
  const isWhole = gaps[0]?.startsAt === from && gaps[0].endsAt === until
  return { gaps: isWhole ? ['all day'] : gaps.map(spanText), gapHours: Math.ceil(milliseconds / 3_600_000) }
}
