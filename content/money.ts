/** '£142.50', or '£95' without pence. */
export function poundsText(pence: number): string {
  const pounds = Math.abs(pence) / 100
  const text = Number.isInteger(pounds) ? pounds.toFixed(0) : pounds.toFixed(2)
  return `${pence < 0 ? '−' : ''}£${text}`
}

/** '£142.50', '£95.00', '£1,134.00': for columns of figures. */
export const exactPoundsText = (pence: number): string =>
  `${pence < 0 ? '−' : ''}£${(Math.abs(pence) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
