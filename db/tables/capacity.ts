import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { Flag } from './flag.ts'

export interface CapacityTables {
  engineers: EngineersTable
  shifts: ShiftsTable
  absences: AbsencesTable
  visitPlaces: VisitPlacesTable
  redlineSlots: RedlineSlotsTable
  onlinePauses: OnlinePausesTable
  calendarFeeds: CalendarFeedsTable
}

/** An engineer. One who has left is retired: their jobs stay theirs. */
export interface EngineersTable {
  id: string
  name: string
  /** E.164. */
  phone: string
  /** Seven digits; null: no gas work. */
  gasSafeNumber: string | null
  /** Starting point of their day, as staff write it. */
  base: string
  /** The account that they see their jobs with, on their phone. */
  userId: Generated<string | null>
  retiredAt: Instant | null
  createdAt: Instant
  /** Sample shifts, for display: they neither give nor take capacity. */
  isSample: Generated<Flag>
}

/** The person of some hours: an engineer, or on the desk's rota a colleague with an account. */
interface OfPerson {
  engineerId: Generated<string | null>
  userId: Generated<string | null>
  /** Whichever of the two it is. */
  personId: ColumnType<string, never, never>
}

/** A time when someone works or is on call; no two of one person overlap, of whichever kind. */
export interface ShiftsTable extends OfPerson {
  id: string
  startsAt: Instant
  endsAt: Instant
  kind: Generated<'shift' | 'on-call'>
}

/** Someone's absence by London's days and clocks (`capacity/working-hours.ts` takes it out of their shifts). */
export interface AbsencesTable extends OfPerson {
  id: string
  kind: 'holiday' | 'sickness' | 'other'
  firstDay: LondonDay
  /** `HH:MM` on the first day; null: from the first shift that begins on it. */
  fromTime: string | null
  /** Included. */
  lastDay: LondonDay
  /** `HH:MM` on the last day; null: to the end of the last shift that begins on it. */
  untilTime: string | null
  createdAt: Instant
}

/** Five minutes of an engineer that a visit takes up. */
export interface VisitPlacesTable {
  engineerId: string
  startsAt: Instant
  bookingId: string
}

export interface RedlineSlotsTable {
  day: LondonDay
  slot: number
  bookingId: string
  /** While held and unpaid; null once sold. */
  heldUntil: Instant | null
  /** Keyed hash of the address that it is held for; null once sold. */
  clientKey: string | null
}

/** The end of a pause of online booking, with the reason for visitors; or the time until no engineer is free. At most one row. */
export interface OnlinePausesTable {
  onlyOne: 1
  kind: 'paused' | 'next_free'
  until: Instant
  reason: string
}

/** A calendar that can be subscribed to by a secret address: of an engineer's own jobs, or of all jobs for one of the staff. */
export interface CalendarFeedsTable {
  id: string
  engineerId: string | null
  /** The id of the user; null if it is an engineer's. */
  userId: string | null
  tokenHash: string
  createdAt: Instant
}
