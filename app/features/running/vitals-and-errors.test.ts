import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { tries } from '#test/support/depth.ts'
import {
  bucketOf,
  cleaned,
  framesIn,
  longest,
  pagePatterns,
  percentileOf,
  reportedPath,
  serverFrameIn,
  stackOf,
  statusClass,
} from './vitals-and-errors.ts'

const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`))
/** Filler words around the secret; none of them forms a longer match with it. */
const words = fc
  .array(fc.constantFrom('Failed', 'to', 'fetch', '(', ')', '"', 'undefined', ':', ',', 'é', '\n'), { maxLength: 6 })
  .map((all) => all.join(' '))
const within = (secret: fc.Arbitrary<string>) =>
  fc.tuple(words, secret, words).map(([before, secretText, after]) => ({ secretText, text: `${before} ${secretText} ${after}` }))

describe('A cleaned message', () => {
  const phones = fc
    .tuple(
      fc.constantFrom('0', '+44', '+44 ', '0044 '),
      digits(3, 4),
      fc.constantFrom('', ' ', '-'),
      digits(3, 3),
      fc.constantFrom('', ' ', '-'),
      digits(3, 3),
    )
    .map((parts) => parts.join(''))
  const outward = fc.constantFrom('E1', 'SW1A', 'N16', 'EC1V', 'W1', 'se15', 'Nw10')
  const postcodes = fc.tuple(outward, fc.constantFrom(' ', '', '+'), fc.stringMatching(/^[0-9][A-HJ-Z]{2}$/)).map((parts) => parts.join(''))
  const tokens = fc.oneof(
    fc.stringMatching(/^[\w-]{24,60}$/),
    fc.uuid(),
    fc.stringMatching(/^[0-9a-f]{32,64}$/),
    fc.stringMatching(/^eyJ[\w-]{30}\.[\w-]{30}$/),
  )

  test.each<[string, fc.Arbitrary<string>]>([
    ['an address of e-mail', fc.emailAddress()],
    ['a number of a phone', phones],
    ['a postcode', postcodes],
    ['a token', tokens],
    ['a long number', digits(5, 30)],
    ['a query', fc.stringMatching(/^[a-z]{3,8}=[A-Za-z0-9%]{3,12}$/).map((query) => `https://example.com/a?${query}`)],
    ['a private link', fc.stringMatching(/^[\w-]{8,43}$/).map((token) => `/track/${token}`)],
  ])('holds nothing of %s', (_, secret) => {
    fc.assert(
      fc.property(within(secret), ({ secretText, text }) => {
        const left = cleaned(text)
        expect(left).not.toContain(secretText)
        // Nor the part of it that identifies a person.
        const own = secretText.split(/[@?]|\/track\//).at(-1) ?? ''
        if (own.length > 3) expect(left).not.toContain(own)
      }),
      { numRuns: tries(40, 500) },
    )
  })

  it('is short, of one line, and the same when it is cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (text) => {
        const once = cleaned(text)
        expect(once.length).toBeLessThanOrEqual(longest.message)
        expect(once.includes('\n') || once.includes('\0')).toBe(false)
        expect(cleaned(once)).toBe(once)
      }),
    )
  })

  test.each([
    [
      "TypeError: Cannot read properties of undefined (reading 'length')",
      "TypeError: Cannot read properties of undefined (reading 'length')",
    ],
    ['Failed to fetch /functions/v1/quote?postcode=E1', 'Failed to fetch /functions/v1/quote'],
    ['Booking of jo@example.com, 07700 900123, SW1A 1AA', 'Booking of [email], [number], [postcode]'],
    ['Minified React error #418', 'Minified React error #418'],
  ])('of %s is %s', (text, left) => {
    expect(cleaned(text)).toBe(left)
  })

  it('is found in time, whatever is sent', () => {
    for (const evil of ['1 '.repeat(5_000), 'a'.repeat(50_000), '@'.repeat(50_000), '/?'.repeat(20_000), '(0) '.repeat(5_000)])
      expect(cleaned(evil).length).toBeLessThanOrEqual(longest.message)
  })
})

