import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days, minutes } from '#app/values/clock.ts'
import { chores } from '#server/jobs.ts'
import { type AuthWorld, openAuth, signedUp } from '#test/support/auth.ts'
import { openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing } from '#test/support/world.ts'
import { authenticate } from './authenticate.server.ts'
import { endDevice, readDevices } from './devices.server.ts'
import { enterSite } from './enter-site.server.ts'
import { readSiteSession } from './site-session.server.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1'

/** A user signed in with an app and on the site in a browser. */
async function member(auth: AuthWorld) {
  const { services } = auth.world
  const { session, person } = await signedUp(auth)
  const { cookie: sent } = await enterSite(services, { clientKey: 'client', userAgent: phone }, person)
  const cookie = sent.split(';')[0] ?? ''
  const inBrowser = await readSiteSession(services, cookie)
  if (!inBrowser) throw new Error('not signed in')
  return { inApp: await authenticate(services, `Bearer ${session.access_token}`), inBrowser, cookie, person }
}

onOneEngine('The list of devices', (engine) => {
  test('has this one first, tells the site from apps, and says when, by London’s clocks', async () => {
    // Summer: London is an hour ahead of UTC.
    const auth = await openAuth(engine)
    const { services, clock } = auth.world
    const { inApp, inBrowser, cookie, person } = await member(auth)
    const { data } = await auth.client().signInWithPassword(person)
    const latest = await authenticate(services, `Bearer ${data.session?.access_token}`)
    await services.db
      .updateTable('authSessions')
      .set({ createdAt: '2026-07-01T22:30:00.000Z', refreshedAt: '2026-07-01T23:45:00.000Z' })
      .where('id', '=', inApp.session.id)
      .execute()
    clock.set('2026-07-02T09:00:00.000Z')
    expect((await readDevices(services, inBrowser)).map(({ id, name, isThis, where }) => [id, name, isThis, where])).toEqual([
      [inBrowser.session.id, 'Safari on iPhone', true, 'site'],
      [latest.session.id, 'An app or a script', false, 'api'],
      [inApp.session.id, 'An app or a script', false, 'api'],
    ])
    expect((await readDevices(services, inApp))[0]).toEqual({
      id: inApp.session.id,
      name: 'An app or a script',
      isThis: true,
      where: 'api',
      by: undefined,
      since: 'Wednesday 1 July, 11.30pm',
      lastUsed: 'Thursday 2 July, 12.45am',
    })
    expect(await readSiteSession(services, cookie)).toBeDefined()
    // Last year's have their year.
    const newYear = { createdAt: '2026-12-31T22:30:00.000Z', refreshedAt: '2027-01-01T08:00:00.000Z' }
    await services.db.updateTable('authSessions').set(newYear).where('id', '=', inApp.session.id).execute()
    clock.set('2027-01-01T09:00:00.000Z')
    const [device] = await readDevices(services, inApp)
    expect([device?.since, device?.lastUsed]).toEqual(['Thursday 31 December 2026, 10.30pm', 'Friday 1 January, 8am'])
  })

  test('leaves out what no one can use any more, and a chore deletes it', async () => {
    const auth = await openAuth(engine)
    const { services, clock } = auth.world
    const { inApp, cookie } = await member(auth)
    clock.advance(days(7))
    expect(await readSiteSession(services, cookie)).toBeUndefined()
    expect((await readDevices(services, inApp)).map(({ where }) => where)).toEqual(['api'])
    const sessions = () => services.db.selectFrom('authSessions').select('id').execute()
    for (const chore of chores) await chore(services)
    expect(await sessions()).toHaveLength(2)
    clock.advance(days(23) + minutes(1))
    for (const chore of chores) await chore(services)
    // The browser's session is deleted too, not kept like an app's.
    expect(await sessions()).toEqual([{ id: inApp.session.id }])
    expect(await services.db.selectFrom('siteSessions').selectAll().execute()).toEqual([])
  })

  test('ends a device once, however many press at once, and only for its owner', async () => {
    const auth = await openAuth(racing(engine))
    const { services } = auth.world
    const { inApp, inBrowser, cookie } = await member(auth)
    const { inApp: stranger } = await member(auth)
    expect(await endDevice(services, stranger, inBrowser.session.id)).toBeUndefined()
    expect(await readSiteSession(services, cookie)).toBeDefined()
    const ended = await Promise.all(openPeers(auth.world, 8).map((peer) => endDevice(peer, inApp, inBrowser.session.id)))
    expect(ended.filter((name) => name)).toEqual(['Safari on iPhone'])
    expect(await readSiteSession(services, cookie)).toBeUndefined()
    const entries = await services.db.selectFrom('auditLog').selectAll().where('action', '=', 'session.end').execute()
    expect(entries).toMatchObject([{ actor: inApp.account.user.id, subject: inBrowser.session.id }])
  })
})

test('Someone who is signed in stays so while a disk takes no changes, not even when they were last seen', async () => {
  const auth = await openAuth('sqlite')
  const { services, clock } = auth.world
  const { cookie, inBrowser } = await member(auth)
  clock.advance(minutes(10))
  await sql`pragma query_only = on`.execute(services.db)
  expect(await readSiteSession(services, cookie)).toMatchObject({ session: { id: inBrowser.session.id } })
  expect(services.canStore()).toBe(false)
})
