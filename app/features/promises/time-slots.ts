import type { TimeSlot } from '#app/features/booking/answers.ts'
import { later } from '#app/platform/clock.ts'
import { addDays, type LondonDay } from '#app/platform/day.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { slotHours } from '#content/slot-hours.ts'

const leadMs = 90 * 60_000

/**
 * The 12 slots of a day as seen at `now`, or those that start at `hours`; on today, before them, those of last night's small hours that
 * can still be booked ('Tonight').
 */
export function slotsOf(day: LondonDay, now: Date, hours: readonly number[] = slotHours): TimeSlot[] {
  const slots = hours.map((hour) => slotAt(day, hour, false, now))
  if (day !== londonDay(now)) return slots
  const tonight = hours.filter((hour) => hour < 8).map((hour) => slotAt(day, hour, true, now))
  return [...tonight.filter((slot) => slot.available), ...slots]
}

export function slotAt(day: LondonDay, hour: number, tonight: boolean, now: Date): TimeSlot {
  const startDay = hour < 8 && !tonight ? addDays(day, 1) : day
  const endHour = (hour + 2) % 24
  const startsAt = instantOf(startDay, hour)
  return {
    text: `${tonight ? 'Tonight ' : ''}${clock(hour)} - ${clock(endHour)}`,
    startsAt,
    endsAt: instantOf(endHour === 0 ? addDays(startDay, 1) : startDay, endHour),
    available: startsAt >= later(now, leadMs),
    premium: hour >= 20 || hour < 8,
    tonight,
    afterMidnight: hour < 8 && !tonight,
  }
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The slot a text names on a day, 'asap', or undefined when it names none that starts at one of `hours`. */
export function readSlot(text: string, day: LondonDay, now: Date, hours: readonly number[] = slotHours): TimeSlot | 'asap' | undefined {
  if (text === '' || /^(asap|as soon as possible)$/i.test(text)) return 'asap'
  const match = /^(tonight )?(\d\d):00\s*[-–]\s*\d\d:00$/i.exec(text)
  const hour = hours.find((each) => each === Number(match?.[2]))
  if (!match || hour === undefined || (match[1] && (hour >= 8 || day !== londonDay(now)))) return undefined
  const slot = slotAt(day, hour, Boolean(match[1]), now)
  return slot.text.toLowerCase() === text.replace(/\s*[-–]\s*/, ' - ').toLowerCase() ? slot : undefined
}
