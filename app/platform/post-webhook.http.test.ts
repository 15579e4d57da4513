// @module-tag never-again
import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { isIP } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openReceiver, verified } from '#test/support/receiver.ts'
import { postWebhook } from './post-webhook.ts'
import type { TargetPolicy } from './webhook-target.ts'

/** The DNS answers that a test sets; faked because DNS is an external service. */
const resolved = vi.hoisted(() => new Map<string, string[]>())
vi.mock('node:dns', async (original) => {
  const dns = await original<typeof import('node:dns')>()
  const lookup = (name: string, options: LookupAllOptions, callback: (error: Error | null, found: LookupAddress[]) => void) => {
    const addresses = resolved.get(name)
    if (!addresses) return dns.lookup(name, options, callback)
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
  }
  return { ...dns, lookup }
})

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const timestamp = new Date('2026-11-20T10:20:00.000Z')
const message = { id: 'msg_1', timestamp, body: JSON.stringify({ type: 'booking.received', data: { name: 'Zoë “Ünal” 😀' } }) }
const developing: TargetPolicy = { allowedDomains: [], loopback: true }

const post = (url: string, { policy = developing, signal }: { policy?: TargetPolicy; signal?: AbortSignal } = {}) =>
  postWebhook({ url, secret }, message, policy, signal)

