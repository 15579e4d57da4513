import type { Kysely } from 'kysely'
import { readNameOf } from '#app/features/booking/history.server.ts'
import { momentText } from '#app/platform/london.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { mostParts, type PartFields, unitText } from './part-fields.ts'

/** A part that engineers can choose. */
export type BookPart = Pick<PartFields, 'name' | 'unit' | 'costPence'>

/** The parts that engineers choose from, by name. */
export const readActiveParts = (db: Kysely<Tables>): Promise<BookPart[]> =>
  db.selectFrom('parts').select(['name', 'unit', 'costPence']).where('isActive', '=', 1).orderBy('nameKey').limit(mostParts).execute()

/** Returns all parts for the owner: those that can be chosen first, each with its values before the last change. */
export async function readPriceBook(db: Kysely<Tables>) {
  const parts = await db.selectFrom('parts').selectAll().orderBy('isActive', 'desc').orderBy('nameKey').limit(mostParts).execute()
  const changes = await db.selectFrom('partChanges').selectAll().orderBy('id').execute()
  const nameOf = await readNameOf(
    db,
    changes.map(({ actor }) => actor),
    'a colleague',
  )
  const last = new Map(changes.map((change) => [change.partId, change]))
  return parts.map(({ id, name, unit, costPence, isActive, revision }) => {
    const before = last.get(id)
    return {
      ...{ id, name, unit, costPence, isActive: isActive === 1, revision },
      changed: before && `${momentText(before.at)}, ${nameOf(before.actor)}. Before: ${formerText(before)}`,
    }
  })
}

export type PriceBook = Awaited<ReturnType<typeof readPriceBook>>

const formerText = ({ name, unit, costPence, isActive }: { name: string; unit: string; costPence: number; isActive: 0 | 1 }) =>
  `${name}, ${poundsText(costPence)} ${unitText(unit)}${isActive ? '' : ', not available'}`
