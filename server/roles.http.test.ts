// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { storedPassword } from '#app/features/accounts/stored-password.server.ts'
import { minutes, systemClock, toInstant } from '#app/values/clock.ts'
import { newPerson } from '#test/support/auth.ts'
import { freePort } from '#test/support/free-port.ts'
import { openInstance } from '#test/support/instance.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { openSite, type Site, shareSite } from '#test/support/site.ts'

type Role = 'customer' | 'staff' | 'owner'

/** Signed in with the sample account of a role. */
async function enteredAs(site: Site, role: Role): Promise<PlainBrowser> {
  const visitor = openPlainBrowser(site.url)
  expect(await visitor.signIn(await site.sampleOf(role))).toMatchObject({
    status: 303,
    location: role === 'customer' ? '/account/bookings?said=signed-in' : '/staff',
  })
  return visitor
}

/** Moves every session's last identity check to eleven minutes ago. */
async function passProofs(site: Site): Promise<void> {
  for (const { id, amr } of await site.db.selectFrom('authSessions').select(['id', 'amr']).execute()) {
    const earlier = (JSON.parse(amr) as { method: string; at: string }[]).map((proof) => ({
      ...proof,
      at: new Date(Date.parse(proof.at) - minutes(11)).toISOString(),
    }))
    await site.db
      .updateTable('authSessions')
      .set({ amr: JSON.stringify(earlier) })
      .where('id', '=', id)
      .execute()
  }
}

const roleOf = async (site: Site, email: string) =>
  (await site.db.selectFrom('authUsers').select('role').where('email', '=', email).executeTakeFirst())?.role

const invitePath = '/staff/people/invite'

describe('The first owner', () => {
  it('comes by the printed link, which opens as often as one likes, works once, and is then gone', async () => {
    const site = await openSite({ accounts: true, env: { SAMPLE_DATA: 'off', LOG_LEVEL: 'info' }, ownProcess: true })
    const link = await site.firstOwnerLink()
    const person = newPerson()
    const fields = { fullName: person.name, email: person.email, password: person.password }
    const visitor = openPlainBrowser(site.url)
    const page = await visitor.open(link)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(page.headers.get('x-robots-tag')).toContain('noindex')
    expect((await visitor.open(link)).status).toBe(200)
    expect((await visitor.open('/auth/first-owner?token=guessed')).text).not.toContain('name="password"')
    const weak = await visitor.post(link, { ...fields, password: 'password' })
    expect([weak.status, weak.text.includes(`value="${person.email}"`), weak.text.includes('value="password"')]).toEqual([422, true, false])
    expect(await visitor.post(link, fields)).toMatchObject({ status: 303, location: '/staff' })
    expect((await visitor.open('/staff')).text).toContain('/staff/people')
    expect(await roleOf(site, person.email)).toBe('owner')

    expect((await openPlainBrowser(site.url).open(link)).status).toBe(410)
    expect((await openPlainBrowser(site.url).post(link, { ...fields, email: newPerson().email })).status).toBe(403)
    expect(await site.db.selectFrom('authUsers').select('role').execute()).toEqual([{ role: 'owner' }])

    // The link is printed to the console, never logged.
    const token = new URL(link).searchParams.get('token') ?? ''
    const logged = site
      .instance()
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(logged.length).toBeGreaterThan(5)
    expect(logged.join('\n') + site.instance().stderr()).not.toContain(token)
    expect(site.instance().stdout().split(token)).toHaveLength(2)
    await site.stop()
    const again = await openInstance(site.settings)
    await expect.poll(() => again.stdout()).toContain('Webhook')
    expect(again.stdout()).not.toContain('first-owner?token=')
  })
})

describe('Samples', () => {
  it('are never on a public site, which takes those away that came with the data', async () => {
    const site = await openSite({ accounts: true, ownProcess: true })
    const { password } = await site.sampleOf('owner')
    await site.stop()
    const port = String(await freePort())
    const { SAMPLE_DATA: _, ...settings } = site.settings
    const live = await openInstance({ ...settings, PORT: port, SITE_URL: 'https://plumbers.example.co.uk' })
    await expect.poll(() => live.stdout()).toContain('Webhook')
    expect(live.stdout()).not.toContain('@example.com')
    expect(live.stdout()).not.toContain(password)
    expect(live.stdout()).toContain('https://plumbers.example.co.uk/auth/first-owner?token=')
    expect(await site.db.selectFrom('authUsers').select('id').execute()).toEqual([])
  })
})

