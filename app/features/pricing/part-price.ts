/** Parts as they were used: how many, and what one costs us, VAT included. */
export interface UsedPart {
  quantity: number
  costPence: number
}

/**
 * Returns the customer's price of one part, VAT included: its cost with the markup, rounded down to a penny. It is the only rounding of a
 * part's price, so the price book, a signed agreement and the bill show the same, however many are used.
 */
export const partPricePence = (costPence: number, materialsMarkupPercent: number): number =>
  Math.floor((costPence * (100 + materialsMarkupPercent)) / 100)

/** Returns the customer's price of several parts, VAT included. */
export const partsPricePence = (parts: readonly UsedPart[], materialsMarkupPercent: number): number =>
  parts.reduce((sum, { quantity, costPence }) => sum + quantity * partPricePence(costPence, materialsMarkupPercent), 0)
