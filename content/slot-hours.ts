import { type OwnerOverrides, slotKey } from './owner-overrides.ts'
import { arrivalWindowMinutes } from './stated.ts'

/** The hours in London when a day's arrival slots can start, in order; those before 08:00 are the small hours after the day. */
export const firstSlotHour = 8
export const slotHours: readonly number[] = Array.from({ length: 24 }, (_, at) => (firstSlotHour + at) % 24)

/** By default every second one. */
const isUsualSlot = (hour: number): boolean => hour % 2 === 0

/** A slot's length by default, and the shortest and longest that an owner may set, in hours. */
const usualSlotLength = 2
export const slotLengthLimits = [1, 4] as const
/** The shortest and longest window of a visit as soon as possible, in minutes: it ends within 90 minutes. */
export const asapMinutesLimits = [30, 90] as const

/** The owner's length of the window when a customer must be at home. */
export interface ArrivalWindows {
  /** The starts of the offered slots: hours of London, in the order of a day. */
  startHours: readonly number[]
  /** The hours of a slot. */
  slotLength: number
  /** The minutes of a visit as soon as possible. */
  asapMinutes: number
}

/** Returns the slots offered online: one every two hours, except as the owner has switched them on or off. */
export const arrivalWindows = ({ closedSlots, windows }: Pick<OwnerOverrides, 'closedSlots' | 'windows'>): ArrivalWindows => ({
  startHours: slotHours.filter((hour) => !(closedSlots?.[slotKey(hour)] ?? !isUsualSlot(hour))),
  slotLength: windows?.slotLength ?? usualSlotLength,
  asapMinutes: windows?.asapMinutes ?? arrivalWindowMinutes,
})

/** Returns the slots that staff may book: the default slots and those that the owner offers, all of the owner's length. */
export const windowsForStaff = (windows: ArrivalWindows): ArrivalWindows => ({
  ...windows,
  startHours: slotHours.filter((hour) => isUsualSlot(hour) || windows.startHours.includes(hour)),
})
