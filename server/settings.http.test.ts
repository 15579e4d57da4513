import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { minutes } from '#app/values/clock.ts'
import { enteredAs } from '#test/support/finished-visit.ts'
import { openReceiver, verified } from '#test/support/receiver.ts'
import { openStaffedSite, type Site, shareSite } from '#test/support/site.ts'

/** Using the owner's settings without JavaScript. */

const form = '/staff/settings/stored/webhook'
const shared = shareSite({ accounts: true, ownProcess: true })

/** The site, with no settings stored by the owner. */
async function open(): Promise<Site> {
  const site = await shared()
  await site.db.deleteFrom('settings').execute()
  return site
}

describe('The webhook configuration', () => {
  it('is printed at the next start, by its host alone', async () => {
    const receiver = await openReceiver()
    const site = await open()
    const owner = await enteredAs(site, 'owner')
    expect(await site.printed(/Webhook +(.+)/)).toMatch(/^none; set one/)
    await owner.post(form, { intent: 'save', value: `${receiver.url}/hooks/very-secret-path` })
    await site.stop()
    await site.start()
    expect(await site.printed(/Webhook +(.+)/)).toBe(`127.0.0.1:${receiver.port}`)
  })

  it('is validated, saved with a signing secret that is shown once, tried, used, renewed and removed', async () => {
    const receiver = await openReceiver()
    const site = await open()
    const owner = await enteredAs(site, 'owner')
    const url = `${receiver.url}/hooks/very-secret-path`
    for (const value of ['', 'https://evil.example/"x"'])
      for (const intent of ['validate', 'save']) {
        const refused = await owner.post(form, { intent, value })
        expect([refused.status, refused.text.includes(`value="${value.replaceAll('"', '&quot;')}"`)]).toEqual([400, true])
      }
    expect((await owner.post(form, { intent: 'validate', value: ` ${url} ` })).status).toBe(200)
    expect(await site.db.selectFrom('settings').select('name').execute()).toEqual([])

    const saved = await owner.post(form, { intent: 'save', value: ` ${url} ` })
    const secret = /whsec_[\w+/]{43}=/.exec(saved.text)?.[0] ?? ''
    expect(secret).not.toBe('')
    for (const path of ['/staff/settings', form]) {
      const shown = (await owner.open(path)).text
      expect(shown).toContain(`http://127.0.0.1:${receiver.port}/…path`)
      expect(shown).not.toMatch(/very-secret|whsec_\w/)
    }
    const tested = await owner.post('/staff/settings', {})
    expect(tested.text).toContain('204')
    await site.book('priya.raman@example.com')
    await expect.poll(() => receiver.deliveries.length).toBe(2)
    expect(receiver.deliveries.map((delivery) => verified(delivery, secret, new Date()))).toMatchObject([
      { type: 'webhook.test', test: true },
      { type: 'booking.received' },
    ])

    const renewed = await owner.post(form, { intent: 'secret' })
    const other = /whsec_[\w+/]{43}=/.exec(renewed.text)?.[0]
    expect(other).toBeDefined()
    expect(other).not.toBe(secret)
    expect(await owner.post(form, { intent: 'remove' })).toMatchObject({ status: 303, location: '/staff/settings?done=removed' })
    expect((await owner.open('/staff/settings')).text).not.toContain(`127.0.0.1:${receiver.port}`)
    const told = site.instance().stdout() + site.instance().stderr()
    for (const hidden of ['very-secret', secret, String(other)]) expect(told).not.toContain(hidden)
  })

  it('that cannot be kept says so, keeps what was typed, and what was stored', async () => {
    const site = await open()
    const owner = await enteredAs(site, 'owner')
    onTestFinished(async () => void (await sql`drop trigger full`.execute(site.db)))
    await sql`create trigger full before insert on settings begin select raise(abort, 'disk full'); end`.execute(site.db)
    const value = 'http://127.0.0.1:9/hook'
    const failed = await owner.post(form, { intent: 'save', value })
    expect([failed.status, failed.text.includes(`value="${value}"`)]).toEqual([500, true])
    expect(await site.db.selectFrom('settings').select('name').execute()).toEqual([])
  })

  it('is for owners who have just proved who they are', async () => {
    const site = await open()
    const owner = await enteredAs(site, 'owner')
    for (const { id, amr } of await site.db.selectFrom('authSessions').select(['id', 'amr']).execute()) {
      const earlier = (JSON.parse(amr) as { at: string }[]).map((proof) => ({
        ...proof,
        at: new Date(Date.parse(proof.at) - minutes(11)).toISOString(),
      }))
      await site.db
        .updateTable('authSessions')
        .set({ amr: JSON.stringify(earlier) })
        .where('id', '=', id)
        .execute()
    }
    expect((await owner.open('/staff/settings')).status).toBe(200)
    for (const answer of [await owner.open(form), await owner.post(form, { intent: 'save', value: 'https://make.com/x' })])
      expect(answer).toMatchObject({ status: 303, location: `/account/confirm?next=${form}` })
    expect(await site.db.selectFrom('settings').select('name').execute()).toEqual([])
  })
})

