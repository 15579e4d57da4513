import { type OwnerOverrides, slotKey } from './owner-overrides.ts'

/** The hours of London at which a day's two-hour arrival slots start; those before 08:00 are the small hours that follow the day. */
export const slotHours = [8, 10, 12, 14, 16, 18, 20, 22, 0, 2, 4, 6] as const

/** Those that are offered online: all but the ones that the owner has switched off. */
export const slotHoursOffered = ({ closedSlots }: Pick<OwnerOverrides, 'closedSlots'>): readonly number[] =>
  slotHours.filter((hour) => !closedSlots?.[slotKey(hour)])
