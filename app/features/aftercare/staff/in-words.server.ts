import type { Kysely } from 'kysely'
import { readNames } from '#app/features/booking/history.server.ts'
import type { Tables } from '#db/tables.ts'

/** Returns the words for who did something: 'the customer', 'the website', or a colleague's name. `ids`: all that are asked for. */
export async function readWho(db: Kysely<Tables>, ids: readonly (string | null | undefined)[]): Promise<(id: string | null) => string> {
  const names = await readNames(
    db,
    ids.filter((id) => typeof id === 'string'),
  )
  return (id) => (id === 'customer' ? 'the customer' : id === 'system' ? 'the website' : (names.get(id ?? '') ?? 'a colleague'))
}

/** Facts as rows, without those that have no text. */
export const factRows = (facts: readonly (readonly [label: string, text: string])[]): { label: string; text: string }[] =>
  facts.flatMap(([label, text]) => (text ? [{ label, text }] : []))
