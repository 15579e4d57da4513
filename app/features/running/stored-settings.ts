/** The settings that owners store, as addresses name them. */
export const storedSettings = ['webhook', 'payment-link', 'analytics'] as const
export type StoredSetting = (typeof storedSettings)[number]

/** The names that they are kept under: an address for webhooks, a payment link, a measurement id. */
export const keptAs = { webhook: 'webhookUrl', 'payment-link': 'stripeUrl', analytics: 'analyticsId' } as const

/** The words of each setting's dialog. */
export const settingWords = {
  webhook: {
    title: 'Webhook configuration',
    label: 'Webhook URL',
    hint: 'Every new booking and every change is sent here straight away.',
    example: 'https://hooks.zapier.com/hooks/catch/1/abc',
    validated: 'URL Validated ✅',
  },
  'payment-link': {
    title: 'Payment link',
    label: 'Payment link',
    hint: 'Customers pay for Red Line at this link, instead of on a separate payment page for each booking.',
    example: 'https://buy.stripe.com/abc123',
    validated: 'URL Validated ✅',
  },
  analytics: {
    title: 'Analytics',
    label: 'Analytics ID',
    hint: 'Your Google Analytics 4 measurement ID. We ask visitors before counting anything.',
    example: 'G-AB12CD34EF',
    validated: 'ID Validated ✅',
  },
} as const satisfies Record<StoredSetting, Record<string, string>>

/** Their titles and texts. */
export const savedTitle = 'Configuration Saved ✅'
export const saveFailed = { title: 'Save Failed', text: 'Failed to save configuration securely.' } as const

/** The answer to a setting's form. */
export interface SettingAnswer {
  /** A toast with JavaScript, in the page without. */
  notice?: { title: string; text: string; tone: 'plain' | 'alarm' }
  problem?: string
  typed?: Record<string, string>
  isSaved?: boolean
  /** The webhook's signing secret, shown once. */
  secret?: string
}
