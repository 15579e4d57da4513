import type { z } from 'zod'
import { problemsOf } from '#app/features/intake/booking-input.ts'
import { InvalidEntry } from '#app/platform/errors.ts'

/** Returns the parsed entry. Throws `InvalidEntry` with the first problem of each field. */
export function readEntry<Schema extends z.ZodType>(schema: Schema, entered: unknown): z.output<Schema> {
  const parsed = schema.safeParse(entered)
  if (!parsed.success) throw new InvalidEntry(problemsOf(parsed.error))
  return parsed.data
}
