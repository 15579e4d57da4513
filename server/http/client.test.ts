import fc from 'fast-check'
import { Hono } from 'hono'
import { describe, expect, it, test } from 'vitest'
import type { Services } from '#app/platform/services.ts'
import { type Bindings, clientAddress, clientKeyOf, isDirectLoopback, limitScope, schemeOf } from './client.ts'

const connectionFrom = (remoteAddress: string | undefined) => ({ incoming: { socket: { remoteAddress } } })

/** The result of `read` for a request with these headers on a connection from an address. */
async function seen(
  read: (c: Parameters<typeof isDirectLoopback>[0]) => string | boolean | undefined,
  from: string | undefined,
  headers: [string, string][],
) {
  const app = new Hono<{ Bindings: Bindings }>().get('/', (c) => c.json(read(c) ?? null))
  const response = await app.request('http://localhost:3000/', { headers }, connectionFrom(from))
  return response.json()
}

describe('clientAddress', () => {
  test.each<[number, string[], string]>([
    // No proxy is trusted: the client may have made up the header.
    [0, ['6.6.6.6'], '10.0.0.9'],
    // One proxy: only the value it appended counts, not those before it.
    [1, ['203.0.113.7'], '203.0.113.7'],
    [1, ['6.6.6.6, 203.0.113.7'], '203.0.113.7'],
    [1, ['6.6.6.6', '203.0.113.7'], '203.0.113.7'],
    // Some proxies append the port, which differs for every connection.
    [1, ['203.0.113.7:5678'], '203.0.113.7'],
    [1, ['[2001:db8::7]:5678'], '2001:db8::7'],
    [1, [], '10.0.0.9'],
    [1, ['6.6.6.6, '], '10.0.0.9'],
    // Two proxies: the outer one saw the client, the inner one saw the outer one.
    [2, ['6.6.6.6, 7.7.7.7, 203.0.113.7, 10.0.0.8'], '203.0.113.7'],
    [2, ['203.0.113.7'], '10.0.0.9'],
  ])('behind %i trusted proxies, with X-Forwarded-For %j, is %s', async (trusted, forwarded, address) => {
    const headers = forwarded.map((value): [string, string] => ['X-Forwarded-For', value])
    expect(await seen((c) => clientAddress(c, trusted), '10.0.0.9', headers)).toBe(address)
  })

  it('is not moved by the other headers that claim to know it', async () => {
    const headers = ['X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP', 'X-Client-IP'].map((name): [string, string] => [
      name,
      '6.6.6.6',
    ])
    for (const trusted of [0, 1, 2]) expect(await seen((c) => clientAddress(c, trusted), '10.0.0.9', headers)).toBe('10.0.0.9')
  })
})

test('Networks of one IPv6 /48 have a key each, with one wider part in common; an IPv4 address has none', async () => {
  const services = { config: { trustedProxies: 0 }, secrets: { sign: (_: string, text: string) => text } } as unknown as Services
  const keyOf = (address: string) => seen((c) => clientKeyOf(services, c), address, [])
  expect(await keyOf('2001:db8:7:1::9')).toBe('2001:db8:7:1~2001:db8:7/48')
  expect(await keyOf('2001:db8:7:2::9')).toBe('2001:db8:7:2~2001:db8:7/48')
  expect(await keyOf('203.0.113.7')).toBe('203.0.113.7')
})

describe('limitScope', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:0:7::1', '2001:db8:0:7'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('of %s is %s', (address, scope) => {
    expect(limitScope(address)).toBe(scope)
  })

  const group = fc.integer({ min: 0, max: 0xffff })
  const hex = (groups: number[]) => groups.map((each) => each.toString(16)).join(':')
  /** As Node writes it: with '::' for the longest run of zeros. */
  const short = (groups: number[]) => new URL(`http://[${hex(groups)}]`).hostname.slice(1, -1)

  it('is one for all of a /64, and another for the next', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, fc.nat(0xfffe)),
        fc.tuple(group, group, group, group),
        fc.tuple(group, group, group, group),
        (net, one, two) => {
          expect(limitScope(short([...net, ...one]))).toBe(limitScope(short([...net, ...two])))
          const [a, b, c, d] = net
          expect(limitScope(short([a, b, c, d + 1, ...one]))).not.toBe(limitScope(short([...net, ...one])))
        },
      ),
    )
  })

  it.each([
    ['2001:0db8::0001', '2001:db8::1'],
    ['2001:DB8:A::1', '2001:db8:a::1'],
    ['::ffff:cb00:7107', '203.0.113.7'],
  ])('is the same however a proxy writes an address: %s and %s', (one, two) => {
    expect(limitScope(one)).toBe(limitScope(two))
  })
})

describe('isDirectLoopback', () => {
  const host = (value: string): [string, string][] => [['Host', value]]

  test.each<[boolean, string | undefined, [string, string][]]>([
    [true, '127.0.0.1', host('localhost:3000')],
    [true, '::1', host('[::1]:3000')],
    [true, '::ffff:127.0.0.1', host('127.0.0.1:3000')],
    [true, '127.0.0.1', []],
    // Another machine, or this machine acting as a proxy for another.
    [false, '192.168.1.20', host('localhost:3000')],
    [false, '127.0.0.1', [...host('localhost'), ['X-Forwarded-For', '127.0.0.1']]],
    [false, '127.0.0.1', [...host('localhost'), ['Forwarded', 'for=127.0.0.1']]],
    [false, '127.0.0.1', [...host('localhost'), ['X-Real-IP', '127.0.0.1']]],
    [false, '127.0.0.1', [...host('localhost'), ['Via', '1.1 proxy']]],
    // A public name that resolves to this machine.
    [false, '127.0.0.1', host('evil.io:3000')],
    [false, '127.0.0.1', host('127.0.0.1.evil.io:3000')],
    // The connection is closed, so its address is unknown.
    [false, undefined, host('localhost:3000')],
  ])('is %s from %s with %j', async (direct, from, headers) => {
    expect(await seen(isDirectLoopback, from, headers)).toBe(direct)
  })
})

describe('schemeOf', () => {
  test.each<[number, string[], string | null]>([
    // No proxy is trusted: the client may have made up the header.
    [0, ['https'], 'http'],
    [1, ['https'], 'https'],
    // The client's own value comes first.
    [1, ['https, http'], 'http'],
    // Two proxies: the inner one passes on the outer one's value.
    [2, ['https, http'], 'https'],
    [1, [], null],
    [1, ['gopher'], null],
  ])('behind %i proxies, of %j: %s', async (proxies, said, scheme) => {
    const headers = said.map((value): [string, string] => ['x-forwarded-proto', value])
    expect(await seen((c) => schemeOf(c, proxies), '10.0.0.9', headers)).toBe(scheme)
  })
})
