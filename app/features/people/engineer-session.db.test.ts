// @module-tag never-again
import { expect, test } from 'vitest'
import { addEngineer } from '#app/features/roster/add-engineer.server.ts'
import { readDevices } from '#app/features/sessions/devices.server.ts'
import { readSiteSession } from '#app/features/sessions/site-session.server.ts'
import { enterSite } from '#app/features/sign-in/enter-site.server.ts'
import { days, minutes } from '#app/platform/clock.ts'
import { type AuthWorld, openAuth, signedUp } from '#test/support/auth.ts'
import { onEachEngine } from '#test/support/world.ts'
import { endEngineerAccess } from './invite-engineer.server.ts'

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

onEachEngine('An engineer’s phone', (engine) => {
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

  test('is signed out at once when staff end it, and has a customer’s time once they have left', async () => {
    const auth = await openAuth(engine)
    const { services, clock } = auth.world
    const [ended, left] = [await onPhone(auth, true), await onPhone(auth, true)]
    await endEngineerAccess(services, { staffId: 'owner', engineerId: ended.engineerId })
    expect(await readSiteSession(services, ended.cookie)).toBeUndefined()
    await services.db.updateTable('engineers').set({ retiredAt: '2026-11-01T00:00:00.000Z' }).where('id', '=', left.engineerId).execute()
    clock.advance(days(8))
    expect(await readSiteSession(services, left.cookie)).toBeUndefined()
  })
})
