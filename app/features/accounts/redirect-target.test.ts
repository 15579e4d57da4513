import { describe, expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

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
