import type { Insertable } from 'kysely'
import nodemailer from 'nodemailer'
import type { Clock } from '#app/values/clock.ts'
import { toInstant } from '#app/values/clock.ts'
import type { LocalMailTable } from '#db/tables/platform.ts'
import { together } from './batches.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { PermanentFailure } from './job-failures.ts'

export interface Attachment {
  filename: string
  contentType: string
  content: string
  /** Encoding of `content` if it isn't text. */
  encoding?: 'base64'
}

export interface Message {
  /** Constant over retries: mailboxes drop the second copy, and the local one stores it once. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
}

/** Sends a message or throws: `PermanentFailure` if the address takes no email; after other errors the job is retried. */
export interface Mail {
  /** The destination, for the lines printed at start. */
  describe: string
  /** Returns the mail server's response. */
  send(message: Message, signal?: AbortSignal): Promise<string | undefined>
}

/** Sends by SMTP if `SMTP_URL` is set; else to the local mailbox, readable at /dev/mailbox. */
export const createMail = (config: Config, db: Database, clock: Clock): Mail =>
  config.smtpUrl ? smtpMail(config.smtpUrl, config) : localMail(db, clock, config)

function smtpMail(url: string, config: Config): Mail {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }
  const transport = nodemailer.createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  const domain = new URL(config.siteUrl).hostname
  return {
    describe: `email goes through ${new URL(url).host}`,
    async send(message) {
      const sending = transport.sendMail({
        from: config.mailFrom,
        // As an object: an address is never parsed again, so it cannot smuggle in a second recipient.
        to: { name: '', address: message.to },
        subject: message.subject,
        text: message.text,
        html: message.html,
        messageId: `<${message.id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: message.attachments,
      })
      const { response } = await sending.catch((error: unknown) => {
        throw isBounce(error) ? new PermanentFailure(`The address doesn’t accept email: ${error.response}`) : error
      })
      return response
    },
  }
}

/**
 * Returns true if the mail server refused the recipient permanently (RFC 5321, 4.2.1: a reply of 5xx to RCPT TO). Policy refusals (RFC
 * 3463, 5.7.x) don't count: they say nothing of the address, and we may be able to fix the cause.
 */
function isBounce(error: unknown): error is { response: string } {
  const { command, responseCode, response } = Object(error) as Record<string, unknown>
  if (command !== 'RCPT TO' || typeof response !== 'string') return false
  return Number(responseCode) >= 500 && Number(responseCode) < 600 && !/\b5\.7\.\d/.test(response)
}

function localMail(db: Database, clock: Clock, { devTools }: Pick<Config, 'devTools'>): Mail {
  const keep = together((rows: readonly Insertable<LocalMailTable>[]) =>
    db
      .insertInto('localMail')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
      .then(() => undefined),
  )
  return {
    describe: devTools
      ? 'emails are kept here instead of being sent: read them at /dev/mailbox'
      : 'emails are kept here instead of being sent: set SMTP_URL to send them, or DEV_TOOLS=on to read them',
    async send({ id, to, subject, ...message }) {
      await keep({ id, at: toInstant(clock.now()), recipient: to, subject, message: JSON.stringify(message) })
      return 'Kept in the local mailbox'
    },
  }
}
