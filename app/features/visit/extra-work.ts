import type { BillTerms } from '#app/features/pricing/bill.ts'
import { intervalPence } from '#app/features/pricing/bill.ts'
import { partsPricePence } from '#app/features/pricing/part-price.ts'
import { rateNames, tierAt } from '#app/features/pricing/rate-hours.ts'
import { penceOf, type Read, textReader } from '#app/platform/fields.ts'
import { plainCode, plainText, sanitise } from '#app/platform/sanitise.ts'
import type { Instant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'

/* Work beyond the booked job, as an engineer proposes it: its description and price, by the prices frozen with the booking. */

export interface WorkLine {
  label: string
  amountPence: number
}

/** Extra work proposed to a customer. */
interface Proposal {
  name: string
  description: string
  /** They add up to `amountPence`. */
  lines: readonly WorkLine[]
  /** The most that the customer pays for it, VAT included. */
  amountPence: number
  /** Part of the repair that they called us for. */
  isUrgentRepair: boolean
}

/** The most parts in one proposal. */
export const mostWorkParts = 5
export const mostIntervals = 16
/** £10,000: more than that is not agreed on a doorstep. */
const mostPence = 1_000_000

const readWorkName = textReader('What needs doing', { max: 100, required: 'Say what needs doing' })
const readDescription = textReader('The details', { max: 500, clean: sanitise })
const readPartName = textReader('The part', { max: 80 })

/** The text of a form field: '' if it doesn't exist. */
type Typed = (name: string) => string

/** The price of an interval that begins at `at`, and its name. */
export function intervalPrice(terms: BillTerms, at: Date | Instant): { amountPence: number; label: string } {
  const { intervalMinutes } = terms.billing
  const tier = tierAt(at)
  const amountPence = intervalPence(terms, tier)
  return { amountPence, label: `${intervalMinutes} minutes at ${poundsText(amountPence)}, ${rateNames[tier]}` }
}

/**
 * Returns a proposal from the form's fields, or the problems by field. Time is `intervals` of the rate at `at`, parts are `part1`,
 * `quantity1` and `cost1` onwards, `sum` is for other costs, in pounds, VAT included.
 */
export function readProposal(
  typed: Typed,
  terms: BillTerms,
  at: Date | Instant,
): { proposal: Proposal } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const take = <Value>(field: string, read: Read<Value>, instead: Value): Value => {
    if ('value' in read) return read.value
    problems[field] = read.problem
    return instead
  }
  const name = take('name', readWorkName(typed('name')), '')
  const description = take('description', readDescription(typed('description')), '')
  const lines = [
    ...timeLine(take('intervals', readIntervals(typed('intervals')), 0), terms, at),
    ...Array.from({ length: mostWorkParts }, (_, index) => partLine(index + 1)).filter((line) => line !== undefined),
    ...sumLine(take('sum', readPounds(typed('sum'), 'the price'), 0)),
  ]
  const amountPence = lines.reduce((sum, line) => sum + line.amountPence, 0)
  const kind = typed('kind')
  if (kind !== 'urgent' && kind !== 'other') problems.kind = 'Say whether it’s part of the repair they called us for'
  if (Object.keys(problems).length === 0 && amountPence === 0) problems.sum = 'Enter the extra time, parts or other costs'
  if (amountPence > mostPence) problems.sum = 'That’s more than £10,000. Call the office first'
  return Object.keys(problems).length > 0
    ? { problems }
    : { proposal: { name, description, lines, amountPence, isUrgentRepair: kind === 'urgent' } }

  function partLine(number: number): WorkLine | undefined {
    const [part = '', quantity = '', cost = ''] = ['part', 'quantity', 'cost'].map((field) => plainText(typed(`${field}${number}`)))
    if (!part && !cost) return undefined
    if (!part) problems[`part${number}`] = 'Enter the name of the part'
    if (!cost) problems[`cost${number}`] = 'Enter the cost of each one in pounds'
    if (quantity && !/^[1-9]\d?$/.test(plainCode(quantity))) problems[`quantity${number}`] = 'Enter how many, from 1 to 99'
    const [label, count] = [take(`part${number}`, readPartName(part), ''), Number(plainCode(quantity)) || 1]
    const costPence = take(`cost${number}`, readPounds(cost, 'the cost of each one'), 0)
    return {
      label: `${count} × ${label}`,
      amountPence: partsPricePence([{ quantity: count, costPence }], terms.billing.materialsMarkupPercent),
    }
  }
}

/** Parses an amount in pounds; an empty one is 0. In pence, up to £10,000. */
function readPounds(typed: string, what: string): Read<number> {
  const pence = plainText(typed) === '' ? 0 : penceOf(typed)
  return pence === undefined || pence > mostPence ? { problem: `Enter ${what} in pounds, like 24.50` } : { value: pence }
}

function readIntervals(typed: string): Read<number> {
  const count = Number(plainCode(typed))
  return Number.isInteger(count) && count >= 0 && count <= mostIntervals ? { value: count } : { problem: 'Choose how long it’ll take' }
}

function timeLine(count: number, terms: BillTerms, at: Date | Instant): WorkLine[] {
  if (count === 0) return []
  const { amountPence, label } = intervalPrice(terms, at)
  return [{ label: `${count} × ${label}`, amountPence: count * amountPence }]
}

/** Returns the part of an agreed sum for parts and other costs: everything but the time. */
export const partsPenceOf = (lines: readonly WorkLine[]): number =>
  lines.reduce((sum, { label, amountPence }) => (/^\d+ × \d+ minutes at £/.test(label) ? sum : sum + amountPence), 0)

/** The line's present name, and its name until November 2026. */
const sumLabels = ['Other costs', 'Fixed price'] as const

const sumLine = (amountPence: number): WorkLine[] => (amountPence > 0 ? [{ label: sumLabels[0], amountPence }] : [])

/** Returns lines in every wording that a page has shown: one opened before a change, and offline since, is signed in its own. */
export const wordingsOf = (lines: readonly WorkLine[]): WorkLine[][] =>
  sumLabels.map((label) => lines.map((line) => (line.label === sumLabels[0] ? { ...line, label } : line)))

/**
 * Everything that a customer agrees to, as one text; its hash is `contentHash`. Different for other words, another sum, or another
 * proposal.
 */
export const contentTextOf = (id: string, { name, description, lines, amountPence, isUrgentRepair }: Proposal): string =>
  JSON.stringify([id, name, description, lines.map((line) => [line.label, line.amountPence]), amountPence, isUrgentRepair])
