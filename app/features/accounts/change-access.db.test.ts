// @module-tag never-again
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addScreen } from '#app/features/desk/manage-screens.server.ts'
import { screenOf } from '#app/features/desk/screen-cookie.server.ts'
import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import { deleteAccount } from '#app/features/running/delete-account.server.ts'
import type { Engine } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import { deleteFactorByService } from '#server/api/auth-v1/admin-routes.ts'
import { deleteUser, updateUserByService } from '#server/api/auth-v1/admin-users.ts'
import { exchangeCode } from '#server/api/auth-v1/exchange-code.ts'
import { refreshSession } from '#server/api/auth-v1/refresh-session.ts'
import { openAuth } from '#test/support/auth.ts'
import { openAuthenticator } from '#test/support/authenticator.ts'
import { presentCode } from '#test/support/authenticator-app.ts'
import { tries } from '#test/support/depth.ts'
import { openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing } from '#test/support/world.ts'
import { acceptInvitation } from './accept-invitation.server.ts'
import { tokensOf } from './access-tokens.server.ts'
import { invitationToken } from './account-mails/staff-invitations.server.ts'
import { recover, sendOtp } from './ask-for-mail.server.ts'
import { authenticate, type SignedIn } from './authenticate.server.ts'
import { createAuthCode } from './authorisation-codes.server.ts'
import { challengeFactor } from './challenge-factor.server.ts'
import { endWithChange } from './change-access.server.ts'
import { changeRole } from './change-colleague.server.ts'
import { verify } from './confirm-mail.server.ts'
import { createEmailUser, newUserRow } from './create-user.server.ts'
import { deletionWord } from './deletion-word.ts'
import { enrolFactor } from './enrol-factor.server.ts'
import { endEngineerAccess, inviteEngineer } from './invite-engineer.server.ts'
import { inviteStaff } from './invite-staff.server.ts'
import { linkIdentity } from './link-identity.server.ts'
import { lockUser } from './lock-accounts.server.ts'
import { mailAccount } from './mail-account.server.ts'
import { removePasskey, removePasskeyByService } from './passkeys.server.ts'
import { prepareMails } from './prepare-mails.server.ts'
import { insertIdentity, userOfPerson } from './provider-sign-in/provider-user.server.ts'
import { createRecoveryCodes, verifyRecoveryCode } from './recovery-codes.server.ts'
import { addPasskey, beginPasskey } from './register-passkey.server.ts'
import { removeFactor } from './remove-factor.server.ts'
import { openByPassword } from './sign-in.server.ts'
import { readSiteSession, siteCookie } from './site-session.server.ts'
import { storedPassword } from './stored-password.server.ts'
import { unlinkIdentity } from './unlink-identity.server.ts'
import { updateUser } from './update-user.server.ts'
import { verifyFactor } from './verify-factor.server.ts'
import { newPasskeyRow } from './webauthn.server.ts'

const site = 'https://plumbers.example'
const caller = { clientKey: 'client', userAgent: 'test' }
const password = 'correct horse battery staple'
const newPassword = 'another horse battery staple'
const verifier = 'v'.repeat(43)

/** A person signed in on two devices, with everything that a change may end. */
async function open(engine: Engine, role: UserRole) {
  const auth = await openAuth(engine, { env: { SITE_URL: site } })
  const { services, clock } = auth.world
  const member = async (email: string, role: UserRole) => {
    const row = { ...newUserRow(services, {}), email, role, emailConfirmedAt: toInstant(clock.now()), ...(await storedPassword(password)) }
    await services.db.transaction().execute((tx) => createEmailUser(services, tx, row))
    return row
  }
  const device = async (email: string) => {
    const { opened } = await openByPassword(services, caller, { email, password })
    const { access_token: bearer } = await tokensOf(services, opened)
    const cookie = await services.db.transaction().execute((tx) => siteCookie(services, tx, opened))
    return { id: opened.session.id, bearer, refreshToken: opened.refreshToken, cookie: cookie.split(';')[0] }
  }
  const user = await member(`person-${newId()}@example.com`, role)
  const boss = await member('boss@example.com', 'owner')
  const [own, other, owner] = [await device(user.email), await device(user.email), await device(boss.email)]
  const signedIn = async (each: { bearer: string; id: string } = own): Promise<SignedIn> => {
    const { account } = await authenticate(services, `Bearer ${each.bearer}`)
    return {
      account,
      session: await services.db.selectFrom('authSessions').selectAll().where('id', '=', each.id).executeTakeFirstOrThrow(),
    }
  }
  const fields = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '', base: '' }
  const engineerId = await addEngineer(services, { staffId: boss.id, sharesPhone: true, fields })
  const otherEngineerId = await addEngineer(services, { staffId: boss.id, sharesPhone: true, fields: { ...fields, name: 'Mo Ali' } })
  const screen = await addScreen(services, { name: 'Office', staffId: boss.id })
  if (role !== 'customer')
    await inviteEngineer(services, caller, { staffId: user.id, engineerId: otherEngineerId, email: 'mo@example.com' })

  const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
  const code = await services.db
    .transaction()
    .execute((tx) => createAuthCode(services, tx, { userId: user.id, method: 'password', codeChallenge }))
  await recover(services, caller, { email: user.email })
  const { token: recovery = '' } = await auth.letterTo(user.email)
  await sendOtp(services, caller, { email: user.email, create_user: false })
  clock.advance(1)
  return { auth, services, user, boss: await signedIn(owner), own, other, device, signedIn, engineerId, screen, code, recovery }
}

