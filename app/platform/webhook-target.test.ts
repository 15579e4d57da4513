import { describe, expect, it, test } from 'vitest'
import { isLoopbackHost, isPublicAddress, webhookUrlProblem } from './webhook-target.ts'

const policy = { allowedDomains: ['hooks.zapier.com', 'make.com', 'n8n.cloud'], loopback: false }
const required = 'Webhook URL is required'
const format = 'Invalid URL format'
const domain = 'Webhook domain not in allowed list'
const https = 'Webhook URL must use HTTPS'
const scheme = 'Suspicious URL scheme detected'

describe('webhookUrlProblem', () => {
  test.each([
    ['', required],
    ['hooks.zapier.com/x', format],
    ['https://make com/', format],
    ['javascript:alert(1)', scheme],
    ['data:text/html,x', scheme],
    ['vbscript:x', scheme],
    ['java\tscript:alert(1)', scheme], // which is one, to every URL parser
    ['https://example.com/x', domain],
    ['https://evilmake.com/x', domain],
    ['https://make.com.evil.io/x', domain],
    ['https://evil.io/make.com', domain],
    ['https://evil.io#.make.com', domain],
    ['https://evil.io\\.make.com/', domain],
    ['https://make.com@evil.io/x', domain],
    ['https://user@make.com/x', domain],
    ['https://:password@make.com/x', domain],
    ['https://maке.com/x', domain], // two Cyrillic letters
    ['https://com/x', domain],
    ['https://[::1]/x', domain],
    ['http://make.com/x', https],
    ['ftp://make.com/x', https],
    ['http://evil.io/x', domain], // two rules broken: the specification names the domain first
    ['https://make.com', undefined],
    ['https://make.com/x?y=z#w', undefined],
    ['https://make.com:8443/x', undefined],
    ['https://eu1.make.com/x', undefined],
    ['https://eu.hooks.zapier.com/x', undefined],
    ['https://make.com/?next=javascript:x', undefined],
  ])('%j: %s', (url, problem) => {
    expect(webhookUrlProblem(url, policy)).toBe(problem)
  })

  test.each([
    ['http://localhost:9000/x', undefined],
    ['http://127.1/x', undefined],
    ['http://hook.localhost/x', undefined],
    ['http://localhost.evil.io/x', domain],
    ['http://127.0.0.1.evil.io/x', domain],
    ['https://192.168.0.1/x', domain],
  ])('with developer tools on, %j: %s', (url, problem) => {
    expect(webhookUrlProblem(url, { ...policy, loopback: true })).toBe(problem)
  })

  it('lets nothing through where no domain is allowed', () => {
    expect(webhookUrlProblem('https://make.com/x', { allowedDomains: [], loopback: false })).toBe(domain)
  })
})

test('this machine is known by its names and addresses, and no other machine by names that begin or end so', () => {
  const own = ['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '127.255.255.254', '::1', '[::1]']
  expect(own.filter((host) => !isLoopbackHost(host))).toEqual([])
  const others = ['', 'localhost.evil.io', 'evillocalhost', '127.0.0.1.evil.io', '127.evil.io', '128.0.0.1', '0.0.0.0', '::', '[::2]']
  expect([...others, '10.0.0.1'].filter(isLoopbackHost)).toEqual([])
})

// Both ends of every block, inside and outside.
test.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255'],
  ['link-local, where clouds keep their secrets', '169.254.0.0', '169.254.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['6to4 relays', '192.88.99.1'],
  ['multicast, reserved, broadcast', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ['IPv6 unspecified and loopback', '::', '::1'],
  ['IPv4 inside IPv6', '::ffff:10.0.0.1', '::FFFF:127.0.0.1', '::ffff:a00:1', '::10.0.0.1', '::ffff:0:10.0.0.1'],
  ['translated and tunnelled IPv4', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:a00:1::', '2001:0:4136:e378::', '2001::1'],
  ['unique local', 'fc00::1', 'fd12:3456:789a::1', 'fdff:ffff::1'],
  ['IPv6 link-local and site-local', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1', 'ff0e::1'],
  ['IPv6 documentation and discard', '2001:db8::1', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1', '100::1'],
  ['IPv6 not yet given out', '4000::1', '5f00::1', '8000::1', '1fff::1'],
  ['no address', '', 'localhost', '010.0.0.1', '127.1', '0x7f000001', '2130706433', '1.2.3.4:80', '[2606:4700::1111]', '10.0.0.1 '],
])('a webhook connects to nothing that is %s', (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('a webhook connects to the public internet', () => {
  const v4 = `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
    172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 203.0.114.0 223.255.255.255`
  const v6 = `2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450:4009::1 2001:200::1 2001:db7::1 2001:db9::1 2003::1 3ffe::1 2000::1
    ::ffff:8.8.8.8`
  expect(`${v4} ${v6}`.split(/\s+/).filter((address) => !isPublicAddress(address))).toEqual([])
})
