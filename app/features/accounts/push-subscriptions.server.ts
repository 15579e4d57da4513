import { ECDH } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { CodedRefusal } from '#app/platform/errors.ts'
import { type Alert, isPushAddress, type PushAddress, sendPush } from '#app/platform/push.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { AuthUsersTable } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import { type AlertKind, takesAlerts } from './alert-choices.ts'
import type { SignedIn } from './authenticate.server.ts'
import { lockUser } from './lock-accounts.server.ts'
import { AuthRefusal } from './refusals.ts'
import { mayActAs } from './roles.ts'
import { deviceName } from './sessions/device-name.ts'
import { isEngineersAccount } from './site-session.server.ts'

/* The browsers of engineers and staff that take alerts. */

const mostSubscriptions = 10

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .refine((text) => Buffer.from(text, 'base64url').length === bytes)

const Endpoint = z
  .string()
  .max(1000)
  .regex(/^[!-~]+$/)

/** A browser's `PushSubscription`, as JSON. */
const Subscription = z.object({
  endpoint: Endpoint,
  keys: z.object({ p256dh: base64url(65).refine(isOnCurve), auth: base64url(16) }),
})

function isOnCurve(text: string): boolean {
  try {
    return ECDH.convertKey(text, 'prime256v1', 'base64url', 'hex', 'compressed').length > 0
  } catch {
    return false
  }
}

/** From a page or the worker; `was`: the subscription that the browser has renewed. */
const SentSubscription = z.object({
  subscription: Subscription,
  was: z.object({ endpoint: Endpoint, auth: base64url(16) }).optional(),
})

const unreadable = () => new CodedRefusal(400, 'invalid_subscription', 'This browser’s alerts can’t be used. Try another browser.')

/** Returns true if an account may have alerts: an engineer's or staff's. */
export const mayHaveAlerts = async (db: Kysely<Tables>, { account: { user } }: SignedIn): Promise<boolean> =>
  mayActAs(user, 'staff') || (await isEngineersAccount(db, user.id))

const signedOut = () => new AuthRefusal(401, 'session_not_found', 'Sign in again to switch alerts on.')

/**
 * Stores where a browser takes alerts, for the signed-in user; returns its id. Without a sign-in it only replaces the subscription that it
 * was, whose secret it knows: browsers renew them on their own. Only the browser of a subscription, which knows its secrets, may take it
 * over for another account. Throws `invalid_subscription`, `too_many_devices`, `not_staff`, `session_not_found`.
 */