type Person = Awaited<ReturnType<typeof open>>

/** The level at which a device may still act: by its bearer, its cookie and its refresh token alike. */
async function stateOf(services: Services, { bearer, cookie, refreshToken }: Person['own']): Promise<string> {
  const level = async (work: Promise<{ session: { aal: string } } | undefined>) =>
    work.then((found) => found?.session.aal ?? 'ends').catch(() => 'ends')
  const claimed = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).aal
  const states = [
    (await level(authenticate(services, `Bearer ${bearer}`))) === 'ends' ? 'ends' : 'stays',
    (await level(readSiteSession(services, cookie))) === 'ends' ? 'ends' : 'stays',
    await refreshSession(services, caller, { refresh_token: refreshToken }).then(
      ({ access_token: token }) => (claimed(token) === 'aal2' ? 'stays at aal2' : 'stays'),
      // A second step replaces the token of the session that takes it.
      ({ code }) => (code === 'refresh_token_already_used' ? 'stays' : 'ends'),
    ),
  ]
  const kinds = new Set(states.map((each) => each.slice(0, 4)))
  return kinds.size === 1 ? (states.at(-1) ?? '') : states.join()
}

/** The state of everything after the change, in the order of the table's columns. */
async function outcome({ auth, services, user, own, other, screen, code, recovery }: Person) {
  const [ownState, others] = [await stateOf(services, own), await stateOf(services, other)]
  const begun = await exchangeCode(services, caller, { auth_code: code, code_verifier: verifier }).then(
    () => 'stays',
    () => 'ends',
  )
  const unsent = (await auth.letters()).find(({ to, type }) => to === user.email && type === 'magiclink')
  const links = [recovery, unsent?.token ?? ''].map((token_hash, at) => ({ token_hash, type: at === 0 ? 'recovery' : 'magiclink' }))
  const opens: boolean[] = []
  for (const link of links)
    opens.push(
      await verify(services, caller, link).then(
        () => true,
        () => false,
      ),
    )
  const invitations = await services.db.selectFrom('staffInvitations').select(['email', 'invitedBy']).execute()
  return {
    own: ownState,
    others,
    begun,
    emails: new Set(opens).size === 1 ? (opens[0] ? 'stay' : 'end') : opens.join(),
    sent: invitations.some(({ invitedBy }) => invitedBy === user.id) ? 'stay' : 'end',
    screen: (await screenOf(services, screen)) ? 'stays' : 'ends',
  }
}

const google = (email: string) => ({ provider: 'google', subject: '42', email, emailVerified: true, data: { email, email_verified: true } })
const inTransaction = <Result>(services: Services, work: Parameters<ReturnType<Services['db']['transaction']>['execute']>[0]) =>
  services.db.transaction().execute(work) as Promise<Result>

/** Adds an authenticator app on one's own device, which is at aal2 from then on. */
async function addApp({ services, signedIn }: Person): Promise<string> {
  const enrolled = await enrolFactor(services, await signedIn(), { factor_type: 'totp', friendly_name: 'App' })
  const { id } = await challengeFactor(services, caller, await signedIn(), enrolled.id, {})
  const { secret = '' } = 'totp' in enrolled ? enrolled.totp : {}
  await verifyFactor(services, caller, await signedIn(), enrolled.id, { challenge_id: id, code: presentCode(secret) })
  return enrolled.id
}

/** Both devices at aal2, by the same factor, with tokens of that level. */
async function bothRaised(person: Person): Promise<string> {
  const factorId = await addApp(person)
  const { services, user } = person
  Object.assign(person.other, await person.device(user.email))
  for (const each of [person.own, person.other]) {
    const session = { aal: 'aal2' as const, factorId }
    await services.db.updateTable('authSessions').set(session).where('id', '=', each.id).execute()
    const row = await services.db.selectFrom('authSessions').selectAll().where('id', '=', each.id).executeTakeFirstOrThrow()
    Object.assign(each, { bearer: (await tokensOf(services, { session: row, refreshToken: '' })).access_token })
  }
  return factorId
}

