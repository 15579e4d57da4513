// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { addEngineer, phoneOf } from '#test/support/engineers.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
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
})
