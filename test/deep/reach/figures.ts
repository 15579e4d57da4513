/* A simulation's output: its seed and its measurements. */

export function printTable(title: string, rows: readonly (readonly [what: string, ...figures: (string | number)[]])[]): void {
  const width = Math.max(...rows.map(([what]) => what.length))
  const lines = rows.map(([what, ...figures]) => `  ${what.padEnd(width)}  ${figures.join('  ')}`)
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`)
}

/** The median, the 99th of a hundred and the largest, in seconds. */
export function spread(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (part: number) => ((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN) / 1_000).toFixed(1)
  return `${at(0.5)} s, 99 in 100 within ${at(0.99)} s, at most ${at(1)} s (${sorted.length})`
}
