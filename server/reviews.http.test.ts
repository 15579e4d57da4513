// @module-tag never-again
import { expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { addEngineer } from '#test/support/engineers.ts'
import { enteredAs, finished } from '#test/support/finished-visit.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { shareSite } from '#test/support/site.ts'

const shared = shareSite({ accounts: true })

it('A review is written through the private link without JavaScript, and is on the public pages at once; an owner’s removal is counted there', async () => {
  const site = await shared()
  const [customer, staff, owner] = [openPlainBrowser(site.url), await enteredAs(site, 'staff'), await enteredAs(site, 'owner')]
  const visit = await finished(site, await addEngineer(staff, 'Dan Okoro', '1234567'))
  const words = `Came at ten and fixed it ${newId()}`
  const path = visit.path.replace('/track/', '/review/')
  expect((await customer.open(visit.path)).text).toContain(`href="${path}"`)
  expect((await customer.open(path.replace('/review/', '/t/').slice(0, 25).concat('/review'))).location).toBe(path)
  // A tapped star only fills in the form.
  const form = (await customer.open(`${path}?stars=4`)).text
  expect(form.match(/<input[^>]*name="stars"[^>]*checked=""/g)).toHaveLength(1)
  expect(form).toMatch(/<input[^>]*checked=""[^>]*value="4"|<input[^>]*value="4"[^>]*checked=""/)
  // The pages are cached before the review exists.
  for (const page of ['/reviews', '/', '/claims']) expect((await customer.open(page)).text).not.toContain(words)

  const refused = await customer.post(path, { intent: 'save', stars: '', text: words, name: 'Priya', mayPublish: '' })
  expect([refused.status, refused.text.includes(words)]).toEqual([400, true])
  const review = { intent: 'save', stars: '2', text: words, name: 'Priya', mayPublish: 'yes' }
  expect(await customer.post(path, review)).toMatchObject({ status: 303, location: `${path}?done=saved` })

  const [all, claims, home] = await Promise.all(['/reviews', '/claims', '/'].map(async (page) => (await customer.open(page)).text))
  expect(all).toContain(words)
  expect(all).toContain('2.0 out of 5 from 1 review')
  expect(claims).toContain('2.0 out of 5 from 1 review')
  expect(home).toMatch(new RegExp(`id="reviews-written".*${words}`, 's'))
  expect((await customer.open('/reviews?job=Burst+Pipe')).text).toContain(words)
  expect((await customer.open('/reviews?job=Burst+Pipe&page=2')).text).not.toContain(words)

  expect((await staff.open(`/staff/bookings/${visit.id}`)).text).toContain(words)
  const { id } = await site.db.selectFrom('reviews').select('id').where('bookingId', '=', visit.id).executeTakeFirstOrThrow()
  expect(await staff.post('/staff/reviews', { intent: 'review-answer', review: id, answer: 'Thank you' })).toMatchObject({ status: 303 })
  expect((await customer.open('/reviews')).text).toContain('Thank you')
  const removal = { intent: 'review-remove', review: id, reason: 'names_person', removalNote: 'Names the neighbour in the second sentence' }
  expect((await owner.post('/staff/reviews', { ...removal, reason: 'too bad' })).text).toContain('Names the neighbour')
  expect((await owner.post('/staff/reviews', removal)).status).toBe(303)
  const after = (await customer.open('/reviews')).text
  expect(after).not.toContain(words)
  expect(after).toContain('1 removed: names a person')
  expect(after).toContain('2.0 out of 5 from 1 review')
  expect(await customer.post(path, { intent: 'withdraw' })).toMatchObject({ status: 303, location: `${path}?done=withdrawn` })
  expect((await customer.open('/reviews')).text).toContain('1 withdrawn by the writer')

  const chosen = {
    ...{ intent: 'chosen-add', kind: 'message', text: `Lovely ${newId()}`, name: 'Amir', source: 'WhatsApp', saidOn: '2026-11-01' },
    ...{ consentBy: 'Amir Khan', consentOn: '2026-11-02', consentHow: 'On the phone', consentContact: '07700 900321' },
  }
  expect((await owner.post('/staff/reviews', { ...chosen, consentHow: '' })).text).toContain(chosen.text)
  expect((await owner.post('/staff/reviews', chosen)).status).toBe(303)
  expect((await customer.open('/')).text).toMatch(new RegExp(`id="reviews-screenshots".*Chosen by us.*${chosen.text}`, 's'))
  expect((await customer.open('/')).text).not.toMatch(/Amir Khan|900 ?321/)
})
