import { expect, test } from 'vitest'
import { customerMails } from '#content/customer-mails.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { previewMail } from './preview-mail.server.ts'

test('Every email to customers is previewed whole, with the owner’s words around ours and their placeholders filled in', async () => {
  const { services } = await freshWorld('sqlite')
  for (const { id } of customerMails) {
    const [ours, shown] = [
      previewMail(services, id, {}) ?? '',
      previewMail(services, id, { opening: 'Dear {name}, about {reference}.', closing: 'Your {problem}, {window}.\nCall {phone}.' }) ?? '',
    ]
    expect(ours.length, id).toBeGreaterThan(100)
    expect(ours, id).not.toMatch(/undefined|null|NaN|[{}]/)
    expect(shown, id).toContain('\n\nDear Priya, about BK-7XKQ4MPR.\n\n')
    expect(shown, id).toMatch(/Your Burst Pipe, today .+m–.+m\.\n\nCall 0800 644 2633\.\n\n--\n/)
    expect(shown.length - ours.length, id).toBeGreaterThan(50)
  }
  expect(previewMail(services, 'customer-none', {})).toBeUndefined()
})
