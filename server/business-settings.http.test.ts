// @module-tag never-again

import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { ownerGroup } from '#app/features/running/business-fields.ts'
import { londonDay } from '#app/platform/london.ts'
import { spokenTimes } from '#app/platform/spoken-moment.ts'
import { addDays } from '#app/values/day.ts'
import { boroughs } from '#content/boroughs.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { overrideKey } from '#content/owner-overrides.ts'
import { defaultPublished } from '#content/published.ts'
import { sample } from '#test/support/depth.ts'
import { enteredAs } from '#test/support/finished-visit.ts'
import type { PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

/** Tests the owner's business settings without JavaScript, and their effect on the whole site. */

const overview = '/staff/settings/business'
const shared = shareSite({ accounts: true, env: { DEV_TOOLS: 'on' } })

/** The site, with the default business details. */
async function openDefaultSite(): Promise<Site> {
  const site = await shared()
  await site.db.deleteFrom('ownerValues').execute()
  await expect.poll(async () => (await fetch(`${site.url}/pricing`)).text()).toContain('£29.99')
  return site
}

/** Fills in a group's form with its current values and these changes, and presses one of its buttons. */
async function fill(owner: PlainBrowser, group: string, changes: Record<string, string>, intent = 'save') {
  const form = parse((await owner.open(`${overview}/${group}`)).text).querySelector('main form') ?? expect.fail(`${group} has no form`)
  const fields: Record<string, string> = {}
  for (const input of form.querySelectorAll('input[name], textarea')) {
    const [name = '', value] = [input.getAttribute('name'), input.tagName === 'TEXTAREA' ? input.textContent : input.getAttribute('value')]
    if (input.getAttribute('type') !== 'radio' || input.hasAttribute('checked')) fields[name] = value ?? ''
  }
  return owner.post(`${overview}/${group}`, { ...fields, ...changes, intent })
}

const everyValue: Record<string, Record<string, string>> = {
  details: {
    email: 'desk@cutaway.example',
    emergencyPhone: '0808 157 0001',
    chatPhone: '07700 900999',
    legalName: 'Cutaway Plumbing Ltd',
    companyNumber: '01234567',
    registeredOffice: '1 Test Street, London E1 1AA',
    vatNumber: 'GB123456789',
  },
  fees: {
    redLineOnlinePence: '34.99',
    redLinePhonePence: '105.50',
    makeSafePence: '101',
    noAccessPence: '57',
    lateArrivalCreditPence: '62',
  },
  rates: {
    dayCalloutPence: '123',
    dayQuarterHourPence: '36',
    eveningCalloutPence: '153',
    eveningQuarterHourPence: '43',
    nightCalloutPence: '193',
    nightQuarterHourPence: '51',
  },
  estimates: Object.fromEntries(emergencyTypes.map(({ name, basePence }) => [overrideKey(name), String(basePence / 100 + 3)])),
  multipliers: Object.fromEntries(
    boroughs.map(({ name, multiplierPercent }) => [overrideKey(name), String((multiplierPercent + 1) / 100)]),
  ),
  area: { Hackney: 'off' },
  slots: { from02: 'off' },
  windows: { asapMinutes: '60', slotLength: '3' },
  desk: {
    staffRefundLimitPence: '60',
    redlineReserve: '2',
    provenPercent: '25',
    redlineSlotsPerDay: '7',
    textPence: '5',
    bookingDays: '60',
  },
  supplements: { nightPence: '11', sundayPence: '12', bankHolidayPence: '13' },
  'mail-customer-confirmation': { opening: 'Dear {name}, about {reference}.', closing: 'Our vans are green.\nAsk for Ann.' },
  // On at any date of this test.
  'offer-boiler-65': { pence: '71', until: addDays(londonDay(new Date()), 30) },
  'offer-callout-25': { percentOff: '30' },
}

/** Matches values that the site shows only while the defaults are in use. */
const old =
  /0800\s?644\s?2633|\+?44\s?800\s?644\s?2633|7700\s?900\s?633|help@emergencyplumbers\.example|£29\.99|£95 by phone|£(99|49|119|149|189|35|42|70|84|98|65)(?![.\d])|£50 off|\b25% off|£(110|120|130|135|140|150|170|180)(?![.\d])|0\.85 to 1\.2\b|\b(5|five|sixth) slots?\b|\b5 a day|All 5 taken|thirty (London )?boroughs|Twenty boroughs|30 boroughs/

/** A page without its arrival time and that figure's own time, which change from moment to moment. */
const timeless = (page: string): string =>
  page
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    .replace(/With you [^,<]*/g, '')
    .replace(/(&quot;minutes&quot;:)\d+/g, '$1')
    .replace(/(&quot;by&quot;:&quot;)[^&]*/g, '$1')

describe('Every value that the owner changes', () => {
  it('is said everywhere: no page, mail or answer of an API has the old one', async () => {
    const site = await openDefaultSite()
    const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
    expect(listed.length).toBeGreaterThan(40)
    // Posts are written by staff, who update them; the page says so.
    const isPost = (path: string) => path.startsWith('/blog/')
    const isPlace = (path: string) => path.startsWith('/plumbers-')
    // Pages of places are the same page with other names.
    const walked = [
      ...listed.filter((path) => !isPost(path) && !isPlace(path)),
      ...sample(
        listed.filter((path) => isPlace(path)),
        2,
      ),
      '/plumbers-whitechapel',
    ]
    const pages = [...walked, '/offline', '/book', '/payment-success', '/nowhere', '/auth', '/llms.txt', '/manifest.webmanifest']
    const read = async (path: string) => (await fetch(site.url + path)).text()
    // Reads all of them before anything is changed.
    const before = new Map<string, string>()
    for (const path of pages) before.set(path, await read(path))
    expect(pages.filter((path) => old.test(before.get(path) ?? '')).length).toBeGreaterThan(pages.length / 2)
    expect(before.get('/')).not.toContain('id="changed"')

    const owner = await enteredAs(site, 'owner')
    for (const [group, values] of Object.entries(everyValue))
      expect(await fill(owner, group, values), group).toMatchObject({ status: 303, location: `${overview}?saved=${group}` })

    const after = new Map<string, string>()
    for (const path of pages) after.set(path, await read(path))
    for (const [path, text] of after) expect(old.exec(text)?.[0], path).toBeUndefined()
    // A post that mentions prices says that they are older; one without doesn't.
    const posts = await Promise.all(listed.filter(isPost).map(read))
    for (const post of posts)
      expect(post.includes('Our prices have changed since this was written')).toBe(
        /£\d/.test(parse(post).querySelector('article')?.textContent ?? ''),
      )
    for (const path of walked) expect(after.get(path), path).toContain('0808 157 0001')
    expect(after.get('/')).toContain('"telephone":"+448081570001"')
    expect(after.get('/')).toContain('<script type="application/json" id="changed">')
    expect([...after.values()].some((text) => /7700\s?900999/.test(text))).toBe(true)
    expect(await read('/plumbers-hackney')).not.toContain('id="arrival"')
    expect(after.get('/book')).not.toContain('<option>Hackney</option>')
    expect(await read('/functions/v1/booking-options?postcode=E8+1AA')).toContain('"inArea":false')
    expect(await read('/functions/v1/booking-options?preferredDate=2027-01-12')).not.toContain('02:00 - 05:00')
    expect(after.get('/claims')).toContain('60 minutes long')
    expect(JSON.parse(await read('/functions/v1/booking-options')).slotsLeft).toBe(7)
    expect(after.get('/pricing')).toContain('0.86 to 1.21')
    // A burst pipe in Tower Hamlets: on a place's page and in a booking.
    expect(after.get(walked.find((path) => path === '/plumbers-whitechapel') ?? '')).toContain('£146.88')
    for (const said of ['£123', '£62']) expect(after.get('/'), said).toContain(said)
    for (const said of ['£34.99 online (£105.50 by phone)', '£101', '£57', '£36', '£43', '£51'])
      expect(after.get('/pricing'), said).toContain(said)
    for (const said of ['Cutaway Plumbing Ltd', '01234567', '1 Test Street, London E1 1AA', 'GB123456789', '30% off'])
      expect(after.get('/terms'), said).toContain(said)

    const send = async (changes: Record<string, unknown>) =>
      (await (
        await fetch(`${site.url}/functions/v1/submit-booking`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', Origin: site.url },
          body: JSON.stringify(bookingBody(changes)),
        })
      ).json()) as { trackingUrl: string; payment?: { amountPence: number } }
    const email = 'walk@example.com'
    const { trackingUrl, payment } = await send({ serviceLevel: 'redline', email })
    expect(payment?.amountPence).toBe(3_499)
    const boiler = await send({ service: 'Boiler Breakdown', email: 'boiler@example.com' })
    const { promisedFrom, promisedUntil } = await site.db
      .selectFrom('bookings')
      .select(['promisedFrom', 'promisedUntil'])
      .where('email', '=', 'boiler@example.com')
      .executeTakeFirstOrThrow()
    const spokenWindow = spokenTimes(promisedFrom, promisedUntil)
    const ours = [
      await site.mailTo(email, /^Pay £34\.99/),
      await site.mailTo('boiler@example.com', /^Engineer arriving/),
      await site.mailTo('desk@localhost', /RED LINE/),
      await read(new URL(trackingUrl).pathname),
      await read(new URL(boiler.trackingUrl).pathname),
      await read(`${new URL(trackingUrl).pathname}/fee`),
      await read(`${new URL(trackingUrl).pathname}/calendar.ics`),
      await read('/functions/v1/booking-options?service=Boiler+Breakdown'),
      await read('/functions/v1/quote?redline=online&minutes=120&offer=boiler-65'),
      await read('/functions/v1/quote?redline=phone&minutes=120&when=at&day=2027-01-12&time=20:00'),
    ]
    for (const text of ours) expect(old.exec(text)?.[0], text.slice(0, 200)).toBeUndefined()
    // Usually an hour; less if the window would start before the booking.
    expect(Date.parse(promisedUntil) - Date.parse(promisedFrom)).toBeGreaterThan(45 * 60_000)
    for (const text of [ours[1], ours[4]]) expect(text).toContain(spokenWindow)
    // The owner's text comes first below the greeting and last before the signature.
    expect(ours[1]).toMatch(/Dear there, about BK-\w{8}\.\n\n/)
    expect(ours[1]).toContain('Our vans are green.\n\nAsk for Ann.\n\n--\n')
    const mails = await site.db.selectFrom('localMail').select('message').execute()
    expect(mails.filter(({ message }) => old.test(message))).toEqual([])

    // An offer that is switched off isn't shown.
    await fill(owner, 'offer-boiler-65', { isOff: 'off' })
    await fill(owner, 'offer-callout-25', { isOff: 'off' })
    for (const path of ['/', '/emergency-boiler-repair', '/terms', '/pricing', '/claims', '/book'])
      expect(await read(path), path).not.toMatch(/£71|30% off/)
    expect(await read('/functions/v1/quote?offer=boiler-65')).toContain('This offer has ended')

    // With the defaults restored, everything is as before.
    for (const field of Object.keys(everyValue.fees ?? {}))
      expect(await fill(owner, 'fees', {}, `usual-${field}`), field).toMatchObject({ status: 200 })
    for (const group of Object.keys(everyValue).filter((each) => each !== 'fees')) {
      const usual = Object.fromEntries(
        (ownerGroup(group, defaultPublished)?.fields ?? []).map(({ name, shown }) => [name, shown(defaultPublished)]),
      )
      expect(await fill(owner, group, usual), group).toMatchObject({ status: 303 })
    }
    const stored = await site.db.selectFrom('ownerValues').select('value').execute()
    expect(stored.map(({ value }) => value)).toEqual(stored.map(() => '{}'))
    for (const path of ['/', '/terms', '/privacy', '/llms.txt'])
      expect(timeless(await read(path)), path).toBe(timeless(before.get(path) ?? ''))
  }, 240_000)
})

