// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { startNowText } from '#content/extra-work.ts'
import { addEngineer, phoneOf } from '#test/support/engineers.ts'
import { foreignForm, openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'

const shared = shareSite({ accounts: true })

/** An engineer with their own phone, signed in. */
async function engineerOf(site: Site, staff: PlainBrowser, name: string) {
  const id = await addEngineer(staff, name)
  return { id, browser: (await phoneOf(site, staff, id)).phone }
}

/** A visit with the engineer on site, and the customer's private link. */
async function visitOf(site: Site, engineerId: string, name: string) {
  const email = `${newId()}@example.com`
  const id = await site.book(email, { name })
  await site.db.updateTable('bookings').set({ status: 'arrived', engineerId, version: 3 }).where('id', '=', id).execute()
  const link = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  const works = () => site.db.selectFrom('extraWorks').selectAll().where('bookingId', '=', id).orderBy('proposedAt').execute()
  return { id, email, link, works, page: `/engineer/jobs/${id}/extra-work` }
}

const proposal = { intent: 'propose', name: 'New stopcock', kind: 'urgent', sum: '140', description: 'Brass, under the sink' }
const signature = 'M10 10L50 60L90 20'

describe('Extra work', () => {
  it('is suggested from the engineer’s phone and agreed on the customer’s page, without JavaScript, and both and staff then see it', async () => {
    const site = await shared()
    const staff = openPlainBrowser(site.url)
    await staff.signIn(await site.sampleOf('staff'))
    const { id: engineerId, browser: phone } = await engineerOf(site, staff, 'Dan Okoro')
    const { id, email, link, works, page } = await visitOf(site, engineerId, 'Priya Raman')

    const wrong = await phone.post(page, { ...proposal, sum: 'two hundred' })
    expect([wrong.status, wrong.text.includes('New stopcock')]).toEqual([400, true])
    const key = newId()
    for (let time = 0; time < 2; time++)
      expect(await phone.post(page, { ...proposal, key })).toMatchObject({ status: 303, location: `${page}?done=propose-work` })
    const [work, ...more] = await works()
    expect([work?.id, work?.amountPence, more]).toEqual([key, 14_000, []])
    expect(await site.mailTo(email, /^Your engineer suggests extra work: up to £140/)).toContain('New stopcock')

    const customer = openPlainBrowser(site.url)
    const shown = await customer.open(link)
    for (const said of ['New stopcock', '£140.00']) expect(shown.text).toContain(said)
    expect(shown.text).not.toMatch(/checked=""/)
    const answer = { work: key, seenHash: work?.contentHash ?? '', signer: 'Priya Raman' }
    const unnamed = await customer.post(link, { ...answer, signer: '', intent: 'agree-work' })
    expect(unnamed.status).toBe(400)
    expect(await customer.post(link, { ...answer, intent: 'agree-work' })).toMatchObject({ status: 303, location: `${link}?done=agreed` })
    expect((await customer.open(`${link}?done=agreed`)).text).toContain('New stopcock')
    expect((await customer.open(`${link}.data`)).text).not.toContain('Priya Raman')
    await site.mailTo(email, /^Extra work agreed: up to £140/)
    expect((await phone.open(`/engineer/jobs/${id}`)).text).toContain('New stopcock, up to £140')
    expect((await staff.open(`/staff/bookings/${id}`)).text).toContain('New stopcock, up to £140')
  })

  it('is no one else’s to suggest or answer: other engineers, other links, renewed links, other sites', async () => {
    const site = await shared()
    const staff = openPlainBrowser(site.url)
    await staff.signIn(await site.sampleOf('staff'))
    const dan = await engineerOf(site, staff, 'Joe Pike')
    const eve = await engineerOf(site, staff, 'Una Marsh')
    const own = await visitOf(site, dan.id, 'Tess Holloway')
    const others = await visitOf(site, eve.id, 'Olu Adeyemi')
    await dan.browser.post(own.page, { ...proposal, kind: 'other', key: newId() })
    const [work] = await own.works()
    const answer = { work: work?.id ?? '', seenHash: work?.contentHash ?? '', signer: 'Eve', signature, price: 'yes', start: startNowText }

    for (const intent of ['propose', 'agree', 'decline', 'withdraw'])
      expect([intent, (await eve.browser.post(own.page, { ...proposal, ...answer, intent })).status]).toEqual([intent, 404])
    // With another booking's link, without a link, and from another site.
    const customer = openPlainBrowser(site.url)
    for (const intent of ['agree-work', 'decline-work']) {
      expect((await customer.post(others.link, { ...answer, intent })).status).toBe(404)
      expect((await customer.post('/track/none', { ...answer, intent })).status).toBe(404)
      const body = new URLSearchParams({ ...answer, intent })
      expect((await customer.ask(own.link, { method: 'POST', body, headers: foreignForm })).status).toBe(403)
    }
    // A sum other than the one shown (the hash differs), and a form with only the price ticked.
    expect((await customer.post(own.link, { ...answer, seenHash: 'f'.repeat(64), intent: 'agree-work' })).status).toBe(409)
    const half = await customer.post(own.link, {
      work: answer.work,
      seenHash: answer.seenHash,
      signer: 'Tess',
      price: 'yes',
      intent: 'agree-work',
    })
    expect(half.status).toBe(400)
    expect((await dan.browser.post(own.page, { ...answer, signature: 'M1 1L2 2"/><script>', intent: 'agree' })).status).toBe(400)
    expect((await dan.browser.post(own.page, { ...answer, signature: `M1 1${'L2 2'.repeat(5_000)}`, intent: 'agree' })).status).toBe(400)
    expect((await own.works()).map(({ state }) => state)).toEqual(['proposed'])

    expect(await dan.browser.post(own.page, { ...answer, intent: 'agree', signer: '<b>Tess</b> Holloway' })).toMatchObject({ status: 303 })
    const seenByStaff = (await staff.open(`/staff/bookings/${own.id}`)).text
    expect(seenByStaff).toContain(`d="${signature}"`)
    expect(seenByStaff).not.toContain('<b>Tess</b>')

    // A link that was replaced no longer works.
    await dan.browser.post(own.page, { ...proposal, key: newId() })
    const [, second] = await own.works()
    await site.db.updateTable('bookings').set({ trackingTokenHash: newId() }).where('id', '=', own.id).execute()
    const old = { work: second?.id ?? '', seenHash: second?.contentHash ?? '', signer: 'Tess' }
    expect((await customer.post(own.link, { ...old, intent: 'agree-work' })).status).toBe(404)
    expect((await own.works()).map(({ state }) => state)).toEqual(['agreed', 'proposed'])
  })
})