describe('The settings page', () => {
  it('tells what the environment sets up, without a secret of it', async () => {
    const secrets = {
      SMTP_URL: 'smtp://mailer:mail-password@127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_stripe0123456789',
      STRIPE_WEBHOOK_SECRET: 'whsec_stripe0123456789',
    }
    const site = await openStaffedSite({ ...secrets, STAFF_EMAIL: 'desk@example.co.uk' })
    const owner = await enteredAs(site, 'owner')
    const { text } = await owner.open('/staff/settings')
    for (const said of ['127.0.0.1:9', 'desk@example.co.uk', 'Stripe', 'SQLite, embedded', '1 running', '/staff/people/samples'])
      expect(text).toContain(said)
    expect(text).not.toMatch(/mail-password|mailer|stripe0123456789/)
    // An unwanted step is marked as settled on the list of the first day.
    const step = 'value="webhook"'
    expect(text).toContain(step)
    expect(await owner.post('/staff/settings', { intent: 'settle', step: 'webhook' })).toMatchObject({ status: 303 })
    expect((await owner.open('/staff/settings')).text).not.toContain(step)
  })
})

describe('The measurement id', () => {
  it('that the owner stores is in the public pages with the next request, and nowhere else, and goes again', async () => {
    const site = await open()
    const owner = await enteredAs(site, 'owner')
    const publicPage = async () => {
      const answer = await fetch(`${site.url}/gas-emergency`)
      return { text: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
    }
    expect((await publicPage()).text).not.toContain('G-STORED1234')
    const action = '/staff/settings/stored/analytics'
    expect(await owner.post(action, { intent: 'save', value: 'G-STORED1234' })).toMatchObject({ status: 303 })
    const measured = await publicPage()
    expect(measured.text).toContain('content="G-STORED1234"')
    expect(measured.policy).toContain('https://www.googletagmanager.com')
    // Pages without analytics allow no third-party scripts.
    for (const path of ['/staff', '/auth', '/track/x', '/offline']) {
      const page = await owner.open(path)
      expect([path, page.headers.get('content-security-policy')]).toEqual([path, expect.stringContaining("script-src 'self'")])
      expect(page.headers.get('content-security-policy'), path).not.toContain('google')
      expect(page.text, path).not.toContain('<meta name="analytics-measurement-id"')
    }
    expect((await owner.open('/payment-success')).headers.get('content-security-policy')).toContain('https://www.googletagmanager.com')
    await owner.post(action, { intent: 'remove' })
    const after = await publicPage()
    expect(after.text).not.toContain('G-STORED1234')
    expect(after.policy).not.toContain('googletagmanager')
  })
})
