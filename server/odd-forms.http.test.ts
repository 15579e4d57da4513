// @module-tag never-again
import { expect, it } from 'vitest'
import { wrongFormText } from '#app/platform/refused-page.ts'
import { newId } from '#app/values/ids.ts'
import { isDeep } from '#test/support/depth.ts'
import { addEngineer, jobOf, phoneOf, staffOf } from '#test/support/engineers.ts'
import { differentPages } from '#test/support/page-patterns.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'

/* Forms that no page sends, to every page, by someone who may open it: each gets a clear answer, and changes nothing. */

const shared = shareSite({ accounts: true, env: { RATE_LIMIT_SCALE: '1000000' } })

interface OddForm {
  body: string | FormData
  type?: string
}

const form = 'application/x-www-form-urlencoded'
const fileForm = new FormData()
for (const name of ['intent', 'file', 'photo']) fileForm.append(name, new File(['<svg/>'], '../x.svg', { type: 'image/svg+xml' }))

const oddForms: Record<string, OddForm> = {
  'an unknown intent': { body: 'intent=no-such-thing', type: form },
  empty: { body: '', type: form },
  JSON: { body: '{"intent":"cancel"}', type: 'application/json' },
  'plain text': { body: 'intent=cancel', type: 'text/plain' },
  'cut off': { body: '--x\r\nnever ends', type: 'multipart/form-data; boundary=x' },
  files: { body: fileForm },
  large: { body: `intent=no-such-thing&text=${'x'.repeat(2_000_000)}`, type: form },
}

/** Pages whose form has nothing but its button: every form is theirs. */
const oneButton = ['/account/data/copy', '/account/passkeys/offer', '/auth/sign-out', '/staff/people/samples', '/staff/settings']
/** Pages with several buttons: their answer is that none of them was used. */
const manyButtons = [
  '/track/:token',
  '/engineer/jobs/:id/photos',
  '/staff/bookings/:id',
  '/staff/customers/:id',
  '/staff/people/:id',
  '/staff/people/invitations/:id',
  '/staff/deliveries/:id',
]
/** A wall screen has no form, and no one in front of it: its own words say that it can't be opened. */
const wallScreen = '/staff/wall/board'
/** The router's own words, for developers. */
const ofRouter = /Unexpected (Application|Server) Error|did not provide/

it('Every page answers a form that it doesn’t have clearly, and does nothing', { timeout: 180_000 }, async () => {
  const site = await shared()
  const { pathOf, browserFor } = await fillSite(site)
  const before = await readAll(site)
  const patterns = differentPages.filter((each) => !oneButton.includes(each))
  expect(patterns.length).toBeGreaterThan(100)
  for (const [index, pattern] of patterns.entries()) {
    const path = pathOf(pattern)
    const ask = (body: OddForm) =>
      browserFor(path).ask(path, {
        method: 'POST',
        body: body.body,
        headers: { Accept: 'text/html', Origin: site.url, ...(body.type && { 'Content-Type': body.type }) },
      })
    // Each page gets the first form, and one of the others in turn.
    const [first, ...others] = Object.entries(oddForms)
    const bodies = [first, ...(isDeep ? others : others.slice(index % others.length).slice(0, 1))].filter((each) => each !== undefined)
    for (const [at, [name, body]] of bodies.entries()) {
      const { status, text, headers } = await ask(body)
      const facts = { pattern, name, status, text: shownIn(text) }
      expect(facts).toEqual({ ...facts, text: expect.not.stringMatching(ofRouter) })
      expect(status, `${pattern}, ${name}`).toBeLessThan(500)
      if (status >= 400) expect(facts).toEqual({ ...facts, text: expect.stringMatching(/<h1|"message"/) })
      if (name === 'an unknown intent' && pattern !== wallScreen && (status === 405 || manyButtons.includes(pattern)))
        expect(facts).toEqual({ ...facts, text: expect.stringContaining(wrongFormText) })
      if (status !== 405) continue
      expect(headers.get('Allow'), path).toBe('GET, HEAD')
      // A page that takes no forms says so for any form.
      if (at === 0 && !isDeep) break
    }
  }
  expect(await readAll(site)).toEqual(before)
})

/** A page without its frame; the whole of another response. */
const shownIn = (text: string) => (/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text).slice(0, 5_000)

/** Everything that a form could change; not traces of requests, such as drafts and the times of sessions. */
async function readAll({ db }: Site) {
  const rows: Record<string, unknown> = {}
  for (const table of [
    'bookings',
    'engineers',
    'shifts',
    'absences',
    'staffInvitations',
    'blogPosts',
    'wallScreens',
    'photos',
    'bills',
  ] as const)
    rows[table] = await db
      .selectFrom(table as 'bookings')
      .selectAll()
      .execute()
  rows.users = await db.selectFrom('authUsers').select(['id', 'email', 'role']).execute()
  rows.settings = await db.selectFrom('ownerValues').selectAll().execute()
  rows.audit = await db.selectFrom('auditLog').select(['id', 'action']).execute()
  rows.jobs = await db.selectFrom('jobs').select(['id', 'kind']).execute()
  return rows
}

/** Someone of each role, signed in, and a value for each parameter of a page's path. */
async function fillSite(site: Site) {
  const staff = await staffOf(site)
  const [owner, customer] = [openPlainBrowser(site.url), openPlainBrowser(site.url)]
  await owner.signIn(await site.sampleOf('owner'))
  await customer.signIn(await site.sampleOf('customer'))
  const engineerId = await addEngineer(staff, 'Dan Okoro', '1234567')
  const { phone } = await phoneOf(site, staff, engineerId)
  const job = await jobOf(site, staff, engineerId, 'Priya Raman')
  await site.db.updateTable('bookings').set({ status: 'arrived' }).where('id', '=', job).execute()
  const email = `${newId()}@example.com`
  const booking = await site.book(email)
  const link = /\/track\/([\w.-]+)/.exec(await site.mailTo(email, /./))?.[1]
  const invited = `${newId()}@example.com`
  await owner.post('/staff/people/invite', { fullName: 'Ade Cole', email: invited, role: 'staff' })
  await site.invitationTo(invited)
  const idIn = async (table: 'blogPosts' | 'jobs' | 'staffInvitations') =>
    (await site.db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id
  const colleague = await site.db.selectFrom('authUsers').select('id').where('role', '=', 'staff').executeTakeFirstOrThrow()
  const parameters: [RegExp, string | undefined][] = [
    [/^\/(track|book)/, link],
    [/^\/engineer\/jobs\//, job],
    [/^\/blog-admin\//, await idIn('blogPosts')],
    [/^\/staff\/bookings\//, booking],
    [/^\/staff\/engineers\//, engineerId],
    [/^\/staff\/people\/invitations/, await idIn('staffInvitations')],
    [/^\/staff\/people\//, colleague.id],
    [/^\/staff\/settings\/stored/, 'webhook'],
    [/^\/staff\/settings\/business/, 'rates'],
    [/^\/staff\/deliveries\//, await idIn('jobs')],
  ]
  const browsers: [RegExp, PlainBrowser][] = [
    [/^\/account/, customer],
    [/^\/engineer/, phone],
    [/^\/(staff|blog-admin|dev)/, owner],
    [/^\//, openPlainBrowser(site.url)],
  ]
  const browserFor = (path: string) => browsers.find(([at]) => at.test(path))?.[1] ?? customer
  return {
    pathOf: (pattern: string) =>
      pattern.replace(/:\w+\??/g, parameters.find(([at]) => at.test(pattern))?.[1] ?? 'none').replace('*', 'none'),
    browserFor,
  }
}
