import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import type { Engine } from '#app/platform/database.ts'
import { hashPassword } from '#app/platform/passwords.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import { deleteUser } from '#server/api/auth-v1/admin-users.ts'
import { refreshSession } from '#server/api/auth-v1/refresh-session.ts'
import { tries } from '#test/support/depth.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing, type World } from '#test/support/world.ts'
import { acceptInvitation } from './accept-invitation.server.ts'
import { invitationToken } from './account-mails/staff-invitations.server.ts'
import type { UserRow } from './account-rows.ts'
import { authenticate, type SignedIn } from './authenticate.server.ts'
import { changePhone, changeRole } from './change-colleague.server.ts'
import { createEmailUser, newUserRow } from './create-user.server.ts'
import { newFactorRow } from './enrol-factor.server.ts'
import { readFirstOwnerLink, renewFirstOwnerLink } from './first-owner-link.server.ts'
import { inviteEngineer } from './invite-engineer.server.ts'
import { inviteStaff, resendInvitation, withdrawInvitation } from './invite-staff.server.ts'
import { lockEngineer, lockOwner, lockStaff } from './lock-accounts.server.ts'
import { makeFirstOwner } from './make-first-owner.server.ts'
import { insertIdentity } from './provider-sign-in/provider-user.server.ts'
import { mayActAs } from './roles.ts'
import { removeSampleAccounts, settleSampleAccounts } from './sample-accounts.server.ts'
import { createSession } from './sessions.server.ts'
import { beginSiteSession } from './site-session.server.ts'
import { newPasskeyRow } from './webauthn.server.ts'

const caller = { clientKey: 'client', userAgent: 'test' }
const password = 'correct horse battery staple'

const openWorldOf = (engine: Engine, env: Record<string, string> = {}): Promise<World> =>
  freshWorld(engine, { env: { RATE_LIMIT_SCALE: '1000', ...env } })

/** A user with a confirmed address. */
async function member(services: Services, role: UserRole, changes: Partial<UserRow> = {}): Promise<UserRow> {
  const emailConfirmedAt = toInstant(services.clock.now())
  const user = newUserRow(services, { email: `${role}-${newId()}@example.com`, role, emailConfirmedAt, ...changes })
  const made = await services.db.transaction().execute((tx) => createEmailUser(services, tx, user))
  if (!made) throw new Error('the address is taken')
  return made
}

/** The signed-in user as the functions expect it. */
const signedInAs = (user: UserRow): SignedIn => ({ account: { user, identities: [], factors: [] }, session: {} as SignedIn['session'] })

const tokenIn = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? ''
const settledCodes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code?: string }).code)).toSorted()
const rolesIn = async ({ db }: Services) =>
  (await db.selectFrom('authUsers').select('role').orderBy('role').execute()).map(({ role }) => role)
