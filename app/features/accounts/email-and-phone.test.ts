import { describe, expect, it } from 'vitest'
import { readE164, readEmail } from './email-and-phone.ts'

describe('An address', () => {
  it.each([
    ['priya@example.com', 'priya@example.com'],
    [' Priya.Raman+tag@Example.CO.UK\n', 'priya.raman+tag@example.co.uk'],
    [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
  ])('%j is kept as %s', (typed, kept) => expect(readEmail(typed)).toBe(kept))

  it.each([
    '',
    'a@b',
    'a@',
    'a@example..com',
    'a b@example.com',
    'a@example.com,b@example.com',
    '"a b"@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a\ufffdb@example.com',
    'a\ud800b@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('%j is none', (typed) => expect(readEmail(typed)).toBeUndefined())
})

describe('A phone number', () => {
  it.each([
    ['+44 7700 900264', '447700900264'],
    ['447700900264', '447700900264'],
    ['+44 (7700) 900-264', '447700900264'],
    ['+33 6 12 34 56 78', '33612345678'],
  ])('%s is kept as %s', (typed, kept) => expect(readE164(typed)).toBe(kept))
  it.each(['', '07700 900264', '+44', '+4477009002641234', 'x', '+447000900264', '+449098790000'])('%j is none', (typed) =>
    expect(readE164(typed)).toBeUndefined(),
  )
})