describe('A webhook', () => {
  test('arrives once, as it was, signed so that the receiver’s own library accepts it', async () => {
    const receiver = await openReceiver()
    await post(receiver.url)
    expect(receiver.deliveries).toHaveLength(1)
    const [delivery] = receiver.deliveries
    if (!delivery) throw new Error('nothing arrived')
    expect(delivery.body).toBe(message.body)
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1795170000',
      'content-length': String(Buffer.byteLength(message.body)),
    })
    expect(verified(delivery, secret, timestamp)).toEqual(JSON.parse(message.body))
  })

  test('is delivered when the target answers from 200 to 299, and not otherwise', async () => {
    for (const status of [200, 299]) await expect(post((await openReceiver(status)).url)).resolves.toBe(status)
    for (const status of [300, 304, 400, 410, 429, 500])
      await expect(post((await openReceiver(status)).url)).rejects.toThrow(`The target answered ${status}`)
  })

  test('is delivered by the status alone, though the body never ends', async () => {
    const receiver = await openReceiver('endless body')
    await expect(post(receiver.url)).resolves.toBe(200)
  })

  test('does not follow a redirect', async () => {
    const elsewhere = await openReceiver()
    const receiver = await openReceiver({ redirectTo: elsewhere.url })
    await expect(post(receiver.url)).rejects.toThrow('The target answered 302')
    expect(receiver.deliveries).toHaveLength(1)
    expect(elsewhere.connections()).toBe(0)
  })

  test('fails when the target is not there, or hangs up', async () => {
    const gone = await openReceiver()
    await gone.close()
    await expect(post(gone.url)).rejects.toThrow('ECONNREFUSED')
    await expect(post((await openReceiver('hang up')).url)).rejects.toThrow()
  })

  test('to a silent target ends when the caller’s time is up', async () => {
    const receiver = await openReceiver('silence')
    const caller = new AbortController()
    const arrived = receiver.next()
    const posted = post(receiver.url, { signal: caller.signal })
    await arrived
    caller.abort()
    await expect(posted).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('to a silent target ends after ten seconds in any case', async () => {
    const receiver = await openReceiver('silence')
    const ten = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ten.signal)
    onTestFinished(() => void vi.restoreAllMocks())
    const arrived = receiver.next()
    const posted = post(receiver.url)
    await arrived
    expect(timeout.mock.calls).toEqual([[10_000]])
    ten.abort(new DOMException('Too late', 'TimeoutError'))
    await expect(posted).rejects.toThrow()
  })

  test('does not start when the caller’s time was up before', async () => {
    const receiver = await openReceiver()
    await expect(post(receiver.url, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(receiver.deliveries).toEqual([])
  })
})

describe('A webhook, with developer tools off,', () => {
  const literals = ['127.0.0.1', '10.0.0.1', '192.168.1.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']
  const production = (...allowedDomains: string[]): TargetPolicy => ({ allowedDomains, loopback: false })

  test('is refused for a private address in any spelling, even where someone allowed it', async () => {
    const receiver = await openReceiver()
    for (const [spelling, allowed] of [
      ...literals.map((address) => [address, address] as const),
      ['2130706433', '127.0.0.1'],
      ['0x7f000001', '127.0.0.1'],
      ['127.1', '127.0.0.1'],
      ['[::1]', '[::1]'],
      ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
      ['[fd00::1]', '[fd00::1]'],
      ['[64:ff9b::7f00:1]', '[64:ff9b::7f00:1]'],
    ] as const) {
      const posted = post(`https://${spelling}:${receiver.port}/hook`, { policy: production(allowed, spelling) })
      await expect(posted, spelling).rejects.toThrow('The target isn’t on the public internet')
    }
    expect(receiver.connections()).toBe(0)
  })

  test.each([
    ['itself', ['127.0.0.1']],
    ['a neighbour', ['10.1.2.3']],
    ['a neighbour beside a public address', ['93.184.215.14', '10.1.2.3']],
    ['nowhere', []],
  ])('is refused when the name server says that an allowed name is %s', async (_, addresses) => {
    const receiver = await openReceiver()
    resolved.set('hooks.zapier.com', addresses)
    onTestFinished(() => resolved.clear())
    const posted = post(`https://hooks.zapier.com:${receiver.port}/hook`, { policy: production('hooks.zapier.com') })
    await expect(posted).rejects.toThrow(addresses.length > 0 ? 'The target isn’t on the public internet' : 'The target has no address')
    expect(receiver.connections()).toBe(0)
  })

  test('is judged by the very answer that it connects by: a name that turns private between two looks is refused', async () => {
    const receiver = await openReceiver()
    const looks: string[][] = []
    const caller = new AbortController()
    resolved.set('hooks.zapier.com', ['127.0.0.1'])
    const get = vi.spyOn(resolved, 'get').mockImplementation((name) => {
      if (name !== 'hooks.zapier.com') return undefined
      // Public at the first look-up, private afterwards: a second look-up would connect to this machine.
      const addresses = looks.length === 0 ? ['192.88.98.1'] : ['127.0.0.1']
      looks.push(addresses)
      // Ends the first attempt only once it has looked the name up, however slow the machine is.
      setTimeout(() => caller.abort(), 50)
      return addresses
    })
    onTestFinished(() => {
      get.mockRestore()
      resolved.clear()
    })
    const url = `https://hooks.zapier.com:${receiver.port}/hook`
    const first = post(url, { policy: production('hooks.zapier.com'), signal: caller.signal })
    await expect(first).rejects.toThrow()
    expect(looks).toHaveLength(1)
    await expect(post(url, { policy: production('hooks.zapier.com') })).rejects.toThrow('The target isn’t on the public internet')
    expect(looks).toHaveLength(2)
    expect(receiver.connections()).toBe(0)
  })

  test('is refused for plain http, for a domain that is not allowed and for one with a password in it', async () => {
    const receiver = await openReceiver()
    const policy = production('hooks.zapier.com')
    await expect(post('http://hooks.zapier.com/', { policy })).rejects.toThrow('Webhook URL must use HTTPS')
    await expect(post(receiver.url, { policy })).rejects.toThrow()
    await expect(post('https://example.com/', { policy })).rejects.toThrow('Webhook domain not in allowed list')
    await expect(post('https://a:b@hooks.zapier.com/', { policy })).rejects.toThrow('Webhook domain not in allowed list')
    expect(receiver.connections()).toBe(0)
  })
})
