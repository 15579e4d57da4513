// @module-tag never-again
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { nextCode, presentCode } from '#test/support/authenticator-app.ts'
import { openMember } from '#test/support/form-visitor.ts'
import { type Site, startSite } from '#test/support/site.ts'
import type { Arrival } from '#test/support/visitor.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { AUTH_AUTOCONFIRM: 'on', DEV_TOOLS: 'on' } })
})
afterAll(() => site.close())

const settings = '/account/second-step'
const place = ({ url }: Arrival) => url.pathname + url.search
const secretIn = ({ text }: Arrival) => (/>((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})</.exec(text)?.[1] ?? expect.fail('no key')).replaceAll(' ', '')
const factorIn = ({ text }: Arrival) => /name="factorId" value="([^"]+)"/.exec(text)?.[1] ?? expect.fail('no factor')
const pictureIn = ({ text }: Arrival) => /src="(data:image\/svg\+xml,[^"]+)"/.exec(text)?.[1] ?? expect.fail('no picture')
const codesIn = ({ text }: Arrival) => [...text.matchAll(/<li[^>]*>((?:[a-z0-9]{4} ){2}[a-z0-9]{4})<\/li>/g)].map(([, code = '']) => code)

/** A member with an authenticator app, and the recovery codes they were shown. */
async function openMemberWithApp() {
  const member = await openMember(site.url)
  const begun = await member.post(settings, { intent: 'app', name: 'My phone' })
  const secret = secretIn(begun)
  const shown = await member.post(`${settings}/new`, { factorId: factorIn(begun), code: presentCode(secret) })
  return { ...member, secret, shown }
}

