/** Arithmetic and print of a report. */

/** The value below which `share` of the values lie; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The median of each figure over the rounds that measured it. */
export function medians<Name extends string>(rounds: readonly Record<Name, number>[]): Record<Name, number> {
  const names = Object.keys(rounds[0] ?? {}) as Name[]
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name]))])) as Record<Name, number>
}

interface Row {
  name: string
}

interface Column<R> {
  heading: string
  /** NaN where it doesn't apply. */
  of(row: R): number
  digits?: number
  /** The aim, of the rows that have one. */
  most?: number | ((row: R) => number | undefined)
  least?: number | ((row: R) => number | undefined)
}

/** Prints a table, and for each column with an aim a line that names the rows which miss it. */
export function report<R extends Row>(rows: readonly R[], columns: readonly Column<R>[]): void {
  printTable(
    ['', ...columns.map(({ heading }) => heading)],
    rows.map((row) => [row.name, ...columns.map(({ of, digits = 0 }) => print(of(row), digits))]),
  )
  for (const { heading, of, ...aims } of columns)
    for (const bound of ['most', 'least'] as const) {
      const aimOf = (row: R) => (typeof aims[bound] === 'function' ? aims[bound](row) : aims[bound])
      const judged = rows.flatMap((row) => {
        const [figure, aim] = [of(row), aimOf(row)]
        return aim === undefined || Number.isNaN(figure)
          ? []
          : { name: row.name, aim, isMet: bound === 'most' ? figure <= aim : figure >= aim }
      })
      if (judged.length === 0) continue
      const missed = judged.filter(({ isMet }) => !isMet).map(({ name }) => name)
      const aim = [...new Set(judged.map((each) => each.aim.toLocaleString('en-GB')))].join(' or ')
      verdict(missed.length === 0, `${heading}: at ${bound} ${aim}${missed.length > 0 ? `, missed by ${missed.join(', ')}` : ''}`)
    }
}

const print = (figure: number, digits: number) =>
  Number.isNaN(figure) ? '-' : figure.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Each column is as wide as its widest cell, with figures to the right. */
function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  for (const cells of [headings, widths.map((width) => '-'.repeat(width)), ...rows]) console.log(line(cells))
}

/** A line that tells if an aim is met; `undefined`: it could not be measured. */
export const verdict = (met: boolean | undefined, line: string) =>
  console.log(`  ${met === undefined ? '?     ' : met ? 'met   ' : 'missed'}  ${line}`)
