import { vatPercent } from '#content/fees.ts'

/** The VAT included in an amount at the standard rate, to the nearest penny. In pence; negative for reductions. */
export function vatIn(pence: number): number {
  const vat = Math.round((Math.abs(pence) * vatPercent) / (100 + vatPercent))
  return pence < 0 && vat > 0 ? -vat : vat
}

/**
 * The VAT of each of some amounts that include it, such that the lines' VAT adds up to the VAT of their sum: each line gets what its
 * running total adds, which differs by less than a penny and a half from its own sixth (docs/decisions/0065-the-bill.md).
 */
export function vatOfLines(amountsPence: readonly number[]): number[] {
  let running = 0
  return amountsPence.map((amountPence) => {
    const before = vatIn(running)
    running += amountPence
    return vatIn(running) - before
  })
}
