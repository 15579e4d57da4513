import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type AuthWorld, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'
import { mailEmailChangeAgain } from './ask-for-mail.server.ts'
import { cancelEmailChange } from './cancel-email-change.server.ts'
import { lockUser } from './lock-accounts.server.ts'
import { readAccount } from './read-accounts.server.ts'

/** A user whose email change waits for the second of its two confirmations. */
async function halfChanged(auth: AuthWorld) {
  const { client, person, session } = await signedUp(auth)
  const to = newPerson().email
  expect((await client.updateUser({ email: to })).error).toBeNull()
  const { token: atNew = '' } = await auth.letterTo(to, /new/)
  const { token: last = '' } = await auth.letterTo(person.email, /Confirm you’re/)
  expect((await auth.client().verifyOtp({ token_hash: atNew, type: 'email_change' })).error).toBeNull()
  const userId = session.user.id
  return { person, to, last, userId, signedIn: () => signedInAs(auth, userId) }
}

async function signedInAs({ world: { services } }: AuthWorld, userId: string) {
  const account = await readAccount(services.db, userId)
  const session = await services.db.selectFrom('authSessions').selectAll().where('userId', '=', userId).limit(1).executeTakeFirst()
  if (!account || !session) throw new Error('nobody is signed in')
  return { account, session }
}

const confirm = async (auth: AuthWorld, token: string) =>
  (await auth.client({ instance: 1 }).verifyOtp({ token_hash: token, type: 'email_change' })).error?.code ?? 'ok'

/** The pending change, if there is one. */
async function leftOf({ world: { services } }: AuthWorld, userId: string) {
  const { db } = services
  const user = await db.selectFrom('authUsers').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const tokens = await db.selectFrom('authMailTokens').select('kind').where('userId', '=', userId).where('usedAt', 'is', null).execute()
  const audit = await db.selectFrom('auditLog').select('action').where('subject', '=', userId).execute()
  const { email, newEmail, emailChangeHalves } = user
  return { email, newEmail, emailChangeHalves, tokens, cancelled: audit.filter(({ action }) => action.includes('cancel')).length }
}
const over = { newEmail: null, emailChangeHalves: 0, tokens: [] }

onOneEngine('A change of address that is given up', (engine) => {
  it('leaves the old address and no mail that could confirm it', async () => {
    const auth = await openAuth(engine, { instances: 2 })
    const { services } = auth.world
    const { person, last, userId, signedIn } = await halfChanged(auth)
    expect(await cancelEmailChange(services, await signedIn())).toBe(true)
    expect(await confirm(auth, last)).toBe('otp_expired')
    expect(await leftOf(auth, userId)).toEqual({ ...over, email: person.email, cancelled: 1 })
    expect(await cancelEmailChange(services, await signedIn())).toBe(false)
    expect((await leftOf(auth, userId)).cancelled).toBe(1)
  })

  it('is not mailed again by someone who saw it before', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { signedIn } = await halfChanged(auth)
    const before = await signedIn()
    await cancelEmailChange(services, before)
    const letters = (await auth.letters()).length
    expect(await mailEmailChangeAgain(services, before, 'http://localhost:3000/')).toBe(false)
    expect((await auth.letters()).length).toBe(letters)
  })
})

it.each(['given up', 'confirmed'])(
  'A change of address that is confirmed and given up at the same moment is one of the two: %s',
  async (first) => {
    const auth = await openAuth('postgres', { instances: 2 })
    const { db } = auth.world.services
    const { person, to, last, userId, signedIn } = await halfChanged(auth)
    const caller = await signedIn()
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
    const giveUp = () => cancelEmailChange(auth.world.services, caller)
    const confirmLast = () => confirm(auth, last)
    // Both have started and wait for the lock on the user's row, in this order.
    const running = await db.transaction().execute(async (tx) => {
      await lockUser(tx, userId)
      const begun: Promise<boolean | string>[] = []
      for (const begin of first === 'given up' ? [giveUp, confirmLast] : [confirmLast, giveUp]) {
        begun.push(begin())
        await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count, { timeout: 30_000 }).toBe(begun.length)
      }
      return { begun }
    })
    const outcomes = await Promise.all(running.begun)
    // Other waiters such as an email job may change the order, but one of the two is always refused.
    const isGivenUp = outcomes.includes(true)
    expect(new Set(outcomes)).toEqual(new Set(isGivenUp ? [true, 'otp_expired'] : ['ok', false]))
    expect(await leftOf(auth, userId)).toEqual({ ...over, email: isGivenUp ? person.email : to, cancelled: isGivenUp ? 1 : 0 })
  },
)
