import { parseAccept } from 'hono/utils/accept'
import { RowsRefusal } from './query-rows.ts'

/* The representation that a request to /rest/v1 asks for, for reads and writes (docs/api.md). */

/** Returns true if a client prefers a single object over a list. Throws if it accepts neither. */
export function wantsObject(accept = '*/*'): boolean {
  for (const { type, params, q } of parseAccept(accept)) {
    if (q === 0 || params.nulls) continue
    if (/^application\/vnd\.pgrst\.object(\+json)?$/i.test(type)) return true
    if (/^(application\/(json|\*)|\*\/\*)$/i.test(type)) return false
  }
  throw new RowsRefusal({ status: 406, code: 'PGRST107', message: `None of these media types are available: ${accept}` })
}

/** The preference for a count, as the answer repeats it; an exact count serves as a planned or an estimated one. */
export const countPreference = (prefer = '') =>
  prefer
    .split(',')
    .map((preference) => preference.trim())
    .find((preference) => /^count=(exact|planned|estimated)$/.test(preference))

/** The refusal when one row was asked for and there are none or several. */
export const notSingle = (rows: number) =>
  new RowsRefusal({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })
