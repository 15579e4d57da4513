import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { threatPatterns } from '#app/platform/threats.ts'
import { judgePolicy, policyProblems } from './check-policy.ts'
import {
  cookieFacts,
  encryptionResult,
  judgeEncryption,
  judgeHttps,
  judgeSession,
  passed,
  testThreats,
  threatResult,
} from './security-checks.ts'

describe('Test Threat Detection', () => {
  it('runs five inputs through the detector and says how many it saw through', () => {
    const test = testThreats()
    expect(test).toMatchObject({ detected: 5, of: 5 })
    expect(threatResult(test)).toEqual({ action: 'threats', title: 'Detected 5/5 potential threats.' })
  })

  test.each(['script tag', 'script scheme', 'event handler', 'eval', 'data page'])('sees one less without the pattern for a %s', (name) => {
    const test = testThreats(threatPatterns.filter((each) => each.name !== name))
    expect(test.detected).toBe(4)
    expect(threatResult(test)).toEqual({ action: 'threats', title: 'Detected 4/5 potential threats.', isAlarm: true })
  })
})

describe('Encryption Status', () => {
  it('is secure only where the text came back, could not be read, and a changed copy was refused', () => {
    for (const opens of [true, false])
      for (const hides of [true, false])
        for (const refusesChanged of [true, false]) {
          const trip = { opens, hides, refusesChanged }
          expect(judgeEncryption(trip).status).toBe(opens && hides && refusesChanged ? 'secure' : 'critical')
          expect(encryptionResult(passed(trip)).title).toBe(
            opens && hides && refusesChanged ? 'Encryption Test Successful' : 'Encryption Test Failed',
          )
        }
    expect(encryptionResult(false).text).toBe('Failed to encrypt/decrypt test data.')
  })
})

describe('Session Security', () => {
  const lengths = { staffIdleHours: 2, customerIdleDays: 7 }
  test.each([
    ['__Host-sid=a; Path=/; HttpOnly; Secure; SameSite=Lax', false, 'secure'],
    ['sid=a; Path=/; HttpOnly; SameSite=Lax', true, 'warning'],
    // The same on a public site.
    ['sid=a; Path=/; HttpOnly; SameSite=Lax', false, 'critical'],
    ['__Host-sid=a; Path=/; Secure; SameSite=Lax', false, 'critical'],
    ['__Host-sid=a; Path=/; HttpOnly; Secure; SameSite=None', false, 'critical'],
    ['sid=HttpOnly', true, 'critical'],
  ])('of %s, on this machine only: %s: %s', (cookie, isLoopback, status) => {
    expect(judgeSession({ cookie: cookieFacts(cookie), isLoopback, ...lengths })).toMatchObject({ status })
  })
})

const sound =
  "default-src 'none'; script-src 'self' 'sha256-abc='; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

describe('CSP Headers', () => {
  it('is secure for a policy without a weak point', () => {
    expect(policyProblems(sound)).toEqual([])
    expect(judgePolicy(sound)).toMatchObject({ status: 'secure', value: '6 rules, none weak' })
  })

  test.each([
    ['', 'critical', 'there is no policy'],
    ["base-uri 'none'; form-action 'self'; frame-ancestors 'none'", 'critical', 'scripts may come from anywhere'],
    [sound.replace("script-src 'self'", 'script-src *'), 'critical', 'scripts may come from any website'],
    [sound.replace("script-src 'self'", 'script-src data:'), 'critical', 'scripts may come from any website'],
    [sound.replace("'sha256-abc='", "'unsafe-inline'"), 'critical', "'unsafe-inline' for scripts"],
    // Browsers that support hashes ignore it.
    [sound.replace("'sha256-abc='", "'sha256-abc=' 'unsafe-inline'"), 'warning', "'unsafe-inline' for scripts"],
    [sound.replace("script-src 'self'", 'script-src *.example.com'), 'warning', 'any subdomain of a domain'],
    [sound.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"), 'warning', "'unsafe-inline' for styles"],
    [sound.replace("default-src 'none'", "default-src 'self'"), 'warning', 'plug-ins are not ruled out'],
    [sound.replace("; frame-ancestors 'none'", ''), 'warning', 'no frame-ancestors'],
    // Of two directives with the same name the first counts, as in browsers.
    [`script-src *; ${sound}`, 'critical', 'scripts may come from any website'],
  ])('of %s is %s', (policy, status, problem) => {
    const check = judgePolicy(policy)
    expect(check.status).toBe(status)
    expect(check.description).toContain(problem)
  })

  it('never takes a policy that lets scripts come from anywhere for secure, whatever else stands in it', () => {
    const part = fc.constantFrom("default-src 'none'", "style-src 'self'", "base-uri 'none'", "object-src 'none'", "form-action 'self'")
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom('*', 'https:', "'unsafe-inline'", "'unsafe-eval'"), (parts, source) => {
        expect(judgePolicy([`script-src 'self' ${source}`, ...parts].join(';')).status).toBe('critical')
      }),
    )
  })
})

describe('HTTPS Enforcement', () => {
  const year = 'max-age=31536000; includeSubDomains'
  test.each([
    ['https://example.com', year, 'https', false, 'secure'],
    ['https://example.com', year, 'http', false, 'warning'],
    ['https://example.com', undefined, 'https', false, 'warning'],
    ['http://example.com', undefined, 'http', false, 'critical'],
    ['http://127.0.0.1:3000', undefined, 'http', true, 'warning'],
  ] as const)('of %s with %s by %s: %s', (siteUrl, hsts, scheme, isLoopback, status) => {
    expect(judgeHttps({ siteUrl, hsts, scheme, isLoopback }).status).toBe(status)
  })
})
