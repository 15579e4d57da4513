import { parseAccept } from 'hono/utils/accept'
import { RowsRefusal } from './query-rows.ts'

/*
 * What a request to /rest/v1 says of the answer it wants, whether it reads or writes (docs/api.md).
 */

/** Whether a client takes one row as itself before it takes a list. Throws when it takes neither. */
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

/** Where one row was asked for, and there is another number of them. */
export const notSingle = (rows: number) =>
  new RowsRefusal({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })
