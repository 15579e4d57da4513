import { expect, test } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { tryTurns } from '#app/features/accounts/take-turns.server.ts'
import { limits } from '#app/platform/limits.ts'
import type { Secrets } from '#app/platform/secrets.ts'
import type { Visit } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { readSecurityReport, tryEncryption } from './read-security-report.server.ts'
import { runSelfTest } from './run-self-test.server.ts'
import { readHeldBack } from './security/held-back.server.ts'
import { passed } from './security/security-checks.ts'
import { SecurityReport } from './security-report.ts'

const visitTo = ({ services }: World): Visit => ({
  services,
  clientKey: 'a visitor',
  userAgent: '',
  cookies: null,
  nonce: '',
  sameOrigin: true,
  isOnThisMachine: false,
  headers: { 'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" },
  scheme: 'http',
})

onOneEngine('The dashboard', (engine) => {
  test('counts who has no turn left, by what they would do, until the window has passed', async () => {
    const { services, clock } = await freshWorld(engine)
    expect(await readHeldBack(services)).toEqual({})
    for (let turn = 0; turn < limits.submit.turns - 1; turn++) await tryTurns(services, [[limits.submit, 'one']])
    expect(await readHeldBack(services)).toEqual({})
    await tryTurns(services, [[limits.submit, 'one']])
    for (const client of ['one', 'two'])
      for (let turn = 0; turn < limits.authFactor.turns; turn++) await tryTurns(services, [[limits.authFactor, client]])
    // One email a minute is normal use.
    await tryTurns(services, [[limits.authMail, 'one']])
    expect(await readHeldBack(services)).toEqual({ 'signing in': 2, booking: 1 })
    clock.advance(minutes(1))
    expect(await readHeldBack(services)).toEqual({})
  })

  test('tells everyone whether someone is held back, within ten seconds, and only staff how many', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const before = SecurityReport.parse(await readSecurityReport(visitTo(world)))
    expect(before).toMatchObject({ isHoldingBack: false, threatTest: { detected: 5, of: 5 } })
    expect(before.details).toBeUndefined()
    const locked = { factorsLockedUntil: new Date(clock.now().getTime() + minutes(15)).toISOString() }
    const user = { ...newUserRow(services, { email: 'locked@example.com', role: 'staff' }), ...locked }
    await services.db.insertInto('authUsers').values(user).execute()
    expect((await readSecurityReport(visitTo(world))).isHoldingBack).toBe(false)
    clock.advance(10_000)
    const during = await readSecurityReport(visitTo(world))
    expect(during.isHoldingBack).toBe(true)
    expect(JSON.stringify(during)).not.toContain('locked@example.com')
    clock.advance(minutes(15))
    expect((await readSecurityReport(visitTo(world))).isHoldingBack).toBe(false)
  })

  test('lets a client press its buttons 20 times a minute, and knows no others', async () => {
    const { services, clock } = await freshWorld(engine)
    const press = (action: unknown, clientKey = 'one') => runSelfTest(services, { clientKey, action })
    for (let turn = 0; turn < 20; turn++) await press('encryption')
    await expect(press('threats')).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(await press('threats', 'another')).toEqual({ action: 'threats', title: 'Detected 5/5 potential threats.' })
    clock.advance(minutes(1))
    expect(await press('encryption')).toEqual({ action: 'encryption', title: 'Encryption Test Successful' })
    for (const action of ['', 'drop', null, 'constructor']) await expect(press(action)).rejects.toMatchObject({ code: 'unknown_action' })
  })
})

test('The encryption test sees a text that is lost, open, or not protected from change', async () => {
  const { services } = await freshWorld('sqlite')
  const { secrets } = services
  const broken: [string, Pick<Secrets, 'seal' | 'open'>][] = [
    ['another text comes back', { seal: secrets.seal, open: () => 'another' }],
    ['nothing is sealed', { seal: (_, text) => text, open: (_, sealed) => sealed }],
    ['a change is not noticed', { seal: secrets.seal, open: () => secrets.open('self-test', secrets.seal('self-test', 'x')) }],
    ['it throws', { seal: secrets.seal, open: () => secrets.open('csrf', 'nonsense') }],
  ]
  expect(passed(tryEncryption(secrets))).toBe(true)
  for (const [what, each] of broken) expect([what, passed(tryEncryption(each))]).toEqual([what, false])
})