describe('A stack', () => {
  const stack = `Error: jo@example.com
    at f (https://site.example/islands/common-AbC12345.js:1:234)
    at https://site.example/assets/staff-x_-45678.js:9:49193
    at chrome-extension://abc/x.js:1:1 at https://other.example/t.js:1:2`

  it('is reduced to the places in files of ours, and stays so', () => {
    const frames = ['common-AbC12345.js:1:234', 'staff-x_-45678.js:9:49193']
    expect(framesIn(stack)).toEqual(frames)
    expect(framesIn(stackOf(stack))).toEqual(frames)
    expect(stackOf(stack)).not.toContain('site.example')
  })

  it('of the server leads to the innermost place that is known', () => {
    expect(serverFrameIn('Error: x\n    at a (/srv/site/app/platform/jobs.ts:12:3)\n    at b (/srv/site/server/app.ts:1:1)')).toBe(
      'app/platform/jobs.ts:12:3',
    )
    expect(serverFrameIn('Error')).toBe('')
  })
})

describe('A page', () => {
  const pageOf = pagePatterns([
    '/',
    '/book',
    '/track/:token',
    '/track/:token/booking.ics',
    '/plumbers-hackney',
    '/staff/bookings/:id',
    '/staff/bookings/new',
    '/*',
  ])

  test.each([
    ['/_root.data', '/'],
    ['/track/AbC-9', '/track/:token'],
    ['/track/AbC/booking.ics', '/track/:token/booking.ics'],
    ['/track/AbC/bookingXics', '(unknown)'],
    ['/plumbers-hackney', '/plumbers-:area'],
    ['/staff/bookings/new', '/staff/bookings/new'],
    ['/staff/bookings/0199.data', '/staff/bookings/:id'],
    ['/made-up-by-somebody', '(unknown)'],
    [`/${'x'.repeat(5_000)}`, '(unknown)'],
  ])('%s is counted as %s', (path, pattern) => {
    expect(pageOf(path)).toBe(pattern)
  })

  it('never says a secret or the number of a row', () => {
    expect(reportedPath('/track/AbC-_9/pay')).toBe('/track/:token/pay')
    expect(reportedPath('/book/confirmed/AbC')).toBe('/book/confirmed/:token')
    expect(reportedPath('/staff/bookings/0199f0e4-1c2b-7abc-8def-0123456789ab')).toBe('/staff/bookings/:id')
    expect(reportedPath(`/auth/${'a'.repeat(43)}`)).toBe('/auth/:long')
    expect(reportedPath('/staff/bookings')).toBe('/staff/bookings')
  })
})

describe('Counting', () => {
  it('finds any percentile within the width of a bucket', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1.01, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.75, 0.95, 0.99),
        (values, share) => {
          const counts = [...Map.groupBy(values, (value) => bucketOf('LCP', value))].map(([bucket, all]) => ({ bucket, count: all.length }))
          const found = percentileOf('LCP', counts, share) ?? Number.NaN
          const exact = values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
          expect(found).toBeGreaterThanOrEqual(exact / 1.2 - 1e-6)
          expect(found).toBeLessThanOrEqual(exact * 1.2 + 1e-6)
        },
      ),
    )
  })

  it('knows nothing of nothing, and none from some', () => {
    expect(percentileOf('LCP', [], 0.75)).toBeNull()
    expect(percentileOf('CLS', [{ bucket: bucketOf('CLS', 0), count: 3 }], 0.75)).toBe(0)
    expect(percentileOf('CLS', [{ bucket: bucketOf('CLS', 0.1), count: 3 }], 1)).toBeCloseTo(0.1, 1)
  })

  it('puts whatever it is told into a bucket that there is', () => {
    for (const value of [-1, 0, Number.NaN, 1e-9, 1, 60_000, 1e12, Number.POSITIVE_INFINITY]) {
      const bucket = bucketOf('LCP', value)
      expect(Number.isInteger(bucket) && bucket >= 0 && bucket <= 63, String(value)).toBe(true)
    }
    expect([200, 304, 404, 503, 0, 700].map(statusClass)).toEqual(['2xx', '3xx', '4xx', '5xx', 'failed', 'failed'])
  })
})
