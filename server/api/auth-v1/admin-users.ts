import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { UserRow } from '#app/features/accounts/account-rows.ts'
import { mergedMetadata } from '#app/features/accounts/account-rows.ts'
import { endWithChange } from '#app/features/accounts/change-access.server.ts'
import { changeEmail } from '#app/features/accounts/change-email.server.ts'
import { createEmailUser, newUserRow } from '#app/features/accounts/create-user.server.ts'
import { requireEmail } from '#app/features/accounts/email-and-phone.ts'
import {
  emailField,
  metadataField,
  mostMetadata,
  passwordField,
  phoneField,
  readInput,
  shortText,
} from '#app/features/accounts/input-fields.ts'
import { keepAnOwner, lockOwners, lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import { readAccount, readAccounts } from '#app/features/accounts/read-accounts.server.ts'
import { AuthRefusal, emailExists, noSuchUser, validationFailed } from '#app/features/accounts/refusals.ts'
import { setPassword } from '#app/features/accounts/set-password.server.ts'
import { passwordRoleOf } from '#app/features/accounts/site-session.server.ts'
import { storedPassword } from '#app/features/accounts/stored-password.server.ts'
import { passwordProblem } from '#app/features/accounts/weak-passwords.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { recordErasure } from '#app/platform/erasures.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later, toInstant } from '#app/values/clock.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import { userView } from './user-answer.ts'

const ServiceUser = z.object({
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  password: passwordField.nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadataField.nullish(),
  app_metadata: metadataField.nullish(),
  /** e.g. `24h30m`; `none` lifts a ban. */
  ban_duration: shortText(40).nullish(),
  role: z.enum(['', 'authenticated'], 'it is always authenticated').nullish(),
  id: z.null('an id cannot be chosen').optional(),
  password_hash: z.null('hashes made elsewhere cannot be imported').optional(),
})

const DeleteUser = z.object({ should_soft_delete: z.literal(false, 'users are always deleted completely').optional() })

/* User administration with the service key (docs/api.md). The routes check the key; every action is recorded as done by 'service'. */

const actor = 'service'

/** A page of users, newest first, and the total number. */
export async function listUsers({ db }: Services, page: number, perPage: number) {
  const { accounts, total } = await readAccounts(db, page, perPage)
  return { users: accounts.map(userView), total }
}

/** A user. Throws `user_not_found`. */
export async function showUser({ db }: Services, userId: string) {
  const account = await readAccount(db, userId)
  if (!account) throw noSuchUser()
  return userView(account)
}

/** Makes a user, without an email. Throws `validation_failed`, `weak_password`, `email_exists`. */
export async function createUserByService(services: Services, body: unknown) {
  const input = readUser(body)
  const email = requireEmail(input.email ?? '')
  const now = services.clock.now()
  const user = newUserRow(services, {
    email,
    emailConfirmedAt: input.email_confirm ? toInstant(now) : null,
    ...(input.password ? await hashAllowed(input.password) : {}),
    userMetadata: mergedMetadata('{}', input.user_metadata ?? {}),
    appMetadata: mergedMetadata('{}', input.app_metadata ?? {}),
    bannedUntil: bannedUntil(input.ban_duration, now) ?? null,
  })
  const created = await services.db.transaction().execute((tx) => createEmailUser(services, tx, user, actor))
  if (!created) throw emailExists()
  return showUser(services, created.id)
}

/**
 * Changes a user immediately: an address without an email to confirm it, a password without the old one. A new password and a ban end all
 * of their sessions. Throws `user_not_found`, `validation_failed`, `weak_password`, `email_exists`.
 */
export async function updateUserByService(services: Services, userId: string, body: unknown) {
  const input = readUser(body)
  const email = input.email ? requireEmail(input.email) : undefined
  const now = services.clock.now()
  const banned = bannedUntil(input.ban_duration, now)
  const password = input.password ? await hashAllowed(input.password, await readRole(services, userId)) : undefined
  await services.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw noSuchUser()
    const emailConfirmedAt = user.emailConfirmedAt ?? (input.email_confirm ? toInstant(now) : null)
    if (email && email !== user.email) await changeEmail(services, tx, user, email, { actor, emailConfirmedAt })
    else if (emailConfirmedAt && !user.emailConfirmedAt) await confirmByService(services, tx, user)
    if (input.user_metadata || input.app_metadata) await mergeMetadata(services, tx, user, input)
    if (password) await setPassword(services, tx, user, { ...password, actor })
    if (banned !== undefined) await ban(services, tx, user, banned)
  })
  services.jobsAdded()
  return showUser(services, userId)
}

