import type { Kysely } from 'kysely'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { Services } from './services.ts'

/**
 * Settings that staff store in the database, sealed; they override the environment's. Made by the site itself are 'webhookGone', the URL
 * that refuses further webhooks, and 'pushKeys', the keys that identify the site to push services.
 */
const settingNames = ['webhookUrl', 'webhookSecret', 'webhookGone', 'stripeUrl', 'analyticsId', 'pushKeys'] as const
export type SettingName = (typeof settingNames)[number]

/** The given settings that are set, decrypted. */
export async function readSettings<Name extends SettingName = SettingName>(
  services: Pick<Services, 'secrets'>,
  db: Kysely<Tables>,
  names: readonly Name[] = settingNames as readonly SettingName[] as readonly Name[],
): Promise<Partial<Record<Name, string>>> {
  const rows = await db.selectFrom('settings').select(['name', 'sealedValue']).where('name', 'in', names).execute()
  return Object.fromEntries(rows.map(({ name, sealedValue }) => [name, services.secrets.open(`setting:${name}`, sealedValue)])) as Partial<
    Record<Name, string>
  >
}

/** Returns true if a setting is set, without decrypting it. */
export async function hasSetting(db: Kysely<Tables>, name: SettingName): Promise<boolean> {
  return (await db.selectFrom('settings').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
}

export const deleteSetting = (db: Kysely<Tables>, name: SettingName) => db.deleteFrom('settings').where('name', '=', name).execute()

/** Stores a setting if none is stored yet, in the caller's transaction. Returns whether it did: of two concurrent calls, one does. */
export async function saveFirstSetting(
  services: Pick<Services, 'secrets' | 'clock'>,
  name: SettingName,
  value: string,
  tx: Kysely<Tables>,
): Promise<boolean> {
  const row = { sealedValue: services.secrets.seal(`setting:${name}`, value), updatedAt: toInstant(services.clock.now()) }
  const kept = await tx
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return kept !== undefined
}

/** Stores a setting, sealed under the current key; in the caller's transaction, if there is one. */
export async function saveSetting(services: Services, name: SettingName, value: string, db: Kysely<Tables> = services.db): Promise<void> {
  const row = { sealedValue: services.secrets.seal(`setting:${name}`, value), updatedAt: toInstant(services.clock.now()) }
  await db
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
