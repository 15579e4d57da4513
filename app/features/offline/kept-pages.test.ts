import { describe, expect, it } from 'vitest'
import { publicPages } from '#app/features/site/site-map.ts'
import {
  type AnswerFacts,
  answererOf,
  buildHeader,
  corePaths,
  isPublicFile,
  keyOf,
  mayKeepFile,
  mayKeepPage,
  picturesIn,
  withNote,
} from './kept-pages.ts'

const build = 'build-1'
const answer = ({
  headers = {},
  ...facts
}: Partial<Omit<AnswerFacts, 'headers'>> & { headers?: Record<string, string> } = {}): AnswerFacts => ({
  status: 200,
  type: 'basic',
  redirected: false,
  ...facts,
  headers: new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=0, must-revalidate',
    [buildHeader]: build,
    ...headers,
  }),
})

describe('A page', () => {
  it('for everyone is kept, and of it one copy whatever its query', () => {
    for (const path of [...publicPages.map((page) => page.path), ...corePaths]) expect(mayKeepPage(path, answer(), build), path).toBe(true)
    expect(keyOf('https://example.co.uk/pricing?utm_source=a#b')).toBe('https://example.co.uk/pricing')
  })

  it.each([
    ...['/auth', '/auth/verify', '/account', '/account/bookings', '/staff', '/staff/bookings/1', '/blog-admin', '/blog-admin/1/preview'],
    ...[
      '/track/abc',
      '/t/abc',
      '/review/abc',
      '/track/abc/pay',
      '/book/confirmed/abc',
      '/payment-success',
      '/new-link',
      '/dev/mailbox',
      '/security-dashboard',
    ],
    ...['/api/health', '/functions/v1/csrf-token', '/rest/v1/blog_posts', '/metrics'],
  ])('at %s is not, whatever its headers say', (path) => {
    expect(mayKeepPage(path, answer(), build)).toBe(false)
    expect(answererOf(path)).not.toBe('kept')
  })

  it.each(['/engineer', '/engineer/cash', '/engineer/jobs/1/bill', '/engineer/nowhere'])(
    'at %s is the engineer’s: never the browser’s own error',
    (path) => {
      expect(answererOf(path)).toBe('engineer')
    },
  )

  it.each([
    ['private', { headers: { 'Cache-Control': 'private, no-store' } }],
    ['private, though it says public too', { headers: { 'Cache-Control': 'public, private' } }],
    ['not to be stored', { headers: { 'Cache-Control': 'public, no-store' } }],
    ['silent about who may have it', { headers: { 'Cache-Control': 'max-age=60' } }],
    ['of another build', { headers: { [buildHeader]: 'build-2' } }],
    ['no page', { headers: { 'Content-Type': 'application/json' } }],
    ['an error', { status: 500 }],
    ['missing', { status: 404 }],
    ['a part', { status: 206 }],
    ['led elsewhere', { redirected: true }],
    ['from elsewhere', { type: 'cors' }],
    ['not to be looked into', { type: 'opaque', status: 0 }],
    ['a redirect', { type: 'opaqueredirect', status: 0 }],
  ] as const)('that is %s is not', (_, facts) => {
    expect(mayKeepPage('/pricing', answer(facts), build)).toBe(false)
  })
})

describe('A file', () => {
  const file = answer({ headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=31536000, immutable' } })

  it.each([
    '/islands/common-JMeqAkxV.js',
    '/assets/familjen-CCVFjj8h.woff2',
    '/assets/night-DYmDW2Pk.svg',
    '/drawings/Burst+Pipe.svg',
    '/icons/london.svg',
  ])('%s of public pages is kept', (path) => expect(mayKeepFile(path, file)).toBe(true))

  it.each(['/assets/board-BABLDH_L.js', '/assets/app-B6h5suXr.css', '/sw.js', '/islands/../staff.js', '/api/live', '/account/data/copy'])(
    '%s is not',
    (path) => expect(isPublicFile(path)).toBe(false),
  )

  it('that is not whole is not', () => {
    expect(mayKeepFile('/icons/london.svg', answer({ status: 206 }))).toBe(false)
    expect(mayKeepFile('/icons/london.svg', answer({ type: 'opaque', status: 0 }))).toBe(false)
  })
})

it('The pictures of a page are found once each, and nothing else', () => {
  const html =
    '<img src="/icons/london.svg"><img src="/icons/london.svg"><img src="/drawings/a&amp;b.svg"><img src="https://x.example/icons/a.svg"><script src="/islands/a.js"></script>'
  expect(picturesIn(html)).toEqual(['/icons/london.svg', '/drawings/a&b.svg'])
})

describe('A copy', () => {
  const page = '<header></header><main id="main">$& and words</main>'

  it('says of when it is, by London time, in front of its content', () => {
    const copy = withNote(page, new Date('2026-07-01T13:05:00Z'))
    expect(copy).toContain('the copy saved on your device from Wednesday 1 July, 2.05pm.')
    expect(copy.indexOf('data-kept-copy')).toBeLessThan(copy.indexOf('<main'))
    expect(copy).toContain('<main id="main">$& and words</main>')
  })

  it('of unknown date says nothing of it', () => {
    expect(withNote(page, new Date(Number.NaN))).toContain('the copy saved on your device. ')
  })
})
