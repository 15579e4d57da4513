// @module-tag never-again
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SessionTimes } from '#app/features/accounts/components/session-times.ts'
import { siteSessionLength } from '#app/features/accounts/session-length.ts'
import { minutes } from '#app/values/clock.ts'
import { newPerson } from '#test/support/auth.ts'
import { type Site, startSite } from '#test/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { AUTH_AUTOCONFIRM: 'on' } })
})
afterAll(() => site.close())

const { idleMs, mostMs } = siteSessionLength.customer
const own = { Origin: '', 'Sec-Fetch-Site': 'same-origin' }

async function member() {
  const { name, email, password } = newPerson()
  const body = new URLSearchParams({ tab: 'sign-up', fullName: name, email, password })
  const signedUp = await fetch(`${site.url}/auth`, { method: 'POST', body, redirect: 'manual', headers: { Origin: site.url } })
  const cookie = signedUp.headers.getSetCookie().join('; ')
  const Cookie = /sid=[\w-]+/.exec(cookie)?.[0] ?? ''
  const ask = async (method: 'GET' | 'POST' = 'GET') => {
    const answer = await fetch(`${site.url}/account/session`, { method, headers: { Cookie, ...own, Origin: site.url } })
    const isJson = answer.headers.get('content-type')?.includes('json')
    const body = (isJson ? await answer.json() : {}) as SessionTimes
    return { status: answer.status, cache: answer.headers.get('cache-control'), body }
  }
  return { email, ask }
}

it('A page that asks how long its session lasts does not make it last longer; saying so does', async () => {
  const { email, ask } = await member()
  await site.ageSessions(email, { unusedMs: idleMs - minutes(4) })
  for (let time = 1; time <= 2; time++) {
    const { status, cache, body } = await ask()
    expect({ status, cache, mayStay: body.mayStay }).toEqual({ status: 200, cache: 'private, no-store', mayStay: true })
    expect(body.leftMs).toBeGreaterThan(minutes(3))
    expect(body.leftMs).toBeLessThanOrEqual(minutes(4))
  }
  expect((await ask('POST')).body.leftMs).toBeGreaterThan(idleMs - minutes(1))
  expect((await ask()).body.leftMs).toBeGreaterThan(idleMs - minutes(1))
})

it('Its longest time is not put off', async () => {
  const { email, ask } = await member()
  await site.ageSessions(email, { endsInMs: minutes(4) })
  const { body } = await ask('POST')
  expect(body.mayStay).toBe(false)
  expect(body.leftMs).toBeLessThanOrEqual(minutes(4))
  expect(mostMs).toBeGreaterThan(idleMs)
})

it('No one is told of a session that has ended', async () => {
  const { email, ask } = await member()
  await site.ageSessions(email, { unusedMs: idleMs })
  expect((await ask()).status).toBe(401)
  expect((await ask('POST')).status).toBe(401)
})
