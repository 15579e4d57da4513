import { type TargetPolicy, webhookUrlProblem } from '#app/platform/webhook-target.ts'

/*
 * The secure configuration of specification 1 section 2: webhookUrl, stripeUrl (a payment link), analyticsId.
 */

/** The settings that owners store, as addresses name them. */
export const storedSettings = ['webhook', 'payment-link', 'analytics'] as const
export type StoredSetting = (typeof storedSettings)[number]

/** The name that each is kept under. */
export const keptAs = { webhook: 'webhookUrl', 'payment-link': 'stripeUrl', analytics: 'analyticsId' } as const

/** The words of each setting's dialog. */
export const settingWords = {
  webhook: {
    title: 'Webhook configuration',
    label: 'Webhook URL',
    hint: 'Every new booking, and every change, is sent there at once.',
    example: 'https://hooks.zapier.com/hooks/catch/1/abc',
    validated: 'URL Validated ✅',
  },
  'payment-link': {
    title: 'Payment link',
    label: 'Payment link',
    hint: 'Red Line is paid there, in place of a payment page of its own for each booking.',
    example: 'https://buy.stripe.com/abc123',
    validated: 'URL Validated ✅',
  },
  analytics: {
    title: 'Analytics',
    label: 'Analytics ID',
    hint: 'The measurement ID of Google Analytics 4. Visitors are asked before anything is counted.',
    example: 'G-AB12CD34EF',
    validated: 'ID Validated ✅',
  },
} as const satisfies Record<StoredSetting, Record<string, string>>

/** The titles and texts of specification 1 section 8. */
export const savedTitle = 'Configuration Saved ✅'
export const saveFailed = { title: 'Save Failed', text: 'Failed to save configuration securely.' } as const

const paymentDomains = ['buy.stripe.com', 'checkout.stripe.com']

/** What is wrong with a payment link, or undefined (specification 1 section 5, payment link). */
export function paymentLinkProblem(text: string): string | undefined {
  if (text === '') return 'Payment link is required'
  if (!URL.canParse(text)) return 'Invalid URL format'
  const url = new URL(text)
  if (url.protocol !== 'https:') return 'Payment link must use HTTPS'
  if (!paymentDomains.includes(url.host) || url.username || url.password) return `Payment link must be on ${paymentDomains.join(' or ')}`
  return url.search || url.hash ? 'Payment link must end before any ? or #' : undefined
}

/** What is wrong with a measurement id, or undefined. */
export function analyticsIdProblem(text: string): string | undefined {
  if (text === '') return 'Analytics ID is required'
  return /^G-[A-Z0-9]{4,20}$/.test(text) ? undefined : 'Analytics ID must look like G-AB12CD34EF'
}

/** What is wrong with a value, in words; undefined: nothing. */
export function settingProblem(setting: StoredSetting, value: string, policy: TargetPolicy): string | undefined {
  if (value.length > 500) return 'It is too long: 500 characters at most'
  if (setting === 'webhook') return webhookUrlProblem(value, policy)
  return setting === 'payment-link' ? paymentLinkProblem(value) : analyticsIdProblem(value)
}

/** A stored value as it may be shown: of an address its host and its last four characters. A measurement id stands in every page anyway. */
export function masked(setting: StoredSetting, value: string): string {
  if (setting === 'analytics' || !URL.canParse(value)) return value
  const { protocol, host, pathname, search } = new URL(value)
  const rest = pathname + search
  // Of a short one, four characters would be most of it.
  return `${protocol}//${host}/…${rest.length >= 12 ? rest.slice(-4) : ''}`
}
