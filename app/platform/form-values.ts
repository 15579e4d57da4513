import { InvalidEntry } from './errors.ts'
import type { Read } from './fields.ts'

/** The values of a form's fields, as they were read. Throws `InvalidEntry` with all their problems. */
export function valuesOf<Reads extends Record<string, Read<unknown>>>(
  reads: Reads,
): { [Name in keyof Reads]: Extract<Reads[Name], { value: unknown }>['value'] } {
  const all = Object.entries<Read<unknown>>(reads)
  const problems = Object.fromEntries(all.flatMap(([name, read]) => ('problem' in read ? [[name, read.problem]] : [])))
  if (Object.keys(problems).length > 0) throw new InvalidEntry(problems)
  return Object.fromEntries(all.map(([name, read]) => [name, 'value' in read && read.value])) as ReturnType<typeof valuesOf<Reads>>
}
