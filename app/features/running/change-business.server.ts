import type { Transaction } from 'kysely'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockOwner } from '#app/features/accounts/lock-accounts.server.ts'
import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { londonDay } from '#app/platform/london.ts'
import { lostDetails, rememberOpening } from '#app/platform/opening.ts'
import { isPriceGroup } from '#app/platform/published.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { type GroupValues, type OwnerGroup, usualOf } from './business-fields.ts'
import { type Problems, readGroup } from './read-business-fields.ts'

interface Change {
  group: OwnerGroup
  /** The revision that the owner saw: 0 before the first change. */
  revision: number
}

/** 'saved'; or the problems by field; or a conflict: someone else has changed the group since, and nothing was stored. */
type Changing = { at: 'saved' } | { at: 'problem'; problems: Problems } | { at: 'changed_since' }

/**
 * Stores the owner's business details, group by group; default values are not stored. Pages and emails of this instance use them when this
 * returns, those of others within a second. If an open site no longer states what the law requires, staff are emailed. Throws `not_owner`.
 */
export async function changeBusiness(
  services: Services,
  viewer: SignedIn,
  { group, revision, typed }: Change & { typed: Record<string, string> },
): Promise<Changing> {
  // Checked against the present values of the other groups.
  await services.published.refresh()
  const read = readGroup(group, typed, { today: londonDay(services.clock.now()), prices: services.published.current().prices })
  if ('problems' in read) return { at: 'problem', problems: read.problems }
  return write(services, viewer, { group, revision, values: read.values })
}

/** Resets one value of a group to its default; for evidence, everything filed. Throws `not_owner`. */
export async function takeBack(
  services: Services,
  viewer: SignedIn,
  { group, revision, field }: Change & { field: string },
): Promise<Changing> {
  if (group.id.startsWith('claim-')) return write(services, viewer, { group, revision, values: {} })
  await services.published.refresh()
  const published = services.published.current()
  const typed = Object.fromEntries(group.fields.map((each) => [each.name, each.name === field ? usualOf(each) : each.shown(published)]))
  return changeBusiness(services, viewer, { group, revision, typed })
}

async function write(
  services: Services,
  { account: { user } }: SignedIn,
  { group, revision, values }: Change & { values: GroupValues },
): Promise<Changing> {
  const isWritten = await services.db.transaction().execute(async (tx) => {
    await lockOwner(tx, user.id)
    const before = await services.published.readIn(tx)
    const now = services.clock.now()
    const replaced = await tx.selectFrom('ownerValues').select('value').where('name', '=', group.id).executeTakeFirst()
    const row = { value: JSON.stringify(values), revision: revision + 1, updatedAt: toInstant(now) }
    // Of two concurrent owners, the first to change the revision wins.
    const written =
      revision === 0
        ? await tx
            .insertInto('ownerValues')
            .values({ name: group.id, ...row })
            .onConflict((conflict) => conflict.column('name').doNothing())
            .returning('name')
            .executeTakeFirst()
        : await tx
            .updateTable('ownerValues')
            .set(row)
            .where('name', '=', group.id)
            .where('revision', '=', revision)
            .returning('name')
            .executeTakeFirst()
    if (!written) return false
    if (isPriceGroup(group.id)) await keepReplaced(tx, now, { name: group.id, value: replaced?.value ?? '{}' })
    await recordAudit(tx, now, { actor: user.id, action: 'business.change', subject: group.id })
    const after = await services.published.readIn(tx)
    const changes = group.fields
      .filter(({ shown }) => shown(before) !== shown(after))
      .map(({ name, shown }) => ({
        id: newId(),
        groupName: group.id,
        field: name,
        before: shown(before),
        changedBy: user.id,
        changedAt: row.updatedAt,
      }))
    if (changes.length > 0) await tx.insertInto('ownerValueChanges').values(changes).execute()
    const labels = lostDetails(services, before, after)
    if (labels.length > 0) await raiseAlarm(tx, now, { kind: 'details_missing', labels: [...labels] })
    return true
  })
  services.jobsAdded()
  await services.published.refresh()
  await rememberOpening(services)
  return { at: isWritten ? 'saved' : 'changed_since' }
}

/** Keeps a group's previous values for a day, which is longer than a displayed price stays valid. */
async function keepReplaced(tx: Transaction<Tables>, now: Date, before: { name: string; value: string }): Promise<void> {
  await tx
    .deleteFrom('replacedPrices')
    .where('replacedAt', '<', later(now, -days(1)))
    .execute()
  await tx
    .insertInto('replacedPrices')
    .values({ id: newId(), ...before, replacedAt: toInstant(now) })
    .execute()
}
