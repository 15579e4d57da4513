import type { Kysely } from 'kysely'
import { readNameOf } from '#app/features/booking/history.server.ts'
import type { Tables } from '#db/tables.ts'

/** Returns the words for who did something: 'the customer', 'the website', or a colleague's name. `ids`: all that are asked for. */
export async function readWho(db: Kysely<Tables>, ids: readonly (string | null | undefined)[]): Promise<(id: string | null) => string> {
  const nameOf = await readNameOf(db, ids, 'a colleague')
  return (id) => (id === 'customer' ? 'the customer' : id === 'system' ? 'the website' : nameOf(id))
}
