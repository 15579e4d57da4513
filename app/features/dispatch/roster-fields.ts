import { z } from 'zod'
import { timesProblem } from '#app/features/capacity/shift-times.ts'
import { type Read, readDate, readPhone, textReader, timeReader } from '#app/platform/fields.ts'
import { plainCode } from '#app/platform/sanitise.ts'
import { fieldReadBy } from '#app/platform/zod-field.ts'
import { addDays, isDay } from '#app/values/day.ts'

/** An engineer, as staff enter them. */
export const EngineerFields = z.object({
  name: fieldReadBy(textReader('Name', { min: 2, max: 100, required: 'Name must be 2 to 100 characters long' })),
  phone: fieldReadBy(readPhone),
  gasSafeNumber: fieldReadBy(readGasSafeNumber),
  base: fieldReadBy(textReader('Starts from', { max: 200 })),
})
export type EngineerInput = z.input<typeof EngineerFields>

/** Seven digits, spaces allowed; empty: no gas work. */
function readGasSafeNumber(typed: string): Read<string | null> {
  const digits = typed.replace(/\s/g, '')
  if (digits === '') return { value: null }
  if (/^\d{7}$/.test(digits)) return { value: digits }
  return { problem: 'A Gas Safe number has 7 digits. Leave it blank if the engineer doesn’t have one' }
}

const kindOfHours = z.enum(['shift', 'on-call'], 'Choose a shift or on call').default('shift')

/** A shift by London's clocks. One that ends at or before its start ends on the next day. */
export const ShiftFields = z.object({
  day: fieldReadBy(readDate),
  from: fieldReadBy(timeReader('08:00')),
  until: fieldReadBy(timeReader('18:00')),
  kind: kindOfHours,
})
export type ShiftInput = z.input<typeof ShiftFields>

/** Returns the problem with a range of days with a maximum length; a longer one is a mistyped year. */
function daysProblem({ firstDay, lastDay }: { firstDay: string; lastDay: string }, mostDays: number): string | undefined {
  if (!isDay(firstDay) || !isDay(lastDay)) return undefined
  if (lastDay < firstDay) return 'The last day can’t be before the first. Choose a later one'
  return addDays(firstDay, mostDays) <= lastDay ? `That’s more than ${mostDays} days. Choose an earlier last day` : undefined
}

/** An engineer's absence: whole days, or from a time on the first day, or until a time on the last one. */
export const AbsenceFields = z
  .object({
    kind: z.enum(['holiday', 'sickness', 'other'], 'Choose a reason'),
    firstDay: fieldReadBy(readDate),
    fromTime: fieldReadBy(optionalTime('08:00')),
    lastDay: fieldReadBy(readDate),
    untilTime: fieldReadBy(optionalTime('18:00')),
  })
  .check(({ value, issues }) => {
    const { firstDay, lastDay, fromTime, untilTime } = value
    const message = daysProblem(value, 366)
    if (message) issues.push({ code: 'custom', message, path: ['lastDay'], input: value })
    else if (firstDay === lastDay && fromTime && untilTime && untilTime <= fromTime)
      issues.push({ code: 'custom', message: 'The end can’t be before the start. Choose a later time', path: ['untilTime'], input: value })
  })
export type AbsenceInput = z.input<typeof AbsenceFields>

/** A time of day; empty: none is stated. */
function optionalTime(example: string) {
  const readTime = timeReader(example)
  return (typed: string): Read<string | null> => (plainCode(typed.slice(0, 20)) === '' ? { value: null } : readTime(typed))
}

/** A pattern for some people and days. */
export const PatternFields = z
  .object({
    firstDay: fieldReadBy(readDate),
    lastDay: fieldReadBy(readDate),
    daysOn: fieldReadBy(numberReader('Days on', 1, 31)),
    daysOff: fieldReadBy(numberReader('Days off', 0, 366)),
    daysApart: fieldReadBy(numberReader('Days apart', 0, 60)),
    from: fieldReadBy(timeReader('08:00')),
    until: fieldReadBy(timeReader('18:00')),
    kind: kindOfHours,
  })
  .check(({ value, issues }) => {
    const days = daysProblem(value, 186)
    const times = timesProblem(value, value.kind)
    if (days) issues.push({ code: 'custom', message: days, path: ['lastDay'], input: value })
    if (times) issues.push({ code: 'custom', message: times, path: ['until'], input: value })
  })

/** Days whose shifts are removed. */
export const DaysFields = z.object({ firstDay: fieldReadBy(readDate), lastDay: fieldReadBy(readDate) }).check(({ value, issues }) => {
  const message = daysProblem(value, 186)
  if (message) issues.push({ code: 'custom', message, path: ['lastDay'], input: value })
})

/** A week to copy into the following ones. */
export const CopyFields = z.object({ week: fieldReadBy(readDate), weeks: fieldReadBy(numberReader('Weeks', 1, 26)) })

/** A whole number from `least` to `most`. */
function numberReader(label: string, least: number, most: number) {
  return (typed: string): Read<number> => {
    const text = plainCode(typed.slice(0, 20))
    const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? { value } : { problem: `${label} must be a number from ${least} to ${most}` }
  }
}
