import { expect, it } from 'vitest'
import { looksLikeSpam } from './spam-signs.ts'

it.each([
  'CHEAP SEO and viagra casino',
  'Best backlinks http://spam.example.ru',
  'https://a.example/1 https://b.example/2 https://c.example/3',
  '[url=http://x.example]pills[/url]',
  'Grow your business today, first page of Google!',
  'Write to a@b.com or c@d.com or e@f.com',
])('%s looks like spam', (text) => {
  expect(looksLikeSpam('Jo', '', text)).toBe(true)
})

it.each([
  'Burst pipe, photo at https://photos.example.com/abc and www.example.com/map',
  'Tenant is sam@example.com, landlord is lee@example.com',
  'Our casino on Leicester Square has a leak in the kitchen',
  'Boiler dead. Loans office on the first floor, ring marketing for the key',
  'See worcester-bosch.co.uk, error E9',
  'Water everywhere! Please come now!!! 100% urgent',
  '',
])('%s does not', (text) => {
  expect(looksLikeSpam('Jo', '12 High Street', text)).toBe(false)
})
