import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { CodedRefusal, InvalidEntry } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { mostParts, nameKeyOf, readPart } from './part-fields.ts'

interface SavePart {
  /** The id of the user. The caller has checked that they are an owner. */
  ownerId: string
  /** The part that is changed; absent: a new one. */
  id?: string
  /** The part's revision that was seen. */
  seen?: number
  typed: (name: string) => string
}

const changedMeanwhile = () =>
  new CodedRefusal(409, 'part_changed', 'Someone else has changed this part since you opened the page. Check it, then save again.')

/**
 * Adds a part to the price book, or changes one; its previous version is kept. Throws `InvalidEntry`, `part_changed`, `too_many_parts`, or
 * `not_staff`.
 */
export async function savePart({ db, clock }: Pick<Services, 'db' | 'clock'>, { ownerId, id, seen, typed }: SavePart): Promise<void> {
  const part = readPart(typed)
  const row = { ...part, nameKey: nameKeyOf(part.name), isActive: typed('isActive') === 'no' ? (0 as const) : (1 as const) }
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockStaff(tx, ownerId)
    const namesake = await tx.selectFrom('parts').select('id').where('nameKey', '=', row.nameKey).executeTakeFirst()
    if (namesake && namesake.id !== id) throw new InvalidEntry({ name: 'There’s already a part with this name' })
    if (id === undefined) {
      const { count } = await tx
        .selectFrom('parts')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) >= mostParts) throw new CodedRefusal(409, 'too_many_parts', `The price book is full: it has ${mostParts} parts.`)
      const added = await tx
        .insertInto('parts')
        .values({ id: newId(), ...row, revision: 1 })
        .onConflict((conflict) => conflict.column('nameKey').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) throw new InvalidEntry({ name: 'There’s already a part with this name' })
      await recordAudit(tx, now, { actor: ownerId, action: 'part.add', subject: added.id, detail: { ...part } })
      return
    }
    const before = await tx.selectFrom('parts').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw changedMeanwhile()
    if (before.name === row.name && before.unit === row.unit && before.costPence === row.costPence && before.isActive === row.isActive)
      return
    const changed = await tx
      .updateTable('parts')
      .set((eb) => ({ ...row, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where('revision', '=', seen ?? 0)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw changedMeanwhile()
    const { name, unit, costPence, isActive } = before
    await tx
      .insertInto('partChanges')
      .values({ id: newId(), partId: id, at: toInstant(now), actor: ownerId, name, unit, costPence, isActive })
      .execute()
    const detail = {
      name: row.name,
      costPence: row.costPence,
      isActive: row.isActive,
      formerName: name,
      formerCostPence: costPence,
      formerIsActive: isActive,
    }
    await recordAudit(tx, now, { actor: ownerId, action: 'part.change', subject: id, detail })
  })
}