const userOf = ({ db }: Services, id: string): Promise<UserRow> =>
  db.selectFrom('authUsers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const auditOf = async ({ db }: Services, subject: string) =>
  (await db.selectFrom('auditLog').select(['actor', 'action', 'detail']).where('subject', '=', subject).orderBy('id').execute()).map(
    (entry) => ({ ...entry, detail: JSON.parse(entry.detail) }),
  )

async function openInvitation(services: Services, email: string) {
  const invitation = await services.db.selectFrom('staffInvitations').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  return { ...invitation, token: invitationToken(services, invitation) }
}

onOneEngine('The link of the first owner', (engine) => {
  it('gives staff and owners a phone number for urgent jobs, by an owner alone, and customers none', async () => {
    const { services } = await openWorldOf(engine)
    const [owner, staff, customer] = [await member(services, 'owner'), await member(services, 'staff'), await member(services, 'customer')]
    const change = (by: UserRow, { id: userId }: UserRow, typed: string) => changePhone(services, signedInAs(by), { userId, typed })
    await change(owner, staff, '07700 900123')
    expect(await userOf(services, staff.id)).toMatchObject({ phone: '+447700900123', phoneConfirmedAt: null })
    expect(JSON.stringify(await auditOf(services, staff.id))).not.toContain('900123')
    await expect(change(owner, staff, '0770')).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(change(staff, owner, '07700 900124')).rejects.toMatchObject({ code: 'not_owner' })
    await expect(change(owner, customer, '07700 900124')).rejects.toMatchObject({ code: 'user_not_found' })
    await change(owner, staff, ' ')
    expect((await userOf(services, staff.id)).phone).toBe('')
  })

  const owner = (token: string, name: string) => ({ token, fullName: name, email: `${name.toLowerCase()}@example.com`, password })

  it('is one and the same for instances that start together, and is replaced by a later start', async () => {
    const world = await openWorldOf(racing(engine))
    const together = openPeers(world, 5)
    const links = await Promise.all(together.map(renewFirstOwnerLink))
    expect(new Set(links).size).toBe(1)
    expect(tokenIn(links[0])).toMatch(/^[\w-]{43}$/)
    const stored = JSON.stringify(await world.services.db.selectFrom('firstOwnerLink').selectAll().execute())
    expect(stored).not.toContain(tokenIn(links[0]))
    for (const link of links) expect(await readFirstOwnerLink(world.services, tokenIn(link))).toBe('open')

    world.clock.advance(minutes(1) + 1)
    const later = await renewFirstOwnerLink(world.services)
    expect(await readFirstOwnerLink(world.services, tokenIn(links[0]))).toBe('spent')
    expect(await readFirstOwnerLink(world.services, tokenIn(later))).toBe('open')
    world.clock.advance(hours(24))
    expect(await readFirstOwnerLink(world.services, tokenIn(later))).toBe('spent')
  })

  it('makes one owner, however many use it at once on several instances', async () => {
    const world = await openWorldOf(racing(engine))
    const token = tokenIn(await renewFirstOwnerLink(world.services))
    const peers = openPeers(world, 4)
    const results = await Promise.allSettled(
      ['Ada', 'Ben', 'Cy', 'Di'].map((name, at) => makeFirstOwner(peers[at] as Services, caller, owner(token, name))),
    )
    expect(settledCodes(results)).toEqual(['done', 'otp_expired', 'otp_expired', 'otp_expired'])
    expect(await rolesIn(world.services)).toEqual(['owner'])
    expect(await readFirstOwnerLink(world.services, token)).toBe('owned')
    expect(await renewFirstOwnerLink(world.services)).toBeUndefined()
  })

  it('makes no second owner where a start printed a new one while the first was made', async () => {
    const world = await openWorldOf(racing(engine))
    const peers = openPeers(world, 2)
    const first = tokenIn(await renewFirstOwnerLink(world.services))
    world.clock.advance(minutes(2))
    const [made, printed] = await Promise.allSettled([
      makeFirstOwner(peers[0] as Services, caller, owner(first, 'Ada')),
      renewFirstOwnerLink(peers[1] as Services),
    ])
    const second = printed.status === 'fulfilled' && printed.value ? tokenIn(printed.value) : ''
    const again = await Promise.allSettled([makeFirstOwner(world.services, caller, owner(second, 'Ben'))])
    expect([made.status, again[0]?.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await rolesIn(world.services)).toEqual(['owner'])
  })

  it('takes an account of the same address by its password alone', async () => {
    const world = await openWorldOf(engine)
    const { services } = world
    const token = tokenIn(await renewFirstOwnerLink(services))
    const known = await member(services, 'customer', { passwordHash: await hashPassword('another password here') })
    const fields = { ...owner(token, 'Ada'), email: known.email ?? '' }
    await expect(makeFirstOwner(services, caller, fields)).rejects.toMatchObject({ code: 'email_exists' })
    expect(await readFirstOwnerLink(services, token)).toBe('open')
    await makeFirstOwner(services, caller, { ...fields, password: 'another password here' })
    expect(mayActAs(await userOf(services, known.id), 'owner')).toBe(true)
    expect((await auditOf(services, known.id)).map(({ action }) => action)).toEqual([
      'user.create',
      'user.become-first-owner',
      'user.change-role',
    ])
  })

  it('takes an account that was never confirmed, with no way into it that a stranger has put there', async () => {
    const other = await openWorldOf(engine)
    const waiting = await member(other.services, 'customer', { emailConfirmedAt: null, passwordHash: await hashPassword('of a stranger') })
    const { db } = other.services
    const github = { provider: 'github', subject: '42', email: undefined, emailVerified: false, data: {} }
    await db.transaction().execute((tx) => insertIdentity(other.services, tx, waiting.id, github))
    await db
      .insertInto('authFactors')
      .values({ ...newFactorRow(other.services, waiting.id), kind: 'totp' })
      .execute()
    const created = { credentialId: 'id', publicKey: 'key', signCount: 0, transports: '[]' }
    await db
      .insertInto('authPasskeys')
      .values(newPasskeyRow('2026-11-22T10:00:00.000Z', { userId: waiting.id, friendlyName: 'Phone', created }))
      .execute()
    const link = tokenIn(await renewFirstOwnerLink(other.services))
    await makeFirstOwner(other.services, caller, { ...owner(link, 'Ada'), email: waiting.email ?? '' })
    const user = await other.services.db.selectFrom('authUsers').selectAll().executeTakeFirstOrThrow()
    expect(user).toMatchObject({ id: waiting.id, role: 'owner', userMetadata: '{"full_name":"Ada"}' })
    expect(user.emailConfirmedAt).not.toBeNull()
    expect(user.passwordHash).not.toBe(waiting.passwordHash)
    expect(await db.selectFrom('authIdentities').select('provider').execute()).toEqual([{ provider: 'email' }])
    expect(await db.selectFrom('authFactors').select('id').execute()).toEqual([])
    expect(await db.selectFrom('authPasskeys').select('id').execute()).toEqual([])
  })
})

onOneEngine('Owners', (engine) => {
  it('who demote each other at the same moment, on two instances, leave one', async () => {
    for (let round = 0; round < tries(2, 10); round++) {
      const world = await openWorldOf(racing(engine))
      const [one, two] = [await member(world.services, 'owner'), await member(world.services, 'owner')]
      const [here, there] = openPeers(world, 2) as [Services, Services]
      const results = await Promise.allSettled([
        changeRole(here, signedInAs(one), { userId: two.id, role: 'customer' }),
        changeRole(there, signedInAs(two), { userId: one.id, role: 'staff' }),
      ])
      expect(settledCodes(results)).toEqual(['done', 'not_owner'])
      expect((await rolesIn(world.services)).filter((role) => role === 'owner')).toHaveLength(1)
    }
  })

  it('who leave or are deleted at the same moment leave one', async () => {
    const world = await openWorldOf(racing(engine))
    const owner = () => member(world.services, 'owner')
    const [one, two, three] = [await owner(), await owner(), await owner()]
    const [a, b, c] = openPeers(world, 3) as [Services, Services, Services]
    const results = await Promise.allSettled([
      changeRole(a, signedInAs(one), { userId: one.id, role: 'staff' }),
      deleteUser(b, two.id, {}),
      deleteUser(c, three.id, {}),
    ])
    expect(settledCodes(results)).toEqual(['done', 'done', 'last_owner'])
    expect((await rolesIn(world.services)).filter((role) => role === 'owner')).toHaveLength(1)
  })

  it('who are samples count for no one', async () => {
    const { services } = await openWorldOf(engine)
    const real = await member(services, 'owner')
    const sample = await member(services, 'owner', { isSample: 1 })
    await expect(changeRole(services, signedInAs(real), { userId: real.id, role: 'staff' })).rejects.toMatchObject({ code: 'last_owner' })
    await changeRole(services, signedInAs(real), { userId: sample.id, role: 'staff' })
    expect(await rolesIn(services)).toEqual(['owner', 'staff'])
  })

  it('change the roles of staff, who are told; customers are invited instead', async () => {
    const { services } = await openWorldOf(engine)
    const owner = await member(services, 'owner')
    const [staff, customer] = [await member(services, 'staff'), await member(services, 'customer')]
    // Staff since before lengths were stored: as an owner, they type the password again.
    await services.db.updateTable('authUsers').set({ passwordHash: 'any' }).where('id', '=', staff.id).execute()
    expect(mayActAs(await userOf(services, staff.id), 'staff')).toBe(true)
    await changeRole(services, signedInAs(owner), { userId: staff.id, role: 'owner' })
    expect(mayActAs(await userOf(services, staff.id), 'owner')).toBe(false)
    const asOwner = services.db.transaction().execute((tx) => lockOwner(tx, staff.id))
    await expect(asOwner).rejects.toMatchObject({ code: 'not_owner' })
    await changeRole(services, signedInAs(owner), { userId: staff.id, role: 'customer' })
    expect(await auditOf(services, staff.id)).toEqual([
      expect.objectContaining({ action: 'user.create' }),
      { actor: owner.id, action: 'user.change-role', detail: { from: 'staff', to: 'owner' } },
      { actor: owner.id, action: 'user.change-role', detail: { from: 'owner', to: 'customer' } },
    ])
    expect(await services.db.selectFrom('jobs').select('id').where('kind', '=', 'account-mail').execute()).toHaveLength(2)
    for (const { id } of [customer, { id: newId() }])
      await expect(changeRole(services, signedInAs(owner), { userId: id, role: 'staff' })).rejects.toMatchObject({ code: 'user_not_found' })
    await expect(changeRole(services, signedInAs(customer), { userId: owner.id, role: 'staff' })).rejects.toMatchObject({
      code: 'not_owner',
    })
  })
})

onOneEngine('An invitation', (engine) => {
  const invited = { email: 'New.Colleague@Example.com', fullName: 'Nia Cole', role: 'staff' as const }
  const email = 'new.colleague@example.com'

  async function open(on = engine) {
    const world = await openWorldOf(on)
    const owner = await member(world.services, 'owner')
    await inviteStaff(world.services, caller, signedInAs(owner), invited)
    return { world, services: world.services, owner, invitation: await openInvitation(world.services, email) }
  }
  const accept = (services: Services, token: string) => acceptInvitation(services, caller, { token, fullName: 'Nia Cole', password })

  it('gives the role once, however often it is accepted at once, and says so in the audit', async () => {
    const { world, services, owner, invitation } = await open(racing(engine))
    expect(await rolesIn(services)).toEqual(['owner'])
    const results = await Promise.allSettled(openPeers(world, 4).map((peer) => accept(peer, invitation.token)))
    expect(settledCodes(results)).toEqual(['done', 'otp_expired', 'otp_expired', 'otp_expired'])
    expect(await rolesIn(services)).toEqual(['owner', 'staff'])
    const made = await services.db.selectFrom('authUsers').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    expect(made.emailConfirmedAt).not.toBeNull()
    expect((await auditOf(services, invitation.id)).map(({ actor, action }) => ({ actor, action }))).toEqual([
      { actor: owner.id, action: 'staff.invite' },
      { actor: made.id, action: 'staff.accept-invitation' },
    ])
  })

  it('that is withdrawn at the moment when it is accepted is one or the other', async () => {
    const { world, services, owner, invitation } = await open(racing(engine))
    const [here, there] = openPeers(world, 2) as [Services, Services]
    const results = await Promise.allSettled([accept(here, invitation.token), withdrawInvitation(there, signedInAs(owner), invitation.id)])
    const [accepted] = results
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rolesIn(services)).toEqual(accepted?.status === 'fulfilled' ? ['owner', 'staff'] : ['owner'])
    expect(await services.db.selectFrom('staffInvitations').selectAll().execute()).toEqual([])
  })

  it('to an engineer isn’t sent by someone who has just left, and can be replaced while it is accepted', async () => {
    const { world, services, owner } = await open('postgres')
    const staff = await member(services, 'staff')
    const fields = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '', base: '' }
    const add = () => addEngineer(services, { staffId: owner.id, sharesPhone: true, fields })
    const [engineerId, before] = [await add(), await add()]
    const user = await member(services, 'customer')
    const inviteBy = (staffId: string, peer = services) => inviteEngineer(peer, caller, { staffId, engineerId, email: user.email ?? '' })
    await changeRole(services, signedInAs(owner), { userId: staff.id, role: 'customer' })
    await expect(inviteBy(staff.id)).rejects.toMatchObject({ code: 'not_staff' })

    await inviteBy(owner.id)
    const { token } = await openInvitation(services, user.email ?? '')
    await services.db.updateTable('engineers').set({ userId: user.id }).where('id', '=', before).execute()
    const [here, there] = openPeers(world, 2) as [Services, Services]
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    // The acceptance waits with its locks until the new invitation has begun.
    const { begun } = await services.db.transaction().execute(async (tx) => {
      await lockEngineer(tx, before)
      const begun: Promise<unknown>[] = []
      for (const begin of [() => accept(here, token), () => inviteBy(owner.id, there)]) {
        begun.push(begin())
        await expect.poll(async () => (await waiting.execute(services.db)).rows[0]?.count, { timeout: 30_000 }).toBe(begun.length)
      }
      return { begun }
    })
    expect(settledCodes(await Promise.allSettled(begun))).toEqual(['done', 'done'])
  })

  it('works by its newest mail alone, for seven days', async () => {
    const { world, services, owner, invitation } = await open()
    world.clock.advance(minutes(5))
    await resendInvitation(services, caller, signedInAs(owner), invitation.id)
    await expect(accept(services, invitation.token)).rejects.toMatchObject({ code: 'otp_expired' })
    const newest = await openInvitation(services, email)
    world.clock.advance(hours(24 * 7))
    await expect(accept(services, newest.token)).rejects.toMatchObject({ code: 'otp_expired' })
    world.clock.advance(-1)
    await accept(services, newest.token)
    expect(await rolesIn(services)).toEqual(['owner', 'staff'])
  })

  it('raises an account of that address and leaves the rest of it as it is; it lowers no one', async () => {
    const { services, owner, invitation } = await open()
    const passwordHash = await hashPassword('their own password')
    const known = await member(services, 'customer', { email, passwordHash })
    await accept(services, invitation.token)
    const raised = await userOf(services, known.id)
    expect(raised).toMatchObject({ role: 'staff', passwordHash })
    await expect(inviteStaff(services, caller, signedInAs(owner), invited)).rejects.toMatchObject({ code: 'already_staff' })

    const later = { ...invited, email: 'third@example.com' }
    await inviteStaff(services, caller, signedInAs(owner), later)
    const third = await member(services, 'owner', { email: later.email })
    await accept(services, (await openInvitation(services, later.email)).token)
    expect(await services.db.selectFrom('authUsers').select('role').where('id', '=', third.id).executeTakeFirst()).toEqual({
      role: 'owner',
    })
  })

  it.each([
    ['too short', { passwordSuitsStaff: 0 as const }, false],
    ['of unknown length', { passwordSuitsStaff: null }, false],
    ['long enough', { passwordSuitsStaff: 1 as const }, true],
    ['none', { passwordHash: null }, true],
  ])('lets an account act as staff by its password: %s', async (_, changes, mayAct) => {
    const { services, invitation } = await open()
    const { id } = await member(services, 'customer', { email, passwordHash: 'any', ...changes })
    await accept(services, invitation.token)
    expect(mayActAs(await userOf(services, id), 'staff')).toBe(mayAct)
    const locked = await services.db
      .transaction()
      .execute((tx) => lockStaff(tx, id))
      .then(() => 'locked')
      .catch(({ code }) => code)
    expect(locked).toBe(mayAct ? 'locked' : 'not_staff')
  })

  it('no longer works once its sender is no longer an owner', async () => {
    const { services, owner, invitation } = await open()
    const other = await member(services, 'owner')
    await changeRole(services, signedInAs(other), { userId: owner.id, role: 'staff' })
    await expect(accept(services, invitation.token)).rejects.toMatchObject({ code: 'otp_expired' })
    const again = inviteStaff(services, caller, signedInAs(owner), { ...invited, email: 'fourth@example.com' })
    await expect(again).rejects.toMatchObject({ code: 'not_owner' })
    await expect(withdrawInvitation(services, signedInAs(owner), invitation.id)).rejects.toMatchObject({ code: 'not_owner' })
    expect(await rolesIn(services)).toEqual(['owner', 'staff'])
  })

  it('is limited: thirty an hour by one owner, one a minute to one address', async () => {
    const world = await freshWorld(engine)
    const owner = signedInAs(await member(world.services, 'owner'))
    const other = { clientKey: 'elsewhere', userAgent: '' }
    await inviteStaff(world.services, caller, owner, invited)
    await expect(inviteStaff(world.services, caller, owner, invited)).rejects.toMatchObject({ code: 'over_email_send_rate_limit' })
    for (let each = 2; each < 30; each++) {
      if (each === 15) world.clock.advance(minutes(6))
      await inviteStaff(world.services, caller, owner, { ...invited, email: `person-${each}@example.com` })
    }
    await expect(inviteStaff(world.services, other, owner, { ...invited, email: 'one-more@example.com' })).rejects.toMatchObject({
      code: 'over_request_rate_limit',
    })
  })
})

