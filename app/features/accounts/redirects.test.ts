import { describe, expect, it, test } from 'vitest'
import { codeRedirect, errorRedirect, redirectTarget, sessionRedirect } from './redirects.ts'

const session = { access_token: 'a.b.c', refresh_token: 'r&1', expires_in: 3600, expires_at: 1_800_000_000, token_type: 'bearer' }
const failure = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' } as const

describe('A session', () => {
  it('travels in the fragment, never in the query, with what goes with it', () => {
    expect(sessionRedirect('https://a.example/in?next=1', session, { type: 'signup' })).toBe(
      'https://a.example/in?next=1#access_token=a.b.c&expires_at=1800000000&expires_in=3600&refresh_token=r%261&sb=&token_type=bearer&type=signup',
    )
  })

  it('takes the place of a fragment that the target has', () => {
    expect(new URL(sessionRedirect('https://a.example/#/in?access_token=theirs', session)).hash).not.toContain('theirs')
  })

  it('brings nothing else of what it is taken from', () => {
    const answer = { ...session, user: { email: 'priya@example.com' } }
    expect(sessionRedirect('https://a.example/', answer)).not.toContain('priya')
  })
})

test('A code travels in the query, in place of one that was there', () => {
  expect(codeRedirect('https://a.example/in?code=theirs&next=%2Fx#part', 'c-1')).toBe('https://a.example/in?code=c-1&next=%2Fx#part')
})

test('What went wrong travels in the fragment, and with PKCE in the query too', () => {
  const fields = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'
  expect(errorRedirect('https://a.example/in', failure, { withQuery: false })).toBe(`https://a.example/in#${fields}&sb=`)
  expect(errorRedirect('https://a.example/in?next=1', failure, { withQuery: true })).toBe(
    `https://a.example/in?next=1&${fields}#${fields}&sb=`,
  )
})

test.each([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [422, 'access_denied'],
  [429, 'temporarily_unavailable'],
  [500, 'server_error'],
])('a refusal with status %i is %s', (status, error) => {
  const address = errorRedirect('https://a.example/in', { ...failure, status }, { withQuery: true })
  expect(new URL(address).searchParams.get('error')).toBe(error)
})

describe('Where a link leads back to', () => {
  const origins = ['https://www.plumbers.example', 'http://localhost:3000']
  const site = 'https://www.plumbers.example/'

  it.each([
    ['https://www.plumbers.example/account?a=b#c', 'https://www.plumbers.example/account?a=b#c'],
    ['https://www.plumbers.example:443/x', 'https://www.plumbers.example/x'],
    ['HTTPS://WWW.PLUMBERS.EXAMPLE/x', 'https://www.plumbers.example/x'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ])('%s is one of ours', (asked, target) => expect(redirectTarget(asked, origins)).toBe(target))

  it.each([
    undefined,
    '',
    '/account',
    '//evil.example/x',
    'https:\\\\evil.example\\x',
    'http://www.plumbers.example/',
    'https://www.plumbers.example:8443/',
    'https://www.plumbers.example.evil.example/',
    'https://evil.example/https://www.plumbers.example/',
    'https://www.plumbers.example%40evil.example/',
    'https://:password@www.plumbers.example/',
    'https://www.plumbers.example\\@evil.example/x@',
    'https://www.plumbers.examp\u0142e/',
    'https://www.plumbers\u3002evil.example/',
    'http://localhost:3001/',
    'http://127.0.0.1:3000/',
    'http://[::1]:3000/',
    'javascript:alert(1)//www.plumbers.example',
    'blob:https://www.plumbers.example/0f3c',
    'file:///etc/passwd',
    'myapp://callback',
  ])('%s is not: the site is', (asked) => {
    const target = new URL(redirectTarget(asked, origins))
    // Browsers read a backslash as a slash: what follows it may be a path, never a host.
    if (target.href !== site) expect([target.origin, asked?.includes('\\')]).toEqual([origins[0], true])
    else expect(target.href).toBe(site)
  })
})
