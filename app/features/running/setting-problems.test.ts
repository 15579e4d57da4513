import { expect, test } from 'vitest'
import { masked, settingProblem } from './setting-problems.ts'
import type { StoredSetting } from './stored-settings.ts'

const policy = { allowedDomains: ['hooks.zapier.com'], loopback: false }

test.each<[StoredSetting, string, string | undefined]>([
  ['webhook', '', 'Webhook URL is required'],
  ['webhook', 'https://evil.example/x', 'Webhook domain not in allowed list'],
  ['webhook', 'http://hooks.zapier.com/x', 'Webhook URL must use HTTPS'],
  ['webhook', 'javascript:alert(1)', 'Suspicious URL scheme detected'],
  ['webhook', 'https://hooks.zapier.com/hooks/catch/1/abc', undefined],
  ['webhook', `https://hooks.zapier.com/${'x'.repeat(600)}`, 'It’s too long: use 500 characters or fewer'],
  ['payment-link', '', 'Payment link is required'],
  ['payment-link', 'http://buy.stripe.com/x', 'Payment link must use HTTPS'],
  ['payment-link', 'https://buy.stripe.com.evil.io/x', 'Payment link must be on buy.stripe.com or checkout.stripe.com'],
  ['payment-link', 'https://a:b@buy.stripe.com/x', 'Payment link must be on buy.stripe.com or checkout.stripe.com'],
  ['payment-link', 'https://buy.stripe.com/x?client_reference_id=1', 'Payment link can’t contain ? or #'],
  ['payment-link', 'https://buy.stripe.com/abc123', undefined],
  ['analytics', '', 'Analytics ID is required'],
  ['analytics', 'UA-1234-1', 'Analytics ID must look like G-AB12CD34EF'],
  ['analytics', 'G-AB12"><script>', 'Analytics ID must look like G-AB12CD34EF'],
  ['analytics', 'G-AB12CD34EF', undefined],
])('%s %j: %s', (setting, value, problem) => {
  expect(settingProblem(setting, value, policy)).toBe(problem)
})

test.each<[StoredSetting, string, string]>([
  ['webhook', 'https://hooks.zapier.com/hooks/catch/12345/very-secret-wxyz', 'https://hooks.zapier.com/…wxyz'],
  ['webhook', 'https://eu1.make.com/short', 'https://eu1.make.com/…'],
  ['webhook', 'https://hooks.zapier.com/h?token=very-secret-1234', 'https://hooks.zapier.com/…1234'],
  ['payment-link', 'https://buy.stripe.com/aaaaaaaaaaaa1b2c', 'https://buy.stripe.com/…1b2c'],
  ['analytics', 'G-AB12CD34EF', 'G-AB12CD34EF'],
])('%s %s is shown as %s', (setting, value, shown) => {
  expect(masked(setting, value)).toBe(shown)
})
