import { vatPercent } from '#content/rates.ts'

/** What of an amount that includes it is VAT at the standard rate, to the nearest penny. In pence; negative for what is taken off. */
export function vatIn(pence: number): number {
  const vat = Math.round((Math.abs(pence) * vatPercent) / (100 + vatPercent))
  return pence < 0 && vat > 0 ? -vat : vat
}

/**
 * The VAT of each of some amounts that include it, so that what the lines have adds up to the VAT of their sum: each line gets what its
 * running total adds, and is less than a penny and a half from its own sixth (docs/decisions/0065-the-bill.md).
 */
export function vatOfLines(amountsPence: readonly number[]): number[] {
  let running = 0
  return amountsPence.map((amountPence) => {
    const before = vatIn(running)
    running += amountPence
    return vatIn(running) - before
  })
}
