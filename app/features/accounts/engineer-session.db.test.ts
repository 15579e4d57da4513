// @module-tag never-again
import { expect, test } from 'vitest'
import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import { hasEngineersPassword } from '#app/features/visit/own-engineer.server.ts'
import { days, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { updateUserByService } from '#server/api/auth-v1/admin-users.ts'
import { type AuthWorld, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.server.ts'
import { invitationToken } from './account-mails/staff-invitations.server.ts'
import { newUserRow } from './create-user.server.ts'
import { readDevices } from './devices.server.ts'
import { enterSite } from './enter-site.server.ts'
import { inviteEngineer } from './invite-engineer.server.ts'
import { readSiteSession } from './site-session.server.ts'
import { updateUser } from './update-user.server.ts'

/** A user signed in on a phone; an engineer if stated. */
async function onPhone(auth: AuthWorld, isEngineer: boolean) {
  const { services } = auth.world
  const { person, session } = await signedUp(auth)
  const { cookie = '' } = await enterSite(services, { clientKey: 'client', userAgent: 'Mozilla/5.0 (iPhone)' }, person)
  const fields = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '', base: '' }
  const engineerId = isEngineer ? await addEngineer(services, { staffId: 'owner', sharesPhone: true, fields }) : ''
  const userId = session.user.id
  if (isEngineer) await services.db.updateTable('engineers').set({ userId }).where('id', '=', engineerId).execute()
  return { cookie: cookie.split(';')[0] ?? '', engineerId }
}

onOneEngine('An engineer’s phone', (engine) => {
  test('stays signed in for 30 days without being used, a customer’s for seven, and neither for longer', async () => {
    const auth = await openAuth(engine)
    const { services, clock } = auth.world
    const [engineer, customer] = [await onPhone(auth, true), await onPhone(auth, false)]
    clock.advance(days(8))
    expect(await readSiteSession(services, customer.cookie)).toBeUndefined()
    clock.advance(days(21))
    const there = await readSiteSession(services, engineer.cookie)
    expect(there && (await readDevices(services, there))[0]).toMatchObject({ isThis: true, where: 'site' })
    clock.advance(days(1) + minutes(1))
    expect(await readSiteSession(services, engineer.cookie)).toBeUndefined()
  })

  test('opens jobs, which show door codes, only with a password as long as staff’s', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { person, session } = await signedUp(auth, { ...newPerson(), password: 'qx7k2w' })
    const caller = { clientKey: 'client', userAgent: '' }
    const staffId = newId()
    await services.db
      .insertInto('authUsers')
      .values(newUserRow(services, { id: staffId, role: 'owner' }))
      .execute()
    const fields = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '', base: '' }
    const engineerId = await addEngineer(services, { staffId, sharesPhone: true, fields })
    await inviteEngineer(services, caller, { staffId, engineerId, email: person.email })
    const invitation = await services.db.selectFrom('staffInvitations').selectAll().executeTakeFirstOrThrow()
    const token = invitationToken(services, invitation)
    expect(await readInvitation(services, token)).toMatchObject({ isKnown: true, needsLonger: true })
    await acceptInvitation(services, caller, { token, fullName: '', password: '' })
    expect(await auth.ask('/user', { bearer: session.access_token })).toMatchObject({ json: { code: 'session_not_found' } })

    const { cookie = '', path } = await enterSite(services, caller, person)
    expect(path).toBe('/account/password?next=%2Fengineer')
    const viewer = (await readSiteSession(services, cookie.split(';')[0])) ?? expect.fail('no one is signed in')
    expect(hasEngineersPassword(viewer)).toBe(false)
    const change = (password: string) => updateUser(services, caller, viewer, { password })
    await expect(change('qx7k2w9')).rejects.toMatchObject({ code: 'weak_password' })
    const byService = updateUserByService(services, viewer.account.user.id, { password: 'qx7k2w9' })
    await expect(byService).rejects.toMatchObject({ code: 'weak_password' })
    await change('correct horse battery')
    const after = await readSiteSession(services, cookie.split(';')[0])
    expect(after && hasEngineersPassword(after)).toBe(true)
  })

  test('has a customer’s time once they have left', async () => {
    const auth = await openAuth(engine)
    const { services, clock } = auth.world
    const left = await onPhone(auth, true)
    await services.db.updateTable('engineers').set({ retiredAt: '2026-11-01T00:00:00.000Z' }).where('id', '=', left.engineerId).execute()
    clock.advance(days(8))
    expect(await readSiteSession(services, left.cookie)).toBeUndefined()
  })
})
