// @module-tag never-again
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { londonDay } from '#app/platform/london.ts'
import { addDays } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import { startAskedText } from '#content/cancelling.ts'
import { redlineSlotsPerDay } from '#content/fees.ts'
import { openAddressService } from '#test/support/address-service.ts'
import { isDeep } from '#test/support/depth.ts'
import { openFormVisitor, openMember } from '#test/support/form-visitor.ts'
import { openSite, type Site, startSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

/** A browser without JavaScript or cookies: sends forms with their hidden fields and follows redirects by hand. */
class CookielessBrowser {
  hidden: Record<string, string> = {}
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
  async send(fields: Record<string, string>) {
    const body = new URLSearchParams({ ...this.hidden, ...fields })
    const response = await fetch(`${this.url}/book`, { method: 'POST', body, redirect: 'manual' })
    const html = await response.text()
    if (html.includes('name="draft"')) this.hidden = hiddenFields(html)
    return { status: response.status, headers: response.headers, html }
  }
  /** The page of the third step. */
  emergency = ''
  async fillIn(email = 'priya.raman@example.com', emergency: Record<string, string> = {}) {
    await this.send({ step: '1', go: 'next', serviceLevel: 'standard', postcode: 'E1 1FR' })
    this.emergency = (await this.send({ go: 'next', name: 'Priya Raman', phone: '07700 900264', email })).html
    return this.send({ go: 'next', service: 'Burst Pipe', timeSlot: 'ASAP', ...emergency })
  }
}

function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value]))
}

let site: Site
beforeAll(async () => {
  const ADDRESS_LOOKUP_URL = await openAddressService({ 'E1 1FR': ['12 <b>Cable</b> Street'] })
  site = await startSite({ env: { ADDRESS_LOOKUP_URL, LOG_LEVEL: 'debug', AUTH_AUTOCONFIRM: 'on' }, ownProcess: true })
})
afterAll(() => site?.close())

