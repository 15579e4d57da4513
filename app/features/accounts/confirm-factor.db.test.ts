import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { jobHandlers } from '#server/jobs.ts'
import { newPerson } from '#test/support/auth.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing, type TestClock } from '#test/support/world.ts'
import { beginApp, beginPhone, giveUpFactor, pendingFactorView } from './begin-factor.server.ts'
import { confirmFactor } from './confirm-factor.server.ts'
import { enterSite } from './enter-site.server.ts'
import { unverifiedFactorMs } from './factor-limits.ts'
import { readRecoveryCodes } from './recovery-codes.server.ts'
import { openBySignUp } from './sign-up.server.ts'
import { readSiteSession, type SiteSession } from './site-session.server.ts'
import { sendStepCode } from './take-second-step.server.ts'

const caller = { clientKey: 'a visitor', userAgent: 'a browser' }

/** The user that a Set-Cookie header signs in. */
async function viewerOf(services: Services, cookie: string): Promise<SiteSession> {
  return (await readSiteSession(services, cookie.split(';')[0])) ?? expect.fail('nobody is signed in')
}

async function openMember(engine: 'sqlite' | 'postgres') {
  const world = await freshWorld(engine, { env: { RATE_LIMIT_SCALE: '1000', AUTH_AUTOCONFIRM: 'on' } })
  const person = newPerson()
  await openBySignUp(world.services, caller, { email: person.email, password: person.password })
  const { cookie } = await enterSite(world.services, caller, person)
  return { ...world, world, person, cookie, viewer: () => viewerOf(world.services, cookie) }
}

/** The page's view while an authenticator app is being set up. */
function pendingApp(services: Services, viewer: SiteSession) {
  const pending = pendingFactorView(services, viewer)
  if (pending?.kind !== 'totp') return expect.fail('no app is being set up')
  return pending
}

const codeOf = (secret: string, clock: TestClock, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * 30_000 })

async function textedCode(services: Services): Promise<string> {
  await runDueJobs(services, jobHandlers)
  const text = await services.db
    .selectFrom('localMail')
    .select('message')
    .where('subject', '=', 'Text message')
    .orderBy('id', 'desc')
    .execute()
  return /\b\d{6}\b/.exec(text[0]?.message ?? '')?.[0] ?? expect.fail('no text was sent')
}

onOneEngine('Setting up an app', (engine) => {
  it('ends with recovery codes and a new cookie at aal2; the old cookie is no one’s', async () => {
    const { services, clock, cookie, viewer } = await openMember(engine)
    await beginApp(services, await viewer(), 'My phone')
    const pending = pendingApp(services, await viewer())
    expect(new URL(pending.uri).searchParams.get('issuer')).toBe('Emergency Plumbers London')
    const confirmed = await confirmFactor(services, caller, await viewer(), { factorId: pending.id, code: codeOf(pending.secret, clock) })
    expect(new Set(confirmed.codes).size).toBe(10)
    const raised = await viewerOf(services, confirmed.cookie)
    expect(raised.session.aal).toBe('aal2')
    expect(await readSiteSession(services, cookie.split(';')[0])).toBeUndefined()
    expect(await readRecoveryCodes(services, raised)).toMatchObject({ total: 10, remaining: 10 })
  })

  it('shows the same secret and picture again, after a wrong code too, for five minutes to the millisecond', async () => {
    const { services, clock, viewer } = await openMember(engine)
    await beginApp(services, await viewer(), 'My phone')
    const first = pendingApp(services, await viewer())
    const wrong = confirmFactor(services, caller, await viewer(), { factorId: first.id, code: '000000' })
    await expect(wrong).rejects.toMatchObject({ code: 'mfa_verification_failed' })
    clock.advance(unverifiedFactorMs - 1)
    expect(pendingApp(services, await viewer())).toEqual(first)
    clock.advance(1)
    expect(pendingFactorView(services, await viewer())).toBeUndefined()
    const late = confirmFactor(services, caller, await viewer(), { factorId: first.id, code: codeOf(first.secret, clock) })
    await expect(late).rejects.toMatchObject({ code: 'mfa_factor_not_found' })
  })

  it('begun again in another tab, under the same name too, leaves one picture: the older one is refused', async () => {
    const { services, clock, viewer } = await openMember(engine)
    await beginApp(services, await viewer(), 'My phone')
    const older = pendingApp(services, await viewer())
    await beginApp(services, await viewer(), 'My phone')
    const newer = pendingApp(services, await viewer())
    expect(newer.secret).not.toBe(older.secret)
    const code = codeOf(older.secret, clock)
    await expect(confirmFactor(services, caller, await viewer(), { factorId: older.id, code })).rejects.toMatchObject({
      code: 'mfa_factor_not_found',
    })
    await giveUpFactor(services, await viewer())
    expect((await viewer()).account.factors).toEqual([])
  })

  it('with two codes at once, at two instances, makes one set of recovery codes', async () => {
    const { services, world, clock, viewer } = await openMember(racing(engine))
    await beginApp(services, await viewer(), 'My phone')
    const before = await viewer()
    const { id, secret } = pendingApp(services, before)
    const peers = openPeers(world, 2)
    const tries = await Promise.allSettled(
      peers.map((peer, at) => confirmFactor(peer, caller, before, { factorId: id, code: codeOf(secret, clock, at) })),
    )
    const confirmed = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(confirmed.length).toBeGreaterThan(0)
    expect(confirmed.filter(({ codes }) => codes)).toHaveLength(1)
    const factors = await services.db.selectFrom('authFactors').select('kind').orderBy('kind').execute()
    expect(factors.map(({ kind }) => kind)).toEqual(['recovery_code', 'totp'])
    expect(await services.db.selectFrom('authRecoveryCodes').select('codeHash').execute()).toHaveLength(10)
  })
})

onOneEngine('Adding a phone', (engine) => {
  it('takes the code of the newest text, and makes no other recovery codes than the first', async () => {
    const { services, clock, viewer } = await openMember(engine)
    await beginApp(services, await viewer(), 'My phone')
    const app = pendingApp(services, await viewer())
    const { cookie } = await confirmFactor(services, caller, await viewer(), { factorId: app.id, code: codeOf(app.secret, clock) })
    const raised = await viewerOf(services, cookie)
    await beginPhone(services, caller, raised, ' 07700 900 264')
    const pending = pendingFactorView(services, await viewerOf(services, cookie))
    expect(pending).toMatchObject({ kind: 'phone', ending: '264' })
    const factorId = pending?.id ?? ''
    const older = await textedCode(services)
    clock.advance(60_000)
    await sendStepCode(services, caller, await viewerOf(services, cookie), factorId)
    const newer = await textedCode(services)
    expect(newer).not.toBe(older)
    const withOlder = confirmFactor(services, caller, await viewerOf(services, cookie), { factorId, code: older })
    await expect(withOlder).rejects.toMatchObject({ code: 'mfa_verification_failed' })
    const confirmed = await confirmFactor(services, caller, await viewerOf(services, cookie), { factorId, code: newer })
    expect(confirmed.codes).toBeUndefined()
    const kinds = (await viewerOf(services, confirmed.cookie)).account.factors.map(({ kind, phone }) => phone ?? kind)
    expect(kinds).toEqual(['totp', 'recovery_code', '447700900264'])
  })
})
