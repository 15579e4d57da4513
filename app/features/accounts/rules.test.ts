import { describe, expect, it } from 'vitest'
import { later } from '#app/platform/clock.ts'
import {
  holds,
  isBanned,
  isRecentProof,
  judgeRefresh,
  readChallenge,
  readE164,
  readEmail,
  redirectTarget,
  sessionIsOver,
  siteSessionHolds,
} from './rules.ts'

describe('An address', () => {
  it.each([
    ['priya@example.com', 'priya@example.com'],
    [' Priya.Raman+tag@Example.CO.UK\n', 'priya.raman+tag@example.co.uk'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['почта@пример.рф', 'почта@пример.рф'],
    [`${'a'.repeat(243)}@example.com`, `${'a'.repeat(243)}@example.com`],
  ])('%j is kept as %s', (typed, kept) => expect(readEmail(typed)).toBe(kept))

  it.each([
    '',
    'a',
    'a@b',
    '@example.com',
    'a@',
    'a@.com',
    'a@example..com',
    'a b@example.com',
    'a@example.com,b@example.com',
    'a@example.com;b@example.com',
    '<a@example.com>',
    '"a b"@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a\u0000b@example.com',
    'a\u200bb@example.com',
    'a\u202eb@example.com',
    'a\ud800b@example.com',
    'a\u007f@example.com',
    `${'a'.repeat(244)}@example.com`,
  ])('%j is none', (typed) => expect(readEmail(typed)).toBeUndefined())
})

describe('A phone number', () => {
  it.each([
    ['+44 7700 900264', '447700900264'],
    ['447700900264', '447700900264'],
    ['+44 (7700) 900-264', '447700900264'],
  ])('%s is kept as %s', (typed, kept) => expect(readE164(typed)).toBe(kept))
  it.each(['', '07700 900264', '+44', '+4477009002641234', 'x', '٤٤٧٧٠٠٩٠٠٢٦٤'])('%j is none', (typed) =>
    expect(readE164(typed)).toBeUndefined(),
  )
})

describe('Where a link leads back to', () => {
  const origins = ['https://www.plumbers.example', 'http://localhost:3000']
  const site = 'https://www.plumbers.example/'

  it.each([
    ['https://www.plumbers.example/account?a=b#c', 'https://www.plumbers.example/account?a=b#c'],
    ['https://www.plumbers.example', site],
    ['https://www.plumbers.example:443/x', 'https://www.plumbers.example/x'],
    ['HTTPS://WWW.PLUMBERS.EXAMPLE/x', 'https://www.plumbers.example/x'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ])('%s is one of ours', (asked, target) => expect(redirectTarget(asked, origins)).toBe(target))

  it.each([
    undefined,
    '',
    'garbage',
    '/account',
    '//evil.example/x',
    '\\\\evil.example',
    'https:\\\\evil.example\\x',
    'https://evil.example',
    'http://www.plumbers.example/',
    'https://www.plumbers.example:8443/',
    'https://plumbers.example/',
    'https://www.plumbers.example.evil.example/',
    'https://evil.example/https://www.plumbers.example/',
    'https://www.plumbers.example@evil.example/',
    'https://www.plumbers.example%40evil.example/',
    'https://user@www.plumbers.example/',
    'https://user:password@www.plumbers.example/',
    'https://:password@www.plumbers.example/',
    'https://www.plumbers.example\\@evil.example/x@',
    'https://www.plumbers.examp\u0142e/',
    'https://www.plumbers\u3002evil.example/',
    'https://xn--www-abc.plumbers.example/',
    'http://localhost:3001/',
    'http://localhost/',
    'http://127.0.0.1:3000/',
    'http://2130706433:3000/',
    'http://0x7f.1:3000/',
    'http://[::1]:3000/',
    'javascript:alert(1)//www.plumbers.example',
    'data:text/html,x',
    'blob:https://www.plumbers.example/0f3c',
    'filesystem:https://www.plumbers.example/x',
    'file:///etc/passwd',
    'myapp://callback',
    'ftp://www.plumbers.example/',
  ])('%s is not: the site is', (asked) => {
    const target = new URL(redirectTarget(asked, origins))
    // A backslash is a slash to every browser: what stands behind it may be a path, and never a host.
    if (target.href !== site) expect([target.origin, asked?.includes('\\')]).toEqual([origins[0], true])
    else expect(target.href).toBe(site)
  })
})

describe('A PKCE challenge', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  it('is kept where it is one', () => {
    expect(readChallenge(undefined, undefined)).toBeUndefined()
    expect(readChallenge('', '')).toBeUndefined()
    expect(readChallenge(challenge, 's256')).toBe(challenge)
    expect(readChallenge(challenge, 'S256')).toBe(challenge)
    expect(readChallenge('a'.repeat(128), 's256')).toBe('a'.repeat(128))
  })
  it.each([
    [challenge, undefined],
    [challenge, 'plain'],
    [challenge, 'md5'],
    [undefined, 's256'],
    ['a'.repeat(42), 's256'],
    ['a'.repeat(129), 's256'],
    [`${challenge}=`, 's256'],
    [`${challenge}\n`, 's256'],
  ])('%j by %s is none', (given, method) => expect(readChallenge(given, method)).toBe('invalid'))
})

describe('Times', () => {
  // The hour before and after both changes of the clocks in London, and a midnight there.
  const instants = ['2026-03-29T00:59:59.999Z', '2026-10-25T00:59:59.999Z', '2026-06-30T23:00:00.000Z', '2027-12-31T23:59:59.999Z']

  it.each(instants)('of a refresh at %s are counted to the millisecond', (refreshedAt) => {
    const session = { refreshCount: 5, refreshedAt }
    const after = (milliseconds: number) => new Date(later(refreshedAt, milliseconds))
    expect(judgeRefresh(session, 5, after(1e10))).toBe('current')
    expect(judgeRefresh(session, 4, after(0))).toBe('replaced just now')
    expect(judgeRefresh(session, 4, after(10_000))).toBe('replaced just now')
    expect(judgeRefresh(session, 4, after(10_001))).toBe('used again')
    expect(judgeRefresh(session, 3, after(0))).toBe('used again')
    expect(judgeRefresh(session, 6, after(0))).toBe('used again')
    // Of two servers one may be a little behind.
    expect(judgeRefresh(session, 4, after(-500))).toBe('replaced just now')
  })

  it.each(instants)('of a session of %s are counted to the millisecond', (at) => {
    const session = { createdAt: at, refreshedAt: at, endsAt: later(at, holds.sessionMs) }
    const after = (milliseconds: number) => new Date(later(at, milliseconds))
    const { idleMs, mostMs } = siteSessionHolds.staff
    for (const [role, idle, most] of [
      ['customer', holds.sessionIdleMs, holds.sessionMs],
      ['staff', idleMs, mostMs],
      ['owner', idleMs, mostMs],
    ] as const) {
      expect(sessionIsOver(session, role, after(idle - 1))).toBe(false)
      expect(sessionIsOver(session, role, after(idle))).toBe(true)
      const used = { ...session, refreshedAt: later(at, most - 5) }
      expect(sessionIsOver(used, role, after(most - 1))).toBe(false)
      expect(sessionIsOver(used, role, after(most))).toBe(true)
    }
  })

  it.each(instants)('of a proof of %s are counted to the millisecond', (at) => {
    const after = (milliseconds: number) => new Date(later(at, milliseconds))
    expect(isRecentProof([{ method: 'password', at }], after(holds.recentProofMs))).toBe(true)
    expect(isRecentProof([{ method: 'password', at }], after(holds.recentProofMs + 1))).toBe(false)
    expect(isRecentProof([{ method: 'recovery', at }], after(holds.mailLinkMs.recovery))).toBe(true)
    expect(isRecentProof([{ method: 'recovery', at }], after(holds.mailLinkMs.recovery + 1))).toBe(false)
    expect(isRecentProof([], after(0))).toBe(false)
  })

  it('of a ban end it', () => {
    expect(isBanned({ bannedUntil: null }, new Date())).toBe(false)
    expect(isBanned({ bannedUntil: instants[0] ?? '' }, new Date('2026-03-29T00:59:59.998Z'))).toBe(true)
    expect(isBanned({ bannedUntil: instants[0] ?? '' }, new Date('2026-03-29T00:59:59.999Z'))).toBe(false)
  })
})