async function addKey({ services, user }: Person): Promise<string> {
  const created = { credentialId: 'id', publicKey: 'key', signCount: 0, transports: '[]' }
  const row = newPasskeyRow(toInstant(services.clock.now()), { userId: user.id, friendlyName: 'Phone', created })
  await services.db.insertInto('authPasskeys').values(row).execute()
  return row.id
}

async function accept(person: Person, role: 'staff' | 'engineer') {
  const { services, boss, user, engineerId } = person
  if (role === 'staff') await inviteStaff(services, caller, boss, { email: user.email, fullName: '', role })
  else await inviteEngineer(services, caller, { staffId: boss.account.user.id, engineerId, email: user.email })
  const row = await services.db.selectFrom('staffInvitations').selectAll().where('email', '=', user.email).executeTakeFirstOrThrow()
  await acceptInvitation(services, caller, { token: invitationToken(services, row), fullName: '', password: '' })
}

type Change = (person: Person) => Promise<unknown>

const changes =
  (change: object): Change =>
  async ({ services, signedIn }) =>
    updateUser(services, caller, await signedIn(), change)
const changesByService =
  (change: object): Change =>
  ({ services, user }) =>
    updateUserByService(services, user.id, change)

async function endsAccess({ services, boss, user, engineerId }: Person) {
  await services.db.updateTable('engineers').set({ userId: user.id }).where('id', '=', engineerId).execute()
  await endEngineerAccess(services, { staffId: boss.account.user.id, engineerId })
}

async function changesAddress(person: Person) {
  await changes({ email: 'new@example.com' })(person)
  const asked = (await person.auth.letters()).filter(({ type }) => type === 'email_change')
  expect(asked).toHaveLength(2)
  for (const { token } of asked) await verify(person.services, caller, { token_hash: token, type: 'email_change' })
}

const linksProvider: Change = ({ services, user, own }) =>
  inTransaction(services, (tx) => linkIdentity(services, tx, google('else@example.com'), { userId: user.id, sessionId: own.id }))
const entersByProvider: Change = ({ services, user }) => inTransaction(services, (tx) => userOfPerson(services, tx, google(user.email)))

const unlinks =
  (which: 'google' | 'email'): Change =>
  async ({ services, user, signedIn }) => {
    await inTransaction(services, (tx) => insertIdentity(services, tx, user.id, google('else@example.com')))
    const me = await signedIn()
    await unlinkIdentity(services, me, me.account.identities.find(({ provider }) => provider === which)?.id ?? '')
  }

async function addsPasskey({ services, signedIn }: Person) {
  const { challenge_id, options } = await beginPasskey(services, caller, await signedIn())
  const credential = openAuthenticator(site).create(options)
  await addPasskey(services, caller, await signedIn(), { challenge_id, credential })
}

async function removesStep(person: Person) {
  const factorId = await bothRaised(person)
  await removeFactor(person.services, await person.signedIn(), factorId)
}

async function usesRecoveryCode(person: Person) {
  const { services, own, signedIn } = person
  await bothRaised(person)
  const { codes } = await createRecoveryCodes(services, await signedIn(), {})
  await services.db.updateTable('authSessions').set({ aal: 'aal1', factorId: null }).where('id', '=', own.id).execute()
  await verifyRecoveryCode(services, caller, await signedIn(), { code: codes[0] })
}

type Expected = Record<'own' | 'others' | 'begun' | 'emails' | 'sent', string>

const ends: Expected = { own: 'ends', others: 'ends', begun: 'ends', emails: 'end', sent: 'stay' }
const othersEnd: Expected = { ...ends, own: 'stays', emails: 'stay' }
const nothing: Expected = { own: 'stays', others: 'stays', begun: 'stays', emails: 'stay', sent: 'stay' }
const gone: Expected = { ...ends, sent: 'end' }

