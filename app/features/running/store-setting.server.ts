import { randomBytes } from 'node:crypto'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockOwner } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { targetPolicy } from '#app/platform/config.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { deleteSetting, saveFirstSetting, saveSetting } from '#app/platform/settings.ts'
import { settingProblem } from './setting-problems.ts'
import { keptAs, type StoredSetting } from './stored-settings.ts'

/** It was not stored; the log has the reason. */
export class NotStored extends Error {
  constructor(cause: unknown) {
    super('Failed to store configuration securely', { cause })
  }
}

/** The result: the problem with the value, in words; or that it is stored, with the webhook's secret if one was made. */
interface Stored {
  problem?: string
  secret?: string
}

/**
 * Stores a setting, encrypted, replacing the previous one. A webhook without a signing secret, here or in the environment, gets one, which
 * is returned once. Throws `NotStored`, `not_owner`.
 */
export async function storeSetting(
  services: Services,
  { account: { user } }: SignedIn,
  { setting, value }: { setting: StoredSetting; value: string },
): Promise<Stored> {
  const problem = settingProblem(setting, value, targetPolicy(services.config))
  if (problem) return { problem }
  const secret = await services.db.transaction().execute(async (tx) => {
    await lockOwner(tx, user.id)
    const made = await stored(services, async () => {
      await saveSetting(services, keptAs[setting], value, tx)
      if (setting !== 'webhook') return undefined
      await deleteSetting(tx, 'webhookGone')
      if (services.config.webhook) return undefined
      const first = newSecret()
      return (await saveFirstSetting(services, 'webhookSecret', first, tx)) ? first : undefined
    })
    await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'setting.store', subject: keptAs[setting] })
    return made
  })
  await services.analyticsId.refresh()
  return { secret }
}

/** Deletes a stored setting, so that the environment's applies again, if there is one. Throws `not_owner`. */
export async function removeSetting(services: Services, { account: { user } }: SignedIn, setting: StoredSetting): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockOwner(tx, user.id)
    const removed = await tx.deleteFrom('settings').where('name', '=', keptAs[setting]).returning('name').executeTakeFirst()
    if (removed) await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'setting.remove', subject: keptAs[setting] })
  })
  await services.analyticsId.refresh()
}

/** Makes a new signing secret for webhooks, and returns it once. Throws `NotStored`, `not_owner`. */
export async function renewWebhookSecret(services: Services, { account: { user } }: SignedIn): Promise<string> {
  return services.db.transaction().execute(async (tx) => {
    await lockOwner(tx, user.id)
    const secret = newSecret()
    await stored(services, () => saveSetting(services, 'webhookSecret', secret, tx))
    await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'setting.store', subject: 'webhookSecret' })
    return secret
  })
}

/** 256 bits, in the format of Standard Webhooks. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

async function stored<Answer>({ log }: Services, store: () => Promise<Answer>): Promise<Answer> {
  try {
    return await store()
  } catch (error) {
    log.error({ error: loggable(error) }, 'a setting could not be stored')
    throw new NotStored(error)
  }
}