describe('The owner’s pages of the business', () => {
  it('are for owners alone, refuse with words and keep what was typed, and tell of another owner’s change', async () => {
    const site = await openDefaultSite()
    const audited = () => site.db.selectFrom('auditLog').select('subject').where('action', '=', 'business.change').orderBy('id').execute()
    const before = (await audited()).length
    const owner = await enteredAs(site, 'owner')
    expect((await owner.open(`${overview}/nothing`)).status).toBe(404)
    const refused = await fill(owner, 'fees', { redLineOnlinePence: 'a "lot"', noAccessPence: '58' })
    expect(refused.status).toBe(400)
    for (const said of ['value="a &quot;lot&quot;"', 'value="58"']) expect(refused.text, said).toContain(said)
    expect(await site.db.selectFrom('ownerValues').selectAll().execute()).toEqual([])

    const seen = { revision: '0', intent: 'save', ...everyValue.fees }
    expect(await owner.post(`${overview}/fees`, seen)).toMatchObject({ status: 303 })
    const late = await owner.post(`${overview}/fees`, { ...seen, makeSafePence: '103' })
    expect(late.status).toBe(409)
    for (const said of ['value="103"', 'name="revision" value="1"']) expect(late.text, said).toContain(said)
    expect((await owner.open(overview)).text).toContain('£101')
    expect((await audited()).slice(before)).toEqual([{ subject: 'fees' }])
  })

  it('file evidence that the page of the claims shows as text, and take it away', async () => {
    const site = await openDefaultSite()
    const owner = await enteredAs(site, 'owner')
    const opened = async (path: string) => parse(await (await fetch(site.url + path)).text())
    const claim = async () => (await opened('/claims')).querySelector('#public-liability') ?? expect.fail()
    const long = 'x'.repeat(1_001)
    const tooLong = await fill(owner, 'claim-public-liability', { text: long, day: '2026-01-02' })
    expect([tooLong.status, tooLong.text.includes(long)]).toEqual([400, true])
    const filed = { text: 'Policy 42 of Example Mutual, [no link](/x)', day: '2026-01-02', link: 'https://example.com/policy' }
    expect(await fill(owner, 'claim-public-liability', filed)).toMatchObject({ status: 303 })
    const shown = await claim()
    expect(shown.textContent).toContain('Policy 42 of Example Mutual, [no link](/x) 2 January 2026.')
    expect(shown.querySelectorAll('a').map((a) => a.getAttribute('href'))).toEqual(['https://example.com/policy'])
    expect(await fill(owner, 'claim-public-liability', {}, 'usual-text')).toMatchObject({ status: 303 })
    expect((await claim()).textContent).not.toContain('Policy 42')
  })
})
