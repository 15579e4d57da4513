import type { Services } from '#app/platform/services.ts'
import { allRows, camel } from './filler-rows.ts'

/** Returns the columns where a pattern is found, as `table.column`. */
export async function tracesIn(services: Services, pattern: RegExp): Promise<string[]> {
  const found = new Set<string>()
  for (const [table, rows] of await allRows(services))
    for (const row of rows)
      for (const [column, value] of Object.entries(JSON.parse(row))) if (pattern.test(String(value))) found.add(`${table}.${camel(column)}`)
  return [...found].toSorted()
}
