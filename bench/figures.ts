/** Arithmetic and print of a report. */

/** The value below which `share` of the values lie; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Prints rows under their headings, each column as wide as its widest cell, figures to the right. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  for (const cells of [headings, widths.map((width) => '-'.repeat(width)), ...rows]) console.log(line(cells))
}

/** A line that tells if a budget is met; `undefined`: it could not be measured. */
export const verdict = (met: boolean | undefined, line: string) =>
  console.log(`  ${met === undefined ? '?     ' : met ? 'met   ' : 'missed'}  ${line}`)
