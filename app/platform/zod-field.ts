import { z } from 'zod'
import type { Read } from './fields.ts'

/**
 * A field of a schema that is read by one of the readers of fields.ts; absent is ''. `notText`: the message for a value that isn't a
 * string.
 */
export const fieldReadBy = <Value>(read: (typed: string) => Read<Value>, notText = 'Please enter text') =>
  z.preprocess(
    (value) => value ?? '',
    z.string(notText).transform((typed, context) => {
      const result = read(typed)
      if ('value' in result) return result.value
      context.addIssue(result.problem)
      return z.NEVER
    }),
  )
