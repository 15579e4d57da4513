import { isDay } from '#app/values/day.ts'
import { normaliseEmail, oddCharacterOf } from './email.ts'
import { plainCode, type sanitise, sanitiseLine } from './sanitise.ts'
import { normalisePhone, phoneRefusal } from './uk.ts'

/* Parses what people type into fields, the same everywhere: forms of the site and of staff, APIs, and the form on the customer's own phone.
   Plain functions, since Zod and time zones weigh more than the whole form there; zod-field.ts makes fields of Zod schemas of them. */

/** The value to store, or the text about the problem. */
export type Read<Value = string> = { value: Value } | { problem: string }

/** Far beyond every limit: longer input is cut first, and refused for its length anyway. */
const longest = 5_000

/** A text of `min` to `max` characters; empty is allowed unless there are words for it in `required`. */
export const textReader =
  (
    label: string,
    { min = 1, max, clean = sanitiseLine, required }: { min?: number; max: number; clean?: typeof sanitise; required?: string },
  ) =>
  (typed: string): Read => {
    const value = clean(typed.slice(0, longest))
    if (required && value === '') return { problem: required }
    if (value === '' || (value.length >= min && value.length <= max)) return { value }
    return { problem: `${label} must be ${min > 1 ? `${min} to ${max} characters long` : `${max} characters or fewer`}` }
  }

/** Someone's name. */
export const readName = textReader('Name', { min: 2, max: 100, required: 'Name is required', clean: nameIfAny })

/** A name has a letter in it: signs alone count as empty. */
function nameIfAny(typed: string): string {
  const name = sanitiseLine(typed)
  return /\p{L}/u.test(name) ? name : ''
}

/** Follows the description of the problem. */
const phoneExample = 'Enter a UK number, like 07700 900123.'
const emailExample = 'Enter it in full, like name@example.com.'
export const emailRequired = `Email is required. ${emailExample}`

/** A UK phone number, in E.164. */
export function readPhone(typed: string): Read {
  if (plainCode(typed.slice(0, longest)) === '') return { problem: `Phone number is required. ${phoneExample}` }
  const value = normalisePhone(typed)
  return value ? { value } : { problem: `Please enter a valid phone number. ${phoneRefusal(typed) ?? phoneExample}` }
}

/** An email address, as it is stored. */
export function readEmail(typed: string): Read {
  if (plainCode(typed.slice(0, longest)) === '') return { problem: emailRequired }
  const value = normaliseEmail(typed)
  if (value) return { value }
  const odd = oddCharacterOf(typed)
  const help = odd === undefined ? emailExample : `We can’t send to one with “${odd}” in it. Use plain letters, like name@example.com.`
  return { problem: `Please enter a valid email address. ${help}` }
}

/** The words for an invalid date. */
export const dateProblemText = 'Please enter a date as year-month-day, e.g. 2026-11-20'

/** A day of the calendar, as `YYYY-MM-DD`. */
export function readDate(typed: string): Read {
  const value = plainCode(typed.slice(0, longest))
  return isDay(value) ? { value } : { problem: dateProblemText }
}

/** A time of day as `HH:MM`; browsers may send seconds too. `example`: one that fits the field. */
export const timeReader =
  (example: string) =>
  (typed: string): Read => {
    const [, value] = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(plainCode(typed.slice(0, longest))) ?? []
    return value ? { value } : { problem: `Please enter a time in 24-hour format, like ${example}` }
  }

/** Hours and minutes of a time in `timeReader`'s format. */
export const hourAndMinute = (time: string): [number, number] => [Number(time.slice(0, 2)), Number(time.slice(3, 5))]

/**
 * Pounds as people type them, '£1,024.50', in pence; undefined if it isn't an amount. A comma separates thousands: '24,50' is ambiguous.
 */
export function penceOf(typed: string): number | undefined {
  const amount = plainCode(typed.slice(0, longest)).replace(/^£\s*/, '')
  if (!/\d/.test(amount) || !/^(\d{1,3}([, ]\d{3})+|\d*)(\.\d{0,2})?$/.test(amount)) return undefined
  return Math.round(Number(amount.replace(/[, ]/g, '')) * 100)
}