describe('the booking page without cookies', () => {
  it('leads through the form to a confirmation that can be reloaded, and the form sent again leads to the same booking', async () => {
    const email = 'reload@example.com'
    const browser = new CookielessBrowser(site.url)
    const review = await browser.fillIn(email, { preferredDate: addDays(londonDay(new Date()), 1) })
    expect(review.status).toBe(200)
    expect(review.html).toContain('Check your answers')
    // A visit that isn't urgent can be cancelled within 14 days: no box is ticked in advance.
    expect(review.html).toContain('name="forBusiness"')
    expect(review.html).toMatch(/<input type="checkbox"[^>]*name="startAsked" value="yes"\/>/)
    // The addresses at the postcode can be chosen from, as text.
    expect(browser.emergency).toContain('<datalist id="addresses"><option value="12 ‹b›Cable‹/b› Street">')
    const sent = await browser.send({ go: 'submit', startAsked: 'yes' })
    expect(sent.status).toBe(303)
    const confirmation = `${site.url}${sent.headers.get('location')}`
    const [first, again] = await Promise.all([fetch(confirmation), fetch(confirmation)].map(async (answer) => (await answer).text()))
    const [booking, ...more] = await site.bookingsOf(email)
    expect(more).toEqual([])
    expect([booking?.startAskedBy, booking?.forBusiness]).toEqual(['customer', 0])
    for (const page of [first, again]) for (const text of [booking?.reference, startAskedText]) expect(page).toContain(text)
    const repeated = await browser.send({ go: 'submit' })
    expect(repeated.headers.get('location')).toBe(sent.headers.get('location'))
    expect(await site.bookingsOf(email)).toHaveLength(1)
  })

  it('says before anything is sent what to do about gas', async () => {
    const description = 'I can smell gas, mum feels dizzy'
    const { html } = await new CookielessBrowser(site.url).fillIn('gas@example.com', { description })
    expect(html).not.toMatch(/startAsked|forBusiness/)
    const [before = '', after = ''] = html.split('Check your answers')
    expect(before).toContain('href="tel:0800111999"')
    expect(after).toContain(description)
    expect(await site.bookingsOf('gas@example.com')).toEqual([])
  })

  it('has a trap that means nothing to browsers and password managers', async () => {
    const { html } = await new CookielessBrowser(site.url).fillIn()
    const [trap = ''] = html.match(/<label[^>]*>Leave this field empty<\/label><input[^>]*>/) ?? []
    expect(trap).toMatch(/tabindex="-1".*autocomplete="off"/i)
    expect(trap).not.toMatch(/(?:name|id)="[^"]*(?:company|organi[sz]ation|name|address|street|city|post|url|web|e?mail|tel|phone)/i)
    expect(html).toMatch(/<div aria-hidden="true"[^>]*><label[^>]*>Leave this field empty/)
  })

  it('shows what its private pages show, in their data too, and logs no part of the link', async () => {
    const { url, instance } = site
    const email = 'private@example.com'
    const submitted = await fetch(`${url}/functions/v1/submit-booking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bookingBody({ email, accessNotes: 'Code 4711', siteContact: 'Ana below', vulnerableOccupant: true })),
    })
    const { trackingUrl } = (await submitted.json()) as { trackingUrl: string }
    const token = new URL(trackingUrl).pathname.split('/').at(-1) ?? ''
    const [booking] = await site.bookingsOf(email)
    const note = { actor: 'staff', fromStatus: null, toStatus: 'confirmed' as const, note: 'difficult customer' }
    await site.db
      .insertInto('bookingEvents')
      .values({ id: newId(), bookingId: booking?.id ?? '', at: '2026-11-20T10:20:00.000Z', ...note })
      .execute()
    const message = new URLSearchParams({ intent: 'message', message: 'The dog is called Rex', messageKey: newId() })
    expect((await fetch(trackingUrl, { method: 'POST', body: message, redirect: 'manual' })).status).toBe(303)
    for (const path of [`/track/${token}`, `/track/${token}.data`, `/book/confirmed/${token}`, `/book/confirmed/${token}.data`]) {
      const answer = await fetch(url + path)
      const text = await answer.text()
      expect([answer.status, answer.headers.get('cache-control')], path).toEqual([200, 'private, no-store'])
      expect(text, path).toContain(booking?.reference)
      for (const hidden of [
        'Code 4711',
        'Ana below',
        'difficult customer',
        'vulnerable',
        booking?.contentHash,
        booking?.trackingTokenHash,
        booking?.id,
        '+447700900264',
      ])
        expect(text.includes(String(hidden)), `${path} has ${hidden}`).toBe(false)
    }
    for (const path of [`/track/${token}/foo`, `/book/confirmed/${token}/foo`]) expect((await fetch(url + path)).status).toBe(404)
    expect(instance().stdout()).toContain('unknown path')
    expect(instance().stdout() + instance().stderr()).not.toMatch(new RegExp(`${token}|Rex|@example`))
  })

  it('a form sent again after the server died while it was being stored is one booking', { timeout: 180_000 }, async () => {
    for (const round of isDeep ? [1, 2, 3] : [2]) {
      const email = `killed-${round}@example.com`
      const browser = new CookielessBrowser(site.url)
      await browser.fillIn(email)
      const sent = browser.send({ go: 'submit' }).catch(() => undefined)
      // At a point between the first byte and the response: each round is killed one step later.
      for (let turn = 0; turn < round * 60; turn++) await new Promise((resolve) => setImmediate(resolve))
      await site.kill()
      const answered = await sent
      await site.start()
      const again = await browser.send({ go: 'submit' })
      expect(again.status).toBe(303)
      if (answered?.status === 303) expect(again.headers.get('location')).toBe(answered.headers.get('location'))
      expect(await site.bookingsOf(email)).toHaveLength(1)
    }
  })
})

describe('the booking form without JavaScript', () => {
  const open = async () => {
    const visitor = openFormVisitor(site.url)
    return { visitor, first: await visitor.open('/book') }
  }
  const contact = (email: string) => ({ name: 'Priya Raman', phone: '07700 900264', email })
  const alertOf = (text: string) => parse(text).querySelector('[role=alert]')

  it('says what is wrong in a summary and beside each field in the same words, and loses nothing', async () => {
    const { visitor, first } = await open()
    const page = await visitor.press(await visitor.press(first, 'Next'), 'Next', { name: '', phone: '0771 44', email: 'nobody' })
    const html = parse(page.text)
    const links = alertOf(page.text)?.querySelectorAll('a') ?? []
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['#name', '#phone', '#email'])
    expect(html.querySelector('title')?.textContent).toMatch(/^Error: /)
    expect(html.querySelector('#phone-problem')?.textContent).toContain(links[1]?.textContent)
    const phone = html.querySelector('input#phone')
    expect(phone?.getAttribute('aria-describedby')).toBe('phone-hint phone-problem')
    expect([phone?.getAttribute('value'), html.querySelector('input#email')?.getAttribute('value')]).toEqual(['0771 44', 'nobody'])
  })

  it('goes back without losing a half-typed answer, shows the slots of another day, and changes an answer at the check', async () => {
    const { visitor, first } = await open()
    const email = 'changes@example.com'
    const back = await visitor.press(await visitor.press(first, 'Next'), 'Previous', { name: 'P' })
    expect(parse(back.text).querySelector('[aria-current=step]')?.textContent).toContain('Service Level')
    const second = await visitor.press(back, 'Next')
    expect(parse(second.text).querySelector('input#name')?.getAttribute('value')).toBe('P')
    const third = await visitor.press(second, 'Next', contact(email))
    const preferredDate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const dated = await visitor.press(third, 'Show times for this date', { service: 'Blocked Drain', preferredDate })
    const slot = parse(dated.text)
      .querySelectorAll('label')
      .find((label) => label.textContent.includes('10am to noon'))
      ?.querySelector('input')
      ?.getAttribute('value')
    const check = await visitor.press(dated, 'Next', { timeSlot: slot ?? '' })
    expect(check.text).toContain('10am to noon')
    const change = await visitor.press(check, /^Change\s*phone$/)
    // It returns straight to the check, with the other answers unchanged.
    const checked = await visitor.press(change, 'Next', { phone: '020 7946 0018' })
    for (const answer of ['Check your answers', '020 7946 0018', 'Blocked Drain', '10am to noon']) expect(checked.text).toContain(answer)
    expect(await site.bookingsOf(email)).toEqual([])
  })

  it('warns outside of our boroughs, offers the phone, can still be sent, and shows hostile text as text', async () => {
    const { visitor, first } = await open()
    const email = 'outside@example.com'
    const second = await visitor.press(first, 'Next', { postcode: 'HA1 1AA' })
    const third = await visitor.press(second, 'Next', { ...contact(email), name: '<img src=x onerror=alert(1)> & "Ann"' })
    const check = await visitor.press(third, 'Next', { service: 'Leak Repair', description: '</textarea><script>alert(1)</script>' })
    const main = parse(check.text).querySelector('main')
    expect(main?.querySelector('[role=status] a')?.getAttribute('href')).toBe('tel:08006442633')
    const sent = await visitor.press(check, 'Submit')
    for (const { text } of [check, sent]) expect(parse(text).querySelectorAll('main img, main script').length).toBe(0)
    const [booking] = await site.bookingsOf(email)
    expect(sent.text).toContain(booking?.reference)
    expect(booking).toMatchObject({ postcode: 'HA1 1AA', inArea: 0, description: '‹/textarea›‹script›alert(1)‹/script›' })
  })

  it('offers Red Line by phone only where nothing can take the payment, and not at all once it is sold out', async () => {
    const optionOf = (text: string) => {
      const radio = parse(text).querySelector('input[name=serviceLevel][value=redline]')
      return { isDisabled: radio?.hasAttribute('disabled'), label: radio?.closest('label') }
    }
    const byPhone = optionOf((await open()).first.text)
    expect([byPhone.isDisabled, byPhone.label?.querySelector('a')?.getAttribute('href')]).toEqual([true, 'tel:08006442633'])
    expect(byPhone.label?.textContent).not.toContain('SOLD OUT')

    const own = await openSite({ env: { DEV_TOOLS: 'on', SAMPLE_DATA: 'off' } })
    const visitor = openFormVisitor(own.url)
    const first = await visitor.open('/book')
    expect(optionOf(first.text).isDisabled).toBe(false)
    await own.sellRedline(redlineSlotsPerDay)
    // The page is cached for everyone and may be older than the last slot, but the answer to its first step is fresh.
    const refused = await visitor.press(first, 'Next', { serviceLevel: 'redline' })
    const option = optionOf(refused.text)
    expect([option.isDisabled, option.label?.textContent]).toEqual([true, expect.stringContaining('SOLD OUT')])
    expect(alertOf(refused.text)?.textContent).toContain('All Red Line slots for today are taken')
    const standard = await visitor.press(refused, /Standard/)
    expect(parse((await visitor.press(standard, 'Next')).text).querySelector('input#phone')).not.toBeNull()
  })
})

describe('the booking form of a signed-in customer', () => {
  it('has their name and address, and phone and place of their last booking; no one else’s page has anything of it', async () => {
    const customer = await openMember(site.url)
    const { name, email } = customer.person
    await fetch(`${site.url}/functions/v1/submit-booking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bookingBody({ email, phone: '07700 900777', address: '7 Fournier Street', postcode: 'E1 6QE' })),
    })
    for (const path of ['/', '/book', '/plumbers-whitechapel']) {
      const answer = await customer.open(path)
      for (const known of [name, email, '07700 900777', '7 Fournier Street', 'E1 6QE']) expect(answer.text, path).toContain(known)
      expect(answer.headers.get('cache-control'), path).not.toMatch(/public/)
      const anybodys = await (await fetch(site.url + path)).text()
      for (const known of [name, email, '900777', 'Fournier', 'E1 6QE'])
        expect(anybodys.includes(known), `${path} has ${known}`).toBe(false)
    }
  })
})

describe('what is no form', () => {
  it('is answered with a page that has the phone number, never a 5xx', async () => {
    for (const [request, status] of [
      [{ method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }, 400],
      [{ method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'x' }, 400],
      [{ method: 'POST', body: new URLSearchParams() }, 400],
      [{ method: 'PUT', body: new URLSearchParams({ a: 'b' }) }, 405],
      [{ method: 'POST', body: new URLSearchParams({ description: 'a'.repeat(70_000) }) }, 413],
    ] as const) {
      const answer = await fetch(`${site.url}/book`, request)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, expect.stringContaining('text/html')])
      expect(await answer.text()).toContain('tel:08006442633')
    }
  })
})