/** Each test undoes its changes to the sample accounts. */
const shared = shareSite({ accounts: true })

describe('The staff area', () => {
  it('lets someone without the role sign in as someone else, and leads back then', async () => {
    const site = await shared()
    const visitor = await enteredAs(site, 'customer')
    const refused = await visitor.open('/staff/people?done=invited')
    expect(refused.text).not.toMatch(/Unexpected Application Error|owner@|Staff area|People</)
    expect(refused.text).toContain('value="/staff/people?done=invited"')
    const left = await visitor.post('/auth/sign-out', { next: '/staff/people' })
    expect(left).toMatchObject({ status: 303, location: '/auth?next=%2Fstaff%2Fpeople' })
    expect(visitor.cookies.has('sid')).toBe(false)
    expect(await visitor.signIn(await site.sampleOf('owner'), '/staff/people')).toMatchObject({ location: '/staff/people' })
    expect(await visitor.post('/auth/sign-out', { next: 'https://evil.example/' })).toMatchObject({ location: '/' })
  })
})

describe('An invitation', () => {
  it('makes someone new one of the staff once they accept, from the next request on', async () => {
    const site = await shared()
    const owner = await enteredAs(site, 'owner')
    const person = newPerson()
    const wrong = await owner.post(invitePath, { fullName: person.name, email: 'nobody', role: 'owner' })
    expect([wrong.status, wrong.text.includes('value="nobody"'), wrong.text.includes(`value="${person.name}"`)]).toEqual([400, true, true])
    expect(wrong.text).toMatch(/checked="" value="owner"|value="owner"[^>]*checked/)
    expect(await owner.post(invitePath, { fullName: person.name, email: person.email, role: 'staff' })).toMatchObject({
      status: 303,
      location: '/staff/people?done=invited',
    })
    const longAgo = { lastSignInAt: '2020-02-29T12:00:00.000Z' }
    await site.db.updateTable('authUsers').set(longAgo).where('email', '=', 'staff@example.com').execute()
    const list = await owner.open('/staff/people?done=invited')
    expect(list.text).toContain(person.email)
    expect(list.text).toContain('last signed in on Sat 29 Feb 2020')

    const link = await site.invitationTo(person.email)
    const colleague = openPlainBrowser(site.url)
    for (const _ of [1, 2]) expect((await colleague.open(link)).status).toBe(200)
    expect(await roleOf(site, person.email)).toBeUndefined()
    const weak = await colleague.post(link, { fullName: 'Nia Cole', password: 'qwerty' })
    expect(weak.text).toContain('value="Nia Cole"')
    expect(await colleague.post(link, { fullName: 'Nia Cole', password: person.password })).toMatchObject({
      status: 303,
      location: '/staff',
    })
    expect((await colleague.open('/staff')).text).toContain('Nia Cole')
    expect(colleague.cookies.get('sid')).toMatch(/^[\w-]{43}$/)
    await site.mailTo(person.email, /You’ve been added as staff/)
    expect((await openPlainBrowser(site.url).open(link)).status).toBe(410)

    // Removed: the next request is treated as a customer's.
    const { id } = await site.db.selectFrom('authUsers').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
    expect(await owner.post(`/staff/people/${id}`, { intent: 'remove' })).toMatchObject({ location: '/staff/people?done=removed' })
    expect(await colleague.open('/staff')).toMatchObject({ status: 303, location: '/auth?next=/staff' })
    await site.mailTo(person.email, /no longer have staff access/)
  })

  it('opens no staff page to an account whose password is too short, until it has a longer one', async () => {
    const site = await shared()
    const { email } = newPerson()
    const short = { email, password: 'sturdy7' }
    const stored = await storedPassword(short.password)
    const user = newUserRow({ clock: systemClock }, { email, emailConfirmedAt: toInstant(systemClock.now()), ...stored })
    await site.db.insertInto('authUsers').values(user).execute()
    const owner = await enteredAs(site, 'owner')
    await owner.post(invitePath, { fullName: 'Sam', email, role: 'staff' })
    const link = await site.invitationTo(email)
    const colleague = openPlainBrowser(site.url)
    expect((await colleague.open(link)).status).toBe(200)
    expect(await colleague.post(link, {})).toMatchObject({ status: 303, location: '/staff' })

    const first = (next: string) => ({ status: 303, location: `/account/password?next=${next}` })
    expect(await colleague.open('/staff')).toMatchObject(first('/staff'))
    expect(await colleague.open('/staff/wall/board')).toMatchObject(first('/staff/wall/board'))
    expect(await colleague.post('/staff/bills/cash', {})).toMatchObject(first('/staff/bills/cash'))
    expect((await colleague.open('/api/board')).status).toBe(403)
    expect((await colleague.open('/staff/people')).status).toBe(403)
    expect((await colleague.open('/security-dashboard')).text).not.toContain('For staff')
    const eleven = await colleague.post('/account/password?next=/staff', { password: 'sturdy7stur' })
    expect(eleven.status).toBeGreaterThanOrEqual(400)
    expect(await colleague.open('/staff')).toMatchObject(first('/staff'))
    expect(await colleague.post('/account/password?next=/staff', { password: 'sturdy twelve' })).toMatchObject({
      status: 303,
      location: '/staff',
    })
    expect((await colleague.open('/staff')).status).toBe(200)
    expect((await colleague.open('/security-dashboard')).text).toContain('For staff')
    await owner.post(`/staff/people/${user.id}`, { intent: 'remove' })
  })
})

