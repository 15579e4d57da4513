import { type TargetPolicy, webhookUrlProblem } from '#app/platform/webhook-target.ts'
import type { StoredSetting } from './stored-settings.ts'

const paymentDomains = ['buy.stripe.com', 'checkout.stripe.com']

function paymentLinkProblem(text: string): string | undefined {
  if (text === '') return 'Payment link is required'
  if (!URL.canParse(text)) return 'Invalid URL format'
  const url = new URL(text)
  if (url.protocol !== 'https:') return 'Payment link must use HTTPS'
  if (!paymentDomains.includes(url.host) || url.username || url.password) return `Payment link must be on ${paymentDomains.join(' or ')}`
  return url.search || url.hash ? 'Payment link can’t contain ? or #' : undefined
}

function analyticsIdProblem(text: string): string | undefined {
  if (text === '') return 'Analytics ID is required'
  return /^G-[A-Z0-9]{4,20}$/.test(text) ? undefined : 'Analytics ID must look like G-AB12CD34EF'
}

/** Returns the problem with a value in words; undefined if it is valid. */
export function settingProblem(setting: StoredSetting, value: string, policy: TargetPolicy): string | undefined {
  if (value.length > 500) return 'It’s too long: use 500 characters or fewer'
  if (setting === 'webhook') return webhookUrlProblem(value, policy)
  return setting === 'payment-link' ? paymentLinkProblem(value) : analyticsIdProblem(value)
}

/** A stored value, masked: an address's host and its last four characters. A measurement id is public on every page anyway. */
export function masked(setting: StoredSetting, value: string): string {
  if (setting === 'analytics' || !URL.canParse(value)) return value
  const { protocol, host, pathname, search } = new URL(value)
  const rest = pathname + search
  // Of a short one, four characters would be most of it.
  return `${protocol}//${host}/…${rest.length >= 12 ? rest.slice(-4) : ''}`
}
