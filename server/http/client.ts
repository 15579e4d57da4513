import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { wideMark } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { isLoopbackHost } from '#app/platform/webhook-target.ts'

/** The parts of a Node request that handlers read; tests pass their own. `isWarming`: the server renders ahead, without a client. */
export type Bindings = Partial<HttpBindings> & { isWarming?: true }

const remoteAddress = (c: Context<{ Bindings: Bindings }>) =>
  c.env?.incoming ? (c.env.incoming.socket?.remoteAddress ?? 'gone') : '127.0.0.1'

/**
 * The client's address: the connection's, or, behind `trustedProxies` reverse proxies, the one seen by the outermost. Entries that a client
 * adds to X-Forwarded-For itself are never trusted.
 */
export const clientAddress = (c: Context<{ Bindings: Bindings }>, trustedProxies: number): string =>
  addressBehind(trustedProxies, c.req.header('x-forwarded-for'), remoteAddress(c))

/** The same of a request of Node's own. */
export const addressOf = ({ headers, socket }: IncomingMessage, trustedProxies: number): string =>
  addressBehind(trustedProxies, [headers['x-forwarded-for']].flat().join(','), socket.remoteAddress ?? 'gone')

function addressBehind(trustedProxies: number, forwardedFor = '', remote: string): string {
  if (trustedProxies === 0) return remote
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  return withoutPort(hops.at(-trustedProxies) ?? '') || remote
}

/**
 * Returns the scheme seen by the outermost of `trustedProxies` reverse proxies, from X-Forwarded-Proto; without proxies, http, which this
 * server speaks. Undefined if no proxy sends it.
 */
export function schemeOf(c: Context<{ Bindings: Bindings }>, trustedProxies: number): 'https' | 'http' | undefined {
  if (trustedProxies === 0) return 'http'
  const said = (c.req.header('x-forwarded-proto') ?? '').split(',').map((hop) => hop.trim().toLowerCase())
  const scheme = said.at(-trustedProxies) ?? said[0]
  return scheme === 'https' || scheme === 'http' ? scheme : undefined
}

/** Some proxies add the client's port: `203.0.113.7:5678`, `[2001:db8::1]:5678`. */
const withoutPort = (hop: string) => /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** Returns the key for rate limits: an IPv4 address, or the /64 of an IPv6 address, since one client usually has the whole /64. */
export function limitScope(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (v4?.[1]) return v4[1]
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  const numbers = groups.map((group) => Number.parseInt(group, 16))
  if (numbers.slice(0, 5).every((number) => number === 0) && numbers[5] === 0xffff)
    return numbers
      .slice(6)
      .flatMap((number) => [number >> 8, number & 255])
      .join('.')
  return numbers
    .slice(0, 4)
    .map((number) => number.toString(16))
    .join(':')
}

/**
 * The key that a client's limits are counted on: a keyed hash of its address. An IPv6 client has a second part, of its /48, which one
 * customer of a provider may have all of: `holdTurns` counts that too, with ten times the turns.
 */
export function clientKeyOf({ config, secrets }: Services, c: Context<{ Bindings: Bindings }>): string {
  const scope = limitScope(clientAddress(c, config.trustedProxies))
  const [site] = /^(?:[0-9a-f]+:){2}[0-9a-f]+(?=:)/.exec(scope) ?? []
  return secrets.sign('client', scope) + (site ? wideMark + secrets.sign('client', `${site}/48`) : '')
}

/** Returns true if the request comes directly from this machine, without a proxy: only then are developer tools allowed. */
export function isDirectLoopback(c: Context<{ Bindings: Bindings }>): boolean {
  const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => c.req.header(name) !== undefined)
  const host = (c.req.header('host') ?? new URL(c.req.url).host).replace(/:\d+$/, '')
  return !forwarded && isLoopbackHost(remoteAddress(c).replace(/^::ffff:/, '')) && isLoopbackHost(host)
}