/** Deletes a user and all that is theirs; not the only owner. Throws `user_not_found`, `validation_failed`, `last_owner`. */
export async function deleteUser(services: Services, userId: string, body: unknown): Promise<void> {
  readInput(DeleteUser, body)
  await services.db.transaction().execute(async (tx) => {
    keepAnOwner(await lockOwners(services, tx), userId)
    const deleted = await tx.deleteFrom('authUsers').where('id', '=', userId).returning(['id', 'email']).executeTakeFirst()
    if (!deleted) throw noSuchUser()
    if (deleted.email) await tx.deleteFrom('staffInvitations').where('email', '=', deleted.email).execute()
    await recordErasure(services, tx, 'account', userId)
    await recordAudit(tx, services.clock.now(), { actor, action: 'user.delete', subject: userId })
  })
}

function readUser(body: unknown) {
  const input = readInput(ServiceUser, body)
  if (input.phone) throw new AuthRefusal(400, 'phone_provider_disabled', 'Unsupported phone provider')
  return input
}

/** Returns the role whose password rules apply; a customer's for an unknown user. */
async function readRole({ db }: Services, userId: string): Promise<UserRole> {
  const account = await readAccount(db, userId)
  return account ? passwordRoleOf(db, account.user) : 'customer'
}

async function hashAllowed(password: string, role?: UserRole) {
  const problem = await passwordProblem(password, '', role)
  if (problem) throw problem
  return storedPassword(password)
}

/** The end of a ban; null lifts it, undefined leaves it as it is. Throws `validation_failed`. */
function bannedUntil(duration: string | null | undefined, now: Date): string | null | undefined {
  if (!duration) return undefined
  if (duration === 'none') return null
  const ms = readDurationMs(duration)
  if (ms === undefined) throw validationFailed('ban_duration is not valid: a length of time like 24h, or none')
  return later(now, ms)
}

async function confirmByService(services: Services, tx: Transaction<Tables>, user: UserRow): Promise<void> {
  const at = toInstant(services.clock.now())
  await tx.updateTable('authUsers').set({ emailConfirmedAt: at, updatedAt: at }).where('id', '=', user.id).execute()
  const identities = await tx
    .selectFrom('authIdentities')
    .selectAll()
    .where('userId', '=', user.id)
    .where('provider', '=', 'email')
    .execute()
  for (const { id, identityData } of identities)
    await tx
      .updateTable('authIdentities')
      .set({ identityData: JSON.stringify({ ...JSON.parse(identityData), email_verified: true }), updatedAt: at })
      .where('id', '=', id)
      .execute()
  // A sign-up's email would set its own password.
  await tx.deleteFrom('authMailTokens').where('userId', '=', user.id).where('kind', '=', 'signup').execute()
  await recordAudit(tx, services.clock.now(), { actor, action: 'user.confirm', subject: user.id })
}

async function mergeMetadata(
  services: Services,
  tx: Transaction<Tables>,
  user: UserRow,
  input: Pick<ReturnType<typeof readUser>, 'user_metadata' | 'app_metadata'>,
): Promise<void> {
  const userMetadata = mergedMetadata(user.userMetadata, input.user_metadata ?? {})
  const appMetadata = mergedMetadata(user.appMetadata, input.app_metadata ?? {})
  if (userMetadata.length > mostMetadata || appMetadata.length > mostMetadata)
    throw validationFailed('The metadata is not valid: with what is already stored, it would be too large')
  const now = services.clock.now()
  await tx
    .updateTable('authUsers')
    .set({ userMetadata, appMetadata, updatedAt: toInstant(now) })
    .where('id', '=', user.id)
    .execute()
  await recordAudit(tx, now, { actor, action: 'user.change-metadata', subject: user.id })
}

async function ban(services: Services, tx: Transaction<Tables>, { id }: UserRow, until: string | null): Promise<void> {
  const now = services.clock.now()
  await tx
    .updateTable('authUsers')
    .set({ bannedUntil: until, updatedAt: toInstant(now) })
    .where('id', '=', id)
    .execute()
  if (until) await endWithChange(services, tx, 'banned', { userId: id, actor })
  await recordAudit(tx, now, { actor, action: until ? 'user.ban' : 'user.unban', subject: id })
}

const unitMs: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Parses a duration in the contract's format, e.g. `24h30m`, in milliseconds; undefined if it is invalid, or more than a century. */
function readDurationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)
  const ms = [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0), 0)
  return ms <= days(36_525) ? ms : undefined
}