describe('Setting up an app', () => {
  it('shows one picture and key until the code is right, and then ten recovery codes, once', async () => {
    const member = await openMember(site.url)
    const before = await member.open(settings)
    const begun = await member.press(before, 'Set up an app', { name: 'Ada’s phone' })
    expect(place(begun)).toBe(`${settings}/new`)
    expect(decodeURIComponent(pictureIn(begun))).toContain('<svg')
    expect(begun.headers.get('content-security-policy')).toContain("img-src 'self' data:")
    expect(begun.headers.get('cache-control')).toBe('private, no-store')

    const again = await member.open(`${settings}/new`)
    expect([secretIn(again), pictureIn(again)]).toEqual([secretIn(begun), pictureIn(begun)])
    const wrong = await member.press(again, 'Turn it on', { code: '000000' })
    expect(wrong.status).toBe(422)
    expect(secretIn(wrong)).toBe(secretIn(begun))
    expect((await member.open(settings)).text).toContain('Finish setting up')

    const sid = member.sid()
    const shown = await member.press(wrong, 'Turn it on', { code: ` ${presentCode(secretIn(begun))} ` })
    expect(shown.status).toBe(200)
    expect(new Set(codesIn(shown)).size).toBe(10)
    for (const code of codesIn(shown))
      expect(decodeURIComponent(/href="data:text\/plain[^"]+"/.exec(shown.text)?.[0] ?? '')).toContain(code)
    expect(member.sid()).not.toBe(sid)

    const list = await member.open(settings)
    expect(list.text).toContain('Ada’s phone')
    expect(list.text).toContain('10 of 10 left')
    expect(codesIn(list)).toEqual([])
  })

  it('wants a name that tells it from others', async () => {
    const member = await openMemberWithApp()
    const taken = await member.post(settings, { intent: 'app', name: 'My phone' })
    expect([taken.status, taken.text.includes('value="My phone"')]).toEqual([422, true])
  })
})

describe('A user with two-step verification', () => {
  it('is asked for it wherever they are going, and may use each recovery code once', async () => {
    const { person, post, open, shown, secret } = await openMemberWithApp()
    const [code = ''] = codesIn(shown)
    await post('/auth/sign-out', {})
    const fields = { tab: 'sign-in', email: person.email, password: person.password }
    const half = await post('/auth', fields)
    expect(place(half)).toBe('/auth/second-step?next=%2Faccount%2Fbookings%3Fsaid%3Dsigned-in')
    expect(place(await open('/auth'))).toBe('/auth/second-step?next=%2F')
    expect(place(await post('/auth/second-step?next=/account/second-step', { intent: 'recovery', code }))).toBe(settings)
    expect((await open(settings)).text).toContain('9 of 10 left')

    await post('/auth/sign-out', {})
    await post('/auth', fields)
    expect((await post('/auth/second-step', { intent: 'recovery', code })).status).toBe(422)
    const factorId = factorIn(await open('/auth/second-step'))
    const wrong = await post('/auth/second-step', { factorId, code: '000000' })
    expect(wrong.status).toBe(422)
    expect(place(await open('/account'))).toMatch(/^\/auth\/second-step/)
    expect(place(await post('/auth/second-step?next=/account', { factorId, code: nextCode(secret) }))).toBe('/account')
  })

  it('makes new recovery codes, which end the old ones', async () => {
    const { post, shown } = await openMemberWithApp()
    const renewed = codesIn(await post(settings, { intent: 'codes' }))
    expect(new Set([...codesIn(shown), ...renewed]).size).toBe(20)
  })

  it('takes the last one off with the recovery codes', async () => {
    const { press, open } = await openMemberWithApp()
    const list = await open(settings)
    const removed = await press(list, 'Remove it')
    expect(place(removed)).toBe(`${settings}?done=removed`)
    expect(codesIn(removed)).toEqual([])
  })
})

describe('A phone', () => {
  it('is sent a code, which adds it; a number that is none comes back as it was typed', async () => {
    const member = await openMember(site.url)
    const wrong = await member.post(settings, { intent: 'phone', phone: '12 <b>' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('value="12 &lt;b&gt;"')
    const begun = await member.post(settings, { intent: 'phone', phone: '07700 900264' })
    expect(begun.text).toContain('Code sent to the phone ending in 264')
    const code = /\d{6}/.exec(await site.mailTo('+447700900264', 'Text message'))?.[0] ?? ''
    expect(codesIn(await member.post(`${settings}/new`, { factorId: factorIn(begun), code }))).toHaveLength(10)
    expect((await member.open(settings)).text).toContain('Phone ending in 264')
  })
})

it('What was begun is over when its five minutes are; no phone is offered where no text would arrive', async () => {
  const away = await startSite({ at: '2026-11-20T10:20:00.000Z', env: { AUTH_AUTOCONFIRM: 'on' } })
  onTestFinished(away.close)
  const member = await openMember(away.url)
  expect((await member.open(settings)).text).not.toContain('Mobile number')
  expect((await member.post(settings, { intent: 'phone', phone: '07700 900264' })).text).toContain('We can’t send text messages')
  const begun = await member.post(settings, { intent: 'app', name: 'My phone' })
  expect(begun.text).toContain('Please finish by 10.25am')
  await away.passFourHours()
  const confirm = await member.open(`${settings}/new`)
  expect(place(confirm)).toBe('/account/confirm?next=/account/second-step/new')
  const over = await member.post('/account/confirm?next=/account/second-step/new', { password: member.person.password })
  expect(over.text).toContain('Two-step verification has to be set up within 5 minutes.')
  const late = await member.post(`${settings}/new`, { factorId: factorIn(begun), code: '000000' })
  expect(late.text).toContain('That took too long')
})

it('Staff without a second step are told to set one up, customers are not', async () => {
  const member = await openMember(site.url)
  expect((await member.open(settings)).text).not.toContain('Please set up two-step verification today.')
  await site.db.updateTable('authUsers').set({ role: 'staff' }).where('email', '=', member.person.email).execute()
  expect((await member.open(settings)).text).toContain('Please set up two-step verification today.')
})
