import { type OwnerOverrides, slotKey } from './owner-overrides.ts'
import { arrivalWindowMinutes } from './stated.ts'

/** The hours of London at which a day's arrival slots start; those before 08:00 are the small hours that follow the day. */
export const slotHours = [8, 10, 12, 14, 16, 18, 20, 22, 0, 2, 4, 6] as const

/** How long a slot is by default, and the shortest and longest that an owner may make it, in hours. */
export const usualSlotLength = 2
export const slotLengthLimits = [1, 4] as const
/** The shortest and longest window of a visit as soon as possible, in minutes: it ends within 90 minutes. */
export const asapMinutesLimits = [30, 90] as const

/** How long a customer is asked to be at home, as the owner has it. */
export interface ArrivalWindows {
  /** When the slots start that are offered, hours of London in the order of a day. */
  startHours: readonly number[]
  /** Of a slot, in hours. */
  slotLength: number
  /** Of a visit as soon as possible. */
  asapMinutes: number
}

/** What is offered online: all slots but those that the owner has switched off. */
export const arrivalWindows = ({ closedSlots, windows }: Pick<OwnerOverrides, 'closedSlots' | 'windows'>): ArrivalWindows => ({
  startHours: slotHours.filter((hour) => !closedSlots?.[slotKey(hour)]),
  slotLength: windows?.slotLength ?? usualSlotLength,
  asapMinutes: windows?.asapMinutes ?? arrivalWindowMinutes,
})

/** What staff may book: any slot, as long as those that are offered. */
export const windowsForStaff = (windows: ArrivalWindows): ArrivalWindows => ({ ...windows, startHours: slotHours })