describe('The owner', () => {
  it('proves again who they are before a change, and comes back to it', async () => {
    const site = await shared()
    const owner = await enteredAs(site, 'owner')
    const { password } = await site.sampleOf('owner')
    const { id } = await site.db.selectFrom('authUsers').select('id').where('role', '=', 'staff').executeTakeFirstOrThrow()
    await passProofs(site)
    expect((await owner.open('/staff/people')).status).toBe(200)
    const back = `/account/confirm?next=/staff/people/${id}`
    expect(await owner.post(`/staff/people/${id}`, { intent: 'change', role: 'owner' })).toMatchObject({ status: 303, location: back })
    // Between two back office pages, the confirmation page has the back office frame; elsewhere it has the site's.
    expect((await owner.open(back)).text).toContain('aria-label="Staff area"')
    expect((await owner.open('/account/confirm?next=/account/password')).text).not.toContain('aria-label="Staff area"')
    for (const path of [invitePath, '/staff/people/samples', `/staff/people/${id}`])
      expect((await owner.open(path)).location).toContain('/account/confirm')
    expect(await roleOf(site, 'staff@example.com')).toBe('staff')
    expect(await owner.post(back, { password })).toMatchObject({ status: 303, location: `/staff/people/${id}` })
    expect(await owner.post(`/staff/people/${id}`, { intent: 'change', role: 'owner' })).toMatchObject({
      location: '/staff/people?done=changed',
    })
    expect(await roleOf(site, 'staff@example.com')).toBe('owner')
    await owner.post(`/staff/people/${id}`, { intent: 'change', role: 'staff' })
    expect(await roleOf(site, 'staff@example.com')).toBe('staff')
  })
})

// Must be last: the sample accounts are removed.
describe('Samples on this machine', () => {
  it('of each role sign in, and go by one press of the owner', async () => {
    const site = await shared()
    for (const role of ['customer', 'staff', 'owner'] as const) await enteredAs(site, role)
    const owner = await enteredAs(site, 'owner')
    expect((await owner.open('/staff/people')).text.split('>Sample<')).toHaveLength(3)
    expect(await owner.post('/staff/people/samples', {})).toMatchObject({ status: 303, location: '/' })
    expect((await openPlainBrowser(site.url).signIn(await site.sampleOf('owner'))).status).toBe(400)
    expect(await site.db.selectFrom('authUsers').select('id').where('isSample', '=', 1).execute()).toEqual([])
  })
})