onOneEngine('A session of staff', (engine) => {
  const opened = (services: Services, { id }: UserRow) =>
    services.db.transaction().execute(async (tx) => {
      const { session, refreshToken } = await createSession(services, tx, { userId: id, method: 'password', userAgent: '' })
      const cookie = await beginSiteSession(services, tx, { sessionId: session.id, role: 'customer' })
      return { session, refreshToken, cookies: cookie.split(';')[0] }
    })
  const refresh = (services: Services, token: string) => refreshSession(services, caller, { refresh_token: token })

  it('ends in the API as on the site: after two hours without use, and after twelve in any case', async () => {
    const world = await openWorldOf(engine)
    const { services, clock } = world
    const [user, customer] = [await member(services, 'staff'), await member(services, 'customer')]
    const [unused, used, theirs] = [await opened(services, user), await opened(services, user), await opened(services, customer)]
    let { refreshToken } = used
    for (let hour = 1; hour < 12; hour++) {
      clock.advance(hours(1))
      refreshToken = (await refresh(services, refreshToken)).refresh_token
    }
    await expect(refresh(services, unused.refreshToken)).rejects.toMatchObject({ code: 'session_expired' })
    clock.advance(hours(1) - 1)
    const last = await refresh(services, refreshToken)
    expect((await authenticate(services, `Bearer ${last.access_token}`)).account.user.id).toBe(user.id)
    clock.advance(1)
    await expect(authenticate(services, `Bearer ${last.access_token}`)).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(refresh(services, last.refresh_token)).rejects.toMatchObject({ code: 'session_expired' })
    expect((await refresh(services, theirs.refreshToken)).refresh_token).toEqual(expect.any(String))
  })
})

