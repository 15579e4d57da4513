import { describe, expect, test } from 'vitest'
import { freshWorld, readStored } from '#test/support/fresh.ts'
import { openSmtpServer, readMessage, type SmtpServer } from '#test/support/smtp-server.ts'
import { onOneEngine } from '#test/support/world.ts'
import { PermanentFailure } from './job-failures.ts'
import type { Message } from './mail.ts'

const message: Message = {
  id: '0193-constant-id',
  to: 'priya.raman@example.com',
  subject: 'Your booking BK-ACDEFGHJ: Burst Pipe',
  text: 'Priya, wir kommen: naïve “quotes”, £142.50 😀\n.\n..two dots\nend',
  html: '<p>Priya, £142.50 &amp; more 😀</p>',
  attachments: [{ filename: 'booking.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: 'BEGIN:VCALENDAR' }],
}

describe('Mail by SMTP', () => {
  const openMail = async (server: SmtpServer, env: Record<string, string> = {}) =>
    (await freshWorld('sqlite', { env: { SMTP_URL: server.url, MAIL_FROM: 'Plumbers <help@example.co.uk>', ...env } })).services.mail
  const onlyOne = (server: SmtpServer) => {
    expect(server.taken).toHaveLength(1)
    const [taken] = server.taken
    if (!taken) throw new Error('no mail was taken')
    return { ...taken, ...readMessage(taken.source) }
  }

  test('reaches exactly its recipient, as text, as HTML and with its attachment', async () => {
    const server = await openSmtpServer()
    await (await openMail(server, { SITE_URL: 'https://plumbers.example.co.uk' })).send(message)
    const { from, recipients, headers, parts } = onlyOne(server)
    expect({ from, recipients }).toEqual({ from: 'help@example.co.uk', recipients: ['priya.raman@example.com'] })
    expect(headers).toMatchObject({
      from: 'Plumbers <help@example.co.uk>',
      to: 'priya.raman@example.com',
      subject: 'Your booking BK-ACDEFGHJ: Burst Pipe',
      'message-id': '<0193-constant-id@plumbers.example.co.uk>',
      'auto-submitted': 'auto-generated',
    })
    expect(headers).not.toHaveProperty('cc')
    expect(headers).not.toHaveProperty('bcc')
    const byType = (type: string) => parts.find((part) => part.headers['content-type']?.startsWith(type))
    expect(parts).toHaveLength(3)
    expect(byType('text/plain')?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(message.text)
    expect(byType('text/html')?.text.trimEnd()).toBe(message.html)
    expect(byType('text/calendar')?.text.trimEnd()).toBe('BEGIN:VCALENDAR')
    expect(byType('text/calendar')?.headers['content-disposition']).toContain('booking.ics')
    expect(byType('text/calendar')?.headers['content-type']).toContain('method=PUBLISH')
  })

  test('fails loudly when the server refuses, breaks off or is not there', async () => {
    const server = await openSmtpServer()
    const mail = await openMail(server)
    server.refuses = '451 Try again later'
    await expect(mail.send(message)).rejects.toThrow('451')
    expect(server.taken).toEqual([])
    server.refuses = undefined
    server.breaksAfterTaking = true
    await expect(mail.send(message)).rejects.toThrow()
    await server.close()
    await expect(mail.send(message)).rejects.toThrow('ECONNREFUSED')
  })

  test.each([
    ['550 5.1.1 No such user', true],
    ['550 No such user', true],
    ['450 4.2.1 Mailbox busy', false],
    ['550 5.7.1 Blocked by policy', false],
  ])('is refused for good where the server says %s: %s', async (answer, isPermanent) => {
    const server = await openSmtpServer()
    server.refusesRecipient = answer
    const failure = await (await openMail(server)).send(message).catch((error: unknown) => error)
    expect(String(failure)).toContain(answer)
    expect(failure instanceof PermanentFailure).toBe(isPermanent)
  })

  test.each([
    ['subject', { subject: 'Booking\r\nBcc: victim@example.com\r\n\r\n<script>' }],
    ['subject with a bare line feed', { subject: 'Booking\nBcc: victim@example.com' }],
    ['id', { id: 'x>\r\nBcc: victim@example.com' }],
    ['recipient', { to: 'a@example.com\r\nBcc: victim@example.com' }],
    ['recipient with a second address', { to: 'a@example.com, victim@example.com' }],
    ['recipient with a command', { to: 'a@example.com>\r\nRCPT TO:<victim@example.com' }],
  ])('never reaches anyone else through its %s', async (_, change) => {
    const server = await openSmtpServer()
    await (await openMail(server)).send({ ...message, ...change })
    const { recipients, headers } = onlyOne(server)
    expect(recipients).toHaveLength(1)
    expect(recipients).not.toContain('victim@example.com')
    expect(Object.keys(headers)).not.toContain('bcc')
  })
})

onOneEngine('Mail without SMTP', (engine) => {
  test('stays in the local mailbox, once, however often it is sent', async () => {
    const { services, clock } = await freshWorld(engine)
    await services.mail.send(message)
    clock.advance(60_000)
    await Promise.all([services.mail.send({ ...message, subject: 'changed' }), services.mail.send(message)])
    const { localMail } = await readStored(services)
    expect(localMail).toMatchObject([{ id: message.id, recipient: message.to, subject: message.subject, at: '2026-11-20T10:20:00.000Z' }])
    const { text, html, attachments } = message
    expect(JSON.parse(String(localMail[0]?.message))).toEqual({ text, html, attachments })
  })
})
