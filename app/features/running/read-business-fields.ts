import { normaliseEmail } from '#app/platform/email.ts'
import { penceOf, type Read } from '#app/platform/fields.ts'
import { plainCode, sanitise, sanitiseLine } from '#app/platform/sanitise.ts'
import { normalisePhone, phoneText } from '#app/platform/uk.ts'
import { isDay, type LondonDay } from '#app/values/day.ts'
import { placeholderProblem } from '#content/customer-mails.ts'
import type { PriceList } from '#content/price-list.ts'
import { type GroupValues, type OwnerField, type OwnerGroup, typedPounds, usualOf } from './business-fields.ts'

/* Rules for the owner's fields: no database, no clock. */

export type Problems = Record<string, string>

/** Characters of evidence. */
const longestEvidence = 1_000
const longestLine = 300
const longestNote = 600

interface Now {
  today: LondonDay
  prices: PriceList
}

/** Returns the group's values that aren't the defaults; or the problems by field, given the present prices. `today`: a day of London. */
export function readGroup(
  group: OwnerGroup,
  typed: Record<string, string>,
  { today, prices }: Now,
): { values: GroupValues } | { problems: Problems } {
  const values: GroupValues = {}
  const problems: Problems = {}
  for (const field of group.fields) {
    const read = readField(field, cleaned(field, typed[field.name] ?? ''))
    if ('problem' in read) problems[field.name] = read.problem
    else if (read.value !== undefined) values[field.name] = read.value
  }
  if (Object.keys(problems).length === 0) Object.assign(problems, togetherProblems(group, values, { today, prices }))
  return Object.keys(problems).length > 0 ? { problems } : { values }
}

/** Returns the typed value as the field's kind needs it: words, or a number, code or address. */
function cleaned({ kind }: OwnerField, typed: string): string {
  if (kind === 'line') return sanitiseLine(typed)
  return kind === 'note' || kind === 'text' ? sanitise(typed) : plainCode(typed)
}

/** A field's value; `undefined` if it is the default, or absent. */
function readField(field: OwnerField, typed: string): Read<unknown> {
  const { label, optional } = field
  if (typed === '')
    return optional ? { value: undefined } : { problem: field.kind === 'text' ? 'Describe the evidence' : `${label} must be filled in` }
  const read = readers[field.kind](typed, field)
  if ('problem' in read) return read
  const usual = usualOf(field)
  const same = usual !== '' && JSON.stringify(readers[field.kind](usual, field)) === JSON.stringify(read)
  return { value: same ? undefined : read.value }
}

