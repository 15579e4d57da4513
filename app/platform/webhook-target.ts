import { BlockList, isIP } from 'node:net'

/** Returns true if a host name or address is this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** The domains that webhooks may go to unless WEBHOOK_ALLOWED_DOMAINS names others. */
export const defaultWebhookDomains = 'hooks.zapier.com,make.com,n8n.cloud'

export interface TargetPolicy {
  /** The domains themselves and their subdomains. */
  allowedDomains: readonly string[]
  /** Developer tools are on: a receiver on this machine may be tried, over http too. */
  loopback: boolean
}

/** Returns the problem with a webhook's address, or undefined. */
export function webhookUrlProblem(text: string, policy: TargetPolicy): string | undefined {
  if (text.trim() === '') return 'Webhook URL is required'
  if (/^(?:javascript|vbscript|data)\s*:/i.test(text.replace(/[\t\n\r]/g, '').trim())) return 'Suspicious URL scheme detected'
  if (!URL.canParse(text)) return 'Invalid URL format'
  const url = new URL(text)
  if (policy.loopback && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname)) return undefined
  const allowed = policy.allowedDomains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  if (!allowed || url.username || url.password) return 'Webhook domain not in allowed list'
  return url.protocol === 'https:' ? undefined : 'Webhook URL must use HTTPS'
}

const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
// In IPv6, only 2000::/3 is the public internet, less the blocks in it that tunnel to elsewhere or mean nothing.
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

/** Returns true if an address is on the public internet. Webhooks may connect only to those. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isPublicAddress(mapped)
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && publicV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
