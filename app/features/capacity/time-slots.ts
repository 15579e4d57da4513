import type { TimeSlot } from '#app/features/booking/answers.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { later, minutes } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { type ArrivalWindows, arrivalWindows, slotHours, slotLengthLimits } from '#content/slot-hours.ts'

/** A slot can be booked until this long before it starts. */
const minNoticeMs = minutes(90)

/** A day's offered slots: their starts and their length. */
type Slots = Pick<ArrivalWindows, 'startHours' | 'slotLength'>

const usualSlots: Slots = arrivalWindows({})

/**
 * The slots of a day as seen at `now`, the usual twelve or the owner's; on today, before them, those of last night's small hours that can
 * still be booked ('Tonight').
 */
export function slotsOf(day: LondonDay, now: Date, { startHours, slotLength } = usualSlots): TimeSlot[] {
  const slots = startHours.map((hour) => slotAt(day, hour, { now, slotLength }))
  if (day !== londonDay(now)) return slots
  const tonight = startHours.filter((hour) => hour < 8).map((hour) => slotAt(day, hour, { now, slotLength, tonight: true }))
  return [...tonight.filter((slot) => slot.available), ...slots]
}

export function slotAt(
  day: LondonDay,
  hour: number,
  { now, slotLength, tonight = false }: { now: Date; slotLength: number; tonight?: boolean },
): TimeSlot {
  const startDay = hour < 8 && !tonight ? addDays(day, 1) : day
  const endHour = (hour + slotLength) % 24
  const startsAt = instantOf(startDay, hour)
  return {
    text: `${tonight ? 'Tonight ' : ''}${clock(hour)} - ${clock(endHour)}`,
    startsAt,
    endsAt: instantOf(endHour < hour ? addDays(startDay, 1) : startDay, endHour),
    available: startsAt >= later(now, minNoticeMs),
    premium: hour >= 20 || hour < 8,
    tonight,
    afterMidnight: hour < 8 && !tonight,
  }
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/**
 * Returns the slot that a text names on a day, 'asap', or undefined if it is none of `slots`. Without `slots` it may be of any length that
 * an owner can choose: the offer may have changed since it was chosen.
 */
export function readSlot(text: string, day: LondonDay, now: Date, slots?: Slots): TimeSlot | 'asap' | undefined {
  if (text === '' || /^(asap|as soon as possible)$/i.test(text)) return 'asap'
  const match = /^(tonight )?(\d\d):00\s*[-–]\s*(\d\d):00$/i.exec(text)
  const hour = (slots?.startHours ?? slotHours).find((each) => each === Number(match?.[2]))
  if (!match || hour === undefined || (match[1] && (hour >= 8 || day !== londonDay(now)))) return undefined
  const slotLength = slots?.slotLength ?? (Number(match[3]) - hour + 24) % 24
  if (slotLength < slotLengthLimits[0] || slotLength > slotLengthLimits[1]) return undefined
  const slot = slotAt(day, hour, { now, slotLength, tonight: Boolean(match[1]) })
  return slot.text.toLowerCase() === text.replace(/\s*[-–]\s*/, ' - ').toLowerCase() ? slot : undefined
}