export async function subscribe(services: Services, signedIn: SignedIn | undefined, sent: unknown, userAgent: string): Promise<string> {
  const { db, clock, config } = services
  if (signedIn) await requireAlerts(db, signedIn)
  const read = SentSubscription.safeParse(sent)
  if (!signedIn && !read.data?.was) throw signedOut()
  if (!read.success || !isPushAddress(read.data.subscription.endpoint, config)) throw unreadable()
  const { subscription, was } = read.data
  const { endpoint, keys } = subscription
  return db.transaction().execute(async (tx) => {
    const old = was
      ? await tx
          .selectFrom('pushSubscriptions')
          .select(['id', 'userId'])
          .where('endpoint', '=', was.endpoint)
          .where('auth', '=', was.auth)
          .executeTakeFirst()
      : undefined
    const userId = signedIn?.account.user.id ?? old?.userId
    if (!userId) throw signedOut()
    await lockUser(tx, userId)
    if (old?.userId === userId) await tx.deleteFrom('pushSubscriptions').where('id', '=', old.id).execute()
    const others = await tx
      .selectFrom('pushSubscriptions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .where('endpoint', '!=', endpoint)
      .executeTakeFirstOrThrow()
    if (Number(others.count) >= mostSubscriptions)
      throw new CodedRefusal(409, 'too_many_devices', 'You already have alerts on ten devices. Remove one first.')
    const row = { userId, device: deviceName(userAgent), failedAt: null }
    const stored = await tx
      .insertInto('pushSubscriptions')
      .values({ id: newId(), endpoint, ...keys, ...row, createdAt: toInstant(clock.now()) })
      .onConflict((conflict) =>
        conflict
          .column('endpoint')
          .doUpdateSet(row)
          .where('pushSubscriptions.p256dh', '=', keys.p256dh)
          .where('pushSubscriptions.auth', '=', keys.auth),
      )
      .returning('id')
      .executeTakeFirst()
    if (!stored) throw unreadable()
    return stored.id
  })
}

/** The id of the account's device with this subscription; undefined if it has no alerts. Throws `not_staff`. */
export async function findDevice({ db }: Pick<Services, 'db'>, signedIn: SignedIn, sent: unknown): Promise<string | undefined> {
  await requireAlerts(db, signedIn)
  const endpoint = Endpoint.safeParse(sent).data
  if (endpoint === undefined) return undefined
  const { id: userId } = signedIn.account.user
  const query = db.selectFrom('pushSubscriptions').select('id').where('endpoint', '=', endpoint).where('userId', '=', userId)
  return (await query.executeTakeFirst())?.id
}

/** Throws `not_staff` unless an account may have alerts. */
export async function requireAlerts(db: Kysely<Tables>, signedIn: SignedIn): Promise<void> {
  if (!(await mayHaveAlerts(db, signedIn))) throw new AuthRefusal(403, 'not_staff', 'Only engineers and staff have alerts.')
}

/** The devices of an account that take alerts, the newest first. */
export const readSubscriptions = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('pushSubscriptions')
    .select(['id', 'device', 'createdAt', 'lastSentAt', 'failedAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()

/** One device of an account, in a message's job. */
export interface AlertDevice {
  /** The id of its subscription. */
  device: string
  userId: string
}

/** The devices of these accounts, or of those with these roles, that take a kind of alerts; of any kind, without one. */
export async function readAlertDevices(
  db: Kysely<Tables>,
  of: readonly string[] | { roles: readonly AuthUsersTable['role'][] },
  kind?: AlertKind,
): Promise<AlertDevice[]> {
  if ('length' in of && of.length === 0) return []
  const devices = await db
    .selectFrom('pushSubscriptions')
    .innerJoin('authUsers', 'authUsers.id', 'pushSubscriptions.userId')
    .select(['pushSubscriptions.id as device', 'userId', 'alertKinds'])
    .where((eb) => ('roles' in of ? eb('role', 'in', of.roles) : eb('userId', 'in', of)))
    .orderBy('pushSubscriptions.id')
    .execute()
  return devices.filter((each) => !kind || takesAlerts(each, kind)).map(({ device, userId }) => ({ device, userId }))
}

/** Removes one of the account's own. */
export const removeSubscription = (db: Kysely<Tables>, userId: string, id: string) =>
  db.deleteFrom('pushSubscriptions').where('id', '=', id).where('userId', '=', userId).execute()

/**
 * Sends an alert to one device of an account. Returns what came of it; a device that no longer takes alerts is removed. Throws as
 * `sendPush` does.
 */
export async function pushTo(
  services: Services,
  { device: id, userId }: AlertDevice,
  alert: Alert,
  options: { ttlSeconds: number; signal?: AbortSignal },
): Promise<'sent' | 'gone'> {
  const { db, clock } = services
  const find = () => db.selectFrom('pushSubscriptions').where('id', '=', id).where('userId', '=', userId)
  const address: PushAddress | undefined = await find().select(['endpoint', 'p256dh', 'auth']).executeTakeFirst()
  if (!address) return 'gone'
  try {
    const came = await sendPush(services, address, alert, options)
    if (came === 'gone') await removeSubscription(db, userId, id)
    else await note({ lastSentAt: toInstant(clock.now()), failedAt: null })
    return came
  } catch (error) {
    await note({ failedAt: toInstant(clock.now()) }, true)
    throw error
  }

  /** `isFirst`: the time of the first failure in a row is kept. */
  function note(set: { lastSentAt?: string; failedAt: string | null }, isFirst = false) {
    return db
      .updateTable('pushSubscriptions')
      .set(set as never)
      .where('id', '=', id)
      .$if(isFirst, (query) => query.where('failedAt', 'is', null))
      .execute()
  }
}