/** The ways in that each change ends: a staff account’s, unless its line names a role. `sent`: the invitations that it made. */
const table: [string, Expected, Change, UserRole?][] = [
  ['a higher role', ends, ({ services, boss, user }) => changeRole(services, boss, { userId: user.id, role: 'owner' })],
  ['a lower role', gone, ({ services, boss, user }) => changeRole(services, boss, { userId: user.id, role: 'staff' }), 'owner'],
  ['no role', gone, ({ services, boss, user }) => changeRole(services, boss, { userId: user.id, role: 'customer' })],
  ['an invitation accepted as staff', gone, (person) => accept(person, 'staff'), 'customer'],
  ['an invitation accepted as engineer', gone, (person) => accept(person, 'engineer'), 'customer'],
  ['the end of an engineer’s access', gone, endsAccess, 'customer'],
  ['a new password', { ...othersEnd, emails: 'end' }, changes({ password: newPassword })],
  ['a password from the service', ends, changesByService({ password: newPassword })],
  ['a new address that was asked for', nothing, changes({ email: 'new@example.com' })],
  ['a new address that both emails have confirmed', ends, changesAddress],
  ['an address from the service', ends, changesByService({ email: 'new@example.com' })],
  ['a provider that was linked', othersEnd, linksProvider],
  ['a first sign-in by a provider', { ...othersEnd, own: 'ends' }, entersByProvider],
  ['a provider that was unlinked', othersEnd, unlinks('google')],
  ['an unlinked address, which leaves the provider’s', { ...othersEnd, emails: 'end' }, unlinks('email')],
  ['a passkey that was added', othersEnd, addsPasskey],
  ['a passkey that was removed', othersEnd, async (one) => removePasskey(one.services, await one.signedIn(), await addKey(one))],
  [
    'a passkey that the service has removed',
    { ...othersEnd, own: 'ends' },
    async (one) => removePasskeyByService(one.services, one.user.id, await addKey(one)),
  ],
  [
    'a second step that was only begun',
    nothing,
    async ({ services, signedIn }) => enrolFactor(services, await signedIn(), { factor_type: 'totp' }),
  ],
  ['a second step that was added', othersEnd, (person) => addApp(person)],
  ['a second step that was removed', { ...nothing, begun: 'ends' }, removesStep],
  [
    'a second step that the service has removed',
    { ...othersEnd, own: 'ends' },
    async (one) => deleteFactorByService(one.services, one.user.id, await bothRaised(one)),
  ],
  ['a recovery code', othersEnd, usesRecoveryCode],
  ['a ban', gone, changesByService({ ban_duration: '1h' })],
  ['the deletion of the account', gone, async (one) => deleteAccount(one.services, caller, await one.signedIn(), deletionWord)],
  ['a deletion by the service', gone, ({ services, user }) => deleteUser(services, user.id, {})],
]

onOneEngine('What ends with', (engine) => {
  test.each(table)('%s', async (_, expected, change, role = 'staff') => {
    const person = await open(engine, role)
    await change(person)
    expect(await outcome(person)).toEqual({ ...expected, screen: 'stays' })
  })

  test('a change while another device refreshes, exchanges a code or makes a change too: only one device stays', async () => {
    for (let round = 0; round < tries(2, 10); round++) {
      const { auth, services, user, own, other, signedIn, code } = await open(racing(engine), 'staff')
      const [here, there, third, fourth] = openPeers(auth.world, 4) as [Services, Services, Services, Services]
      const [mine, theirs] = [await signedIn(), await signedIn(other)]
      const results = await Promise.allSettled([
        updateUser(here, caller, mine, { password: newPassword }),
        inTransaction(there, (tx) =>
          linkIdentity(there, tx, google('else@example.com'), { userId: user.id, sessionId: theirs.session.id }),
        ),
        refreshSession(third, caller, { refresh_token: other.refreshToken }),
        exchangeCode(fourth, caller, { auth_code: code, code_verifier: verifier }),
      ])
      const codes = results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code?: string }).code))
      expect(codes.slice(0, 2).toSorted()).toEqual(['done', 'session_not_found'])
      const left = await services.db.selectFrom('authSessions').select('id').where('userId', '=', user.id).execute()
      expect(left).toEqual([{ id: codes[0] === 'done' ? own.id : other.id }])
    }
  })
})

test('A link whose email is being prepared while a change of access voids it opens nothing', async () => {
  const { auth, services, user } = await open('postgres', 'customer')
  const { db } = services
  await inTransaction(services, (tx) => mailAccount(services, tx, { kind: 'recovery', email: user.email }))
  const job = await db.selectFrom('jobs').selectAll().where('kind', '=', 'account-mail').orderBy('id', 'desc').executeTakeFirstOrThrow()
  auth.world.clock.advance(1)
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const { preparing } = await db.transaction().execute(async (tx) => {
    await lockUser(tx, user.id)
    await endWithChange(services, tx, 'password changed', { userId: user.id })
    const preparing = prepareMails(services, { jobId: job.id, createdAt: job.createdAt }, JSON.parse(job.payload))
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count, { timeout: 30_000 }).toBe(1)
    return { preparing }
  })
  expect(await preparing).toEqual([])
})
