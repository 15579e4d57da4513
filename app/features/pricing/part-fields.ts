import { penceOf, type Read, textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'

/* Parts as the owner enters them, and as engineers choose them by name. */

export interface PartFields {
  name: string
  /** The unit: 'each', 'metre'. */
  unit: string
  /** Our cost of one, VAT included. */
  costPence: number
}

/** 'each', 'per metre'. */
export const unitText = (unit: string): string => (unit === 'each' ? unit : `per ${unit}`)

/** The most parts in the price book. */
export const mostParts = 500

/** £10,000. */
const mostCostPence = 1_000_000

const readName = textReader('The name', { max: 80, required: 'Give the part a name, like Stopcock 15 mm' })
const readUnit = textReader('The unit', { max: 20 })

function readCost(typed: string): Read<number> {
  const pence = penceOf(typed)
  return pence === undefined || pence > mostCostPence ? { problem: 'Enter what one costs us in pounds, like 24.50' } : { value: pence }
}

/** Returns a part from the form's fields. Throws `InvalidEntry`. */
export function readPart(typed: (name: string) => string): PartFields {
  const { name, unit, cost } = valuesOf({ name: readName(typed('name')), unit: readUnit(typed('unit')), cost: readCost(typed('cost')) })
  return { name, unit: unit || 'each', costPence: cost }
}

/** Returns a name for comparison: two parts of one name couldn't be distinguished. */
export const nameKeyOf = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/**
 * A form's fields, with the price book's cost for each of its parts without one: `part1` and `cost1`, and so on. A cost typed by the
 * engineer counts: they may have paid another price.
 */
export function withBookCosts(
  typed: (name: string) => string,
  book: readonly Pick<PartFields, 'name' | 'costPence'>[],
): (name: string) => string {
  const costs = new Map(book.map(({ name, costPence }) => [nameKeyOf(name), costPence]))
  return (name) => {
    const own = typed(name)
    const [, number] = /^cost(\d+)$/.exec(name) ?? []
    if (own.trim() !== '' || number === undefined) return own
    const costPence = costs.get(nameKeyOf(typed(`part${number}`)))
    return costPence === undefined ? own : (costPence / 100).toFixed(2)
  }
}
