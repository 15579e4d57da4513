import { expect, test } from 'vitest'
import { isSameOrigin } from './origin.ts'

const site = 'https://www.example.co.uk'

test.each<[boolean, Record<string, string>]>([
  // Sec-Fetch-Site takes precedence over Origin: pages can't set it.
  [true, { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.io' }],
  [true, { 'Sec-Fetch-Site': 'none' }],
  [false, { 'Sec-Fetch-Site': 'cross-site', Origin: site }],
  [false, { 'Sec-Fetch-Site': 'same-site', Origin: site }],
  [false, { 'Sec-Fetch-Site': 'same-origin, cross-site' }],
  // Otherwise Origin decides.
  [true, { Origin: site }],
  [true, { Origin: 'http://127.0.0.1:3000' }],
  [false, { Origin: 'null' }],
  [false, { Origin: 'https://evil.io' }],
  [false, { Origin: 'http://www.example.co.uk' }],
  [false, { Origin: `${site}:8443` }],
  [false, { Origin: `${site}.evil.io` }],
  [false, { Origin: `${site}/` }],
  // A Referer proves nothing; a request with neither header isn't from a browser.
  [false, { Origin: 'https://evil.io', Referer: `${site}/book` }],
  [true, { Referer: 'https://evil.io/' }],
  [true, {}],
])('is %s for %j', (same, headers) => {
  const request = new Request('http://127.0.0.1:3000/book', { method: 'POST', headers })
  expect(isSameOrigin(request, site)).toBe(same)
})