const readers: Record<OwnerField['kind'], (typed: string, field: OwnerField) => Read<unknown>> = {
  email(typed) {
    const value = normaliseEmail(typed)
    return value ? { value } : { problem: 'Enter an email address like name@example.com' }
  },
  'free-phone'(typed) {
    const international = normalisePhone(typed)
    if (!international || !/^\+4480[08]/.test(international))
      return { problem: 'Enter a number that’s free to call, like 0800 644 2633: the website says calls are free' }
    return { value: { text: phoneText(international), international } }
  },
  phone(typed) {
    const international = normalisePhone(typed)
    return international
      ? { value: { text: `+44 ${phoneText(international).slice(1)}`, international } }
      : { problem: 'Enter a UK phone number, like 07700 900633' }
  },
  line(typed, { label }) {
    if (typed.length > longestLine) return { problem: `${label} must be ${longestLine} characters or fewer` }
    // They have a meaning of their own on the legal pages.
    return /[{}[\]*]/.test(typed) ? { problem: `${label} can’t include brackets or asterisks` } : { value: typed }
  },
  'company-number'(typed) {
    const dense = typed.replace(/\s/g, '').toUpperCase()
    return /^([A-Z]{2}\d{6}|\d{8})$/.test(dense)
      ? { value: dense }
      : { problem: 'Enter the eight characters of the company number, like 01234567 or SC123456' }
  },
  'vat-number'(typed) {
    const dense = typed
      .replace(/[\s.-]/g, '')
      .toUpperCase()
      .replace(/^GB/, '')
    return /^\d{9}(\d{3})?$/.test(dense)
      ? { value: `GB${dense}` }
      : { problem: 'Enter the nine digits of the VAT number, like GB123456789' }
  },
  digits: (typed, { label }) => {
    const dense = typed.replace(/\s/g, '')
    return /^\d{3,9}$/.test(dense) ? { value: dense } : { problem: `${label} must be digits only, like 123456` }
  },
  choice: (typed, { label, options = {} }) =>
    Object.hasOwn(options, typed) ? { value: typed } : { problem: `${label}: choose one of the options` },
  pounds(typed, { label, mostPence = 0 }) {
    const pence = penceOf(typed)
    if (pence === undefined) return { problem: `${label}: enter pounds, like 29.99` }
    return pence >= 100 && pence <= mostPence ? { value: pence } : { problem: `${label} must be from £1 to £${typedPounds(mostPence)}` }
  },
  multiplier(typed, { label }) {
    const percent = /^\d(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN
    return percent >= 50 && percent <= 200 ? { value: percent } : { problem: `${label} must be a figure from 0.5 to 2, like 0.95` }
  },
  percent: (typed) => {
    const percent = Number(typed.replace(/\s*%$/, ''))
    return Number.isInteger(percent) && percent >= 1 && percent <= 90
      ? { value: percent }
      : { problem: 'Percentage off must be a whole number from 1 to 90' }
  },
  count(typed, { label, limits: [least, most] = [0, 9] }) {
    const count = /^\d{1,4}$/.test(typed) ? Number(typed) : Number.NaN
    return count >= least && count <= most ? { value: count } : { problem: `${label} must be a whole number from ${least} to ${most}` }
  },
  day: (typed, { label }) => (isDay(typed) ? { value: typed } : { problem: `${label}: enter a date as year-month-day, like 2026-11-20` }),
  switch: (typed) => (typed === 'on' || typed === 'off' ? { value: typed === 'off' } : { problem: 'Choose on or off' }),
  text(typed) {
    return typed.length <= longestEvidence
      ? { value: typed }
      : { problem: `The evidence must be 1,000 characters or fewer: it’s ${typed.length.toLocaleString('en-GB')}` }
  },
  note(typed, { label }) {
    const unknown = placeholderProblem(typed)
    if (unknown) return { problem: `${label}: ${unknown}` }
    return typed.length <= longestNote
      ? { value: typed }
      : { problem: `${label} must be ${longestNote} characters or fewer: it’s ${typed.length.toLocaleString('en-GB')}` }
  },
  link(typed) {
    const url = URL.canParse(typed) ? new URL(typed) : undefined
    return url?.protocol === 'https:' && !url.username && !url.password && typed.length <= 500
      ? { value: url.href }
      : { problem: 'The link to the evidence must start with https://' }
  },
}

/** Conflicts between fields, or with another group. */
function togetherProblems(group: OwnerGroup, values: GroupValues, { today, prices: { boilerOffer, rateTiers } }: Now): Problems {
  const holding = (name: string): unknown => {
    const field = group.fields.find((each) => each.name === name)
    if (name in values || !field) return values[name]
    const usual = usualOf(field)
    const read = usual === '' ? undefined : readers[field.kind](usual, field)
    return read && 'value' in read ? read.value : undefined
  }
  const problems: Problems = {}
  const [from, until] = [holding('from'), holding('until')]
  if (typeof from === 'string' && typeof until === 'string' && until < from) problems.until = 'The last day can’t be before the first'
  const least = rateTiers[0].calloutPence
  if (group.id === `offer-${boilerOffer.code}` && holding('isOff') !== true && Number(holding('pence')) >= least)
    problems.pence = `The price must be less than the daytime call-out charge of £${typedPounds(least)}, or it wouldn’t be an offer`
  if (group.id === 'rates' && !boilerOffer.isOff && Number(holding('dayCalloutPence')) <= boilerOffer.callout.pence)
    problems.dayCalloutPence = `Day: call-out must be more than the boiler offer’s £${typedPounds(boilerOffer.callout.pence)}. Change or switch off the offer first`
  if (holding('vatStatus') === 'not-registered' && holding('vatNumber'))
    problems.vatNumber = 'Leave the VAT number blank, or choose ‘Registered for VAT’'
  if (group.id === 'area' && group.fields.every(({ name }) => values[name]))
    problems[group.fields[0]?.name ?? ''] = 'Leave at least one borough on'
  if (group.id === 'slots' && group.fields.every(({ name }) => holding(name)))
    problems[group.fields[0]?.name ?? ''] = 'Leave at least one slot on. To stop all online booking for a while, pause it on the board'
  const day = holding('day')
  if (typeof day === 'string' && day > today) problems.day = 'The date can’t be in the future'
  return problems
}
