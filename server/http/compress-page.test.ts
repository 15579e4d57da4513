import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Hono } from 'hono'
import { describe, expect, it, test } from 'vitest'
import { tries } from '#test/support/depth.ts'
import { compressPage, type Encoding, encodingFor } from './compress-page.ts'

/** The weight a client gives each coding, parsed by RFC 9110, section 12.5.3, independently of the code under test. */
function weights(accepted: string): (coding: Encoding) => number {
  const named = new Map<string, number>()
  for (const part of accepted.split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    const q = parameters.find((each) => each.startsWith('q='))?.slice(2)
    if (coding !== '') named.set(coding, q === undefined ? 1 : Number(q))
  }
  const others = named.get('*')
  return (coding) => named.get(coding) ?? others ?? (coding === 'identity' ? 1 : 0)
}

describe('encodingFor', () => {
  test.each<[string, Encoding]>([
    // Headers of real browsers.
    ['gzip, deflate, br, zstd', 'br'],
    ['', 'identity'],
    ['zstd, compress', 'identity'],
    // Spelling.
    ['GZip', 'gzip'],
    [' gzip ,\tbr ', 'br'],
    ['br;q=0.001, gzip;q=0', 'br'],
    // A weight of zero is a refusal.
    ['br;q=0.0, gzip;q=0.1', 'gzip'],
    ['BR;Q=0, GZIP', 'gzip'],
    // Names that are only similar.
    ['x-gzip', 'identity'],
    ['sbr;q=1, gzip', 'gzip'],
  ])('of %j is %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding)
  })

  test.each(['*', 'br;q=0, *', 'identity;q=0.5, *;q=0'])('is one that %j takes', (accepted) => {
    expect(weights(accepted)(encodingFor(accepted))).toBeGreaterThan(0)
  })

  it('is never one that the client refused by name', () => {
    const coding = fc.constantFrom('br', 'gzip', 'identity', 'deflate', 'zstd')
    const q = fc.constantFrom('', ';q=0', ';q=0.0', ';q=0.000', ';q=1', ';q=0.5', ' ; q=0', ';q=0.001')
    const space = fc.constantFrom('', ' ', '\t')
    const header = fc
      .uniqueArray(fc.tuple(coding, q, space), { selector: ([name]) => name, maxLength: 5 })
      .map((parts) => parts.map(([name, weight, blank]) => `${blank}${name}${weight}`).join(','))
    fc.assert(
      fc.property(header, (accepted) => {
        const chosen = encodingFor(accepted)
        // If nothing is acceptable, the uncompressed page is better than none (RFC 9110 leaves this to the server).
        if (chosen !== 'identity') expect(weights(accepted)(chosen), accepted).toBeGreaterThan(0)
      }),
      { numRuns: tries(40, 500) },
    )
  })

  it('takes any text without failing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => ['br', 'gzip', 'identity'].includes(encodingFor(text))))
  })
})

/** The response to a client with this Accept-Encoding. */
async function fetched(answer: () => Response, accepted?: string) {
  const app = new Hono().use(compressPage).all('/', () => answer())
  const response = await app.request('/', { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const html = { 'content-type': 'text/html; charset=utf-8' }
const decoded = (bytes: Buffer, encoding: string | null) =>
  encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes

describe('a page for one visitor', () => {
  it('is the same after decoding, whatever it says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 4_000, unit: 'grapheme' }),
        fc.constantFrom('br', 'gzip', 'identity'),
        async (text, accepted) => {
          const page = text.padEnd(1_100, 'Zoë 李 ')
          const { headers, bytes } = await fetched(() => new Response(page, { headers: html }), accepted)
          expect(headers.get('content-encoding')).toBe(accepted === 'identity' ? null : accepted)
          expect(decoded(bytes, headers.get('content-encoding')).toString()).toBe(page)
        },
      ),
      { numRuns: tries(10, 40) },
    )
  })

  it('goes out compressed from 1 KB on, and says that the encoding may differ', async () => {
    for (const [length, encoding] of [
      [0, null],
      [1_023, null],
      [1_024, 'br'],
    ] as const) {
      const { headers, bytes } = await fetched(() => new Response('x'.repeat(length), { headers: html }), 'br')
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding'])
      expect(decoded(bytes, encoding).toString()).toBe('x'.repeat(length))
    }
  })

  test.each(['br', 'identity'])('keeps its status and its own headers, for %j', async (accepted) => {
    const answer = () => {
      const headers = new Headers({ ...html, vary: 'Cookie', 'x-own': 'kept' })
      headers.append('set-cookie', 'a=1')
      headers.append('set-cookie', 'b=2')
      return new Response('x'.repeat(2_000), { status: 404, headers })
    }
    const { status, headers } = await fetched(answer, accepted)
    expect(status).toBe(404)
    expect(headers.get('x-own')).toBe('kept')
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(headers.get('vary')).toBe('Cookie, Accept-Encoding')
  })
})

describe('what is no text, or no body', () => {
  const noise = Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 37) % 256))

  test.each(['image/png', ''])('of the type %j stays as it is', async (type) => {
    const { headers, bytes } = await fetched(() => new Response(noise, { headers: type ? { 'content-type': type } : {} }), 'br, gzip')
    expect(headers.get('content-encoding')).toBeNull()
    expect(bytes.equals(noise)).toBe(true)
  })

  it('is not compressed a second time', async () => {
    const { headers, bytes } = await fetched(() => new Response(noise, { headers: { ...html, 'content-encoding': 'gzip' } }), 'br')
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(bytes.equals(noise)).toBe(true)
  })

  test.each([204, 304])('with status %i gets no body and no encoding', async (status) => {
    const { headers, bytes, ...answer } = await fetched(() => new Response(null, { status, headers: html }), 'br')
    expect(answer.status).toBe(status)
    expect(bytes).toHaveLength(0)
    expect(headers.get('content-encoding')).toBeNull()
  })
})
