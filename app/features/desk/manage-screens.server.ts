import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId, newToken } from '#app/values/ids.ts'

/** The most wall screens. */
const mostScreens = 20
/** The longest name of a screen, in characters. */
export const mostName = 60

/** The wall screens that can show the board, the newest first: all, also if two colleagues have added the last at the same moment. */
export const readScreens = ({ db }: Pick<Services, 'db'>) =>
  db.selectFrom('wallScreens').select(['id', 'name', 'createdAt']).orderBy('id', 'desc').execute()

/**
 * Adds a wall screen. Returns its token, which is stored as a hash and cannot be read again. Throws `name_missing`, `too_many_screens` and
 * `not_staff`.
 */
export async function addScreen(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { name: typed, staffId }: { name: string; staffId: string },
): Promise<string> {
  const name = sanitiseLine(typed.slice(0, 5 * mostName)).slice(0, mostName)
  if (!name) throw new CodedRefusal(422, 'name_missing', 'Give the screen a name, like “Office, by the door”.')
  const now = clock.now()
  const [id, token] = [newId(), newToken()]
  await db.transaction().execute(async (tx) => {
    await lockStaff(tx, staffId)
    if ((await readScreens({ db: tx })).length >= mostScreens)
      throw new CodedRefusal(422, 'too_many_screens', `You already have ${mostScreens} screens. First remove one you no longer use.`)
    await tx
      .insertInto('wallScreens')
      .values({ id, name, tokenHash: hashOf(token), createdAt: toInstant(now) })
      .execute()
    await recordAudit(tx, now, { actor: staffId, action: 'wall-screen.add', subject: id, detail: { name } })
  })
  return token
}

/** Removes a wall screen: its link and its cookie stop working. Does nothing if it has been removed already. Throws `not_staff`. */
export async function removeScreen(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, staffId }: { id: string; staffId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockStaff(tx, staffId)
    const removed = await tx.deleteFrom('wallScreens').where('id', '=', id).returning('name').executeTakeFirst()
    if (removed) await recordAudit(tx, clock.now(), { actor: staffId, action: 'wall-screen.remove', subject: id, detail: removed })
  })
}