describe('Sample accounts', () => {
  const local = { SITE_URL: 'http://localhost:3000' }

  it('are made once in an empty database, one of each role, with passwords of that database', async () => {
    const { services } = await openWorldOf('sqlite', local)
    const first = await settleSampleAccounts(services)
    expect(first.map(({ role }) => role)).toEqual(['customer', 'staff', 'owner'])
    for (const { email, password } of first) {
      expect(email).toMatch(/@example\.com$/)
      expect(password).toMatch(/^[a-z0-9]{12}$/)
    }
    expect(await settleSampleAccounts(services)).toEqual(first)
    const samples = await services.db.selectFrom('authUsers').select('isSample').execute()
    expect(samples.map(({ isSample }) => isSample)).toEqual([1, 1, 1])
    // The sample accounts don't own the site: there's still no first owner.
    expect(await renewFirstOwnerLink(services)).toBeDefined()

    const other = await openWorldOf('sqlite', { ...local, SECRET_KEY: 'another-secret-0123456789abcdef0123456789' })
    const theirs = await settleSampleAccounts(other.services)
    expect(theirs.map(({ password }) => password)).not.toEqual(first.map(({ password }) => password))
  })

  it('are not made where there is anyone, and stay away once they were removed', async () => {
    const { services } = await openWorldOf('sqlite', local)
    await settleSampleAccounts(services)
    const owner = await member(services, 'owner')
    expect(await removeSampleAccounts(services, owner.id)).toBe(3)
    expect(await settleSampleAccounts(services)).toEqual([])
    expect(await rolesIn(services)).toEqual(['owner'])
  })

  // config.test.ts shows which sites have sample data.
  it('are none on a public site, and go when data comes there', async () => {
    const { services } = await openWorldOf('sqlite', { SITE_URL: 'https://www.example.co.uk' })
    expect(await settleSampleAccounts(services)).toEqual([])
    expect(await services.db.selectFrom('authUsers').select('id').execute()).toEqual([])
    expect(await services.db.selectFrom('authUsers').select('id').execute()).toEqual([])
    const real = await member(services, 'customer')
    await member(services, 'owner', { isSample: 1 })
    await settleSampleAccounts(services)
    expect(await services.db.selectFrom('authUsers').select('id').execute()).toEqual([{ id: real.id }])
  })
})
