import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { type AlertDevice, pushTo } from '#app/features/accounts/push-subscriptions.server.ts'
import type { Occasion } from '#app/features/booking/announce.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { behindRequests } from '#app/platform/behind-requests.ts'
import { targetPolicy } from '#app/platform/config.ts'
import { PermanentFailure } from '#app/platform/job-failures.ts'
import type { JobContext } from '#app/platform/jobs.ts'
import type { Message as Mail } from '#app/platform/mail.ts'
import { postWebhook, TargetGone } from '#app/platform/post-webhook.ts'
import type { Alert } from '#app/platform/push.ts'
import { readWebhookTarget } from '#app/platform/read-webhook-target.ts'
import type { JobKind } from '#app/platform/retry-schedule.ts'
import type { Services } from '#app/platform/services.ts'
import { saveSetting } from '#app/platform/settings.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import { hours, type Instant, minutes } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { Channel } from '../delivery-words.ts'
import type { Words } from './blocks.ts'
import type { HolderChangeJob, OwnerChangeJob } from './job-payloads.ts'
import { renderHtml } from './render-html.tsx'
import { renderText } from './render-text.ts'
import type { Site } from './site.ts'

/** A kind of message, as shown to staff. */
export interface MessageFacts {
  label: string
  channel: Channel
  to: 'everyone' | 'staff' | 'owner' | 'desk' | 'engineer' | 'engineers' | 'customer' | 'account' | 'phone' | 'caller' | 'target'
  /** Only the person themselves may request it again: it has a link or a code that expires. */
  isPersonal?: true
}

/** A kind of message: its recipient, occasions, channel and words. */
export interface Message extends MessageFacts {
  /** The occasions on which it is sent; absent: another part of the code enqueues it. */
  occasions?: readonly Occasion[]
  /** The payload of its job. */
  payload: z.ZodType
  /** Carries out its job: sends it. Returns the other side's answer, or why it was not sent. `kind`: its key in the table of messages. */
  send(services: Services, payload: unknown, context: JobContext & { kind: string }): Promise<unknown>
  /** Of a text: adds the email about the same news once it is known that the text failed, if someone gets it. `id`: the text's job. */
  mailInstead?(services: Services, tx: Transaction<Tables>, text: { id: string; payload: unknown }): Promise<void>
  /** Of a text: the kind of the email that customers who chose texts don't get for it; absent: they get that email too. */
  insteadOf?: JobKind
  /** Of a text: returns false if this customer isn't told of an occasion. */
  isFor?(booking: Booking, occasion: Occasion): boolean
  /** Its present subject, or a webhook's type. Throws if its booking is gone. */
  subject(services: Services, payload: unknown): Promise<string> | string
}

export interface Entry<Job> {
  label: string
  occasions?: readonly Occasion[]
  payload: z.ZodType<Job>
}

interface NotSent {
  notSent: string
}

interface MailEntry<Job, About> extends Entry<Job> {
  to: MessageFacts['to']
  /** The recipient's address, or the reason why there is none. */
  address(services: Services, job: Job): Promise<{ address: string } | NotSent>
  about(services: Services, job: Job): Promise<About>
  /** The reason why it is no longer news, if so. */
  isOld?(about: About): string | undefined
  words(about: About, site: Site): Words
}

/** The site and time for the words of a message. */
export const siteOf = ({ published, config, clock }: Services): Site => ({
  url: config.siteUrl,
  details: published.current().details,
  now: clock.now(),
})

/** An email to one person. */
function mailMessage<Job, About>({ label, occasions, payload, to, ...entry }: MailEntry<Job, About>): Message {
  return {
    label,
    channel: 'mail',
    to,
    occasions,
    payload,
    async send(services, carried, context) {
      const job = payload.parse(carried)
      const recipient = await entry.address(services, job)
      if ('notSent' in recipient) return recipient.notSent
      const about = await entry.about(services, job)
      const write = () => ({ words: entry.words(about, siteOf(services)) })
      return entry.isOld?.(about) ?? sendMail(services, context, { to: recipient.address, write })
    },
    subject: async (services, carried) => entry.words(await entry.about(services, payload.parse(carried)), siteOf(services)).subject,
  }
}

interface ToSend {
  to: string
  write(): { words: Words; attachments?: Mail['attachments'] }
}

/** Renders an email when no request is waiting, and sends it. Returns the mail server's reply. */
export async function sendMail(
  services: Services,
  { jobId, signal }: Pick<JobContext, 'jobId' | 'signal'>,
  { to, write }: ToSend,
): Promise<string | undefined> {
  const mail = await behindRequests(() => {
    const { words, attachments } = write()
    const site = siteOf(services)
    return { subject: words.subject, text: renderText(words, site), html: renderHtml(words, site), attachments }
  })
  return services.mail.send({ id: jobId, to, ...mail }, signal)
}

/** Sends an alert to one device, to be shown within `usefulMs`. Returns the answer, for staff. */
export async function sendAlert(
  services: Services,
  to: AlertDevice,
  alert: Alert,
  { signal, usefulMs = hours(4) }: { signal: AbortSignal; usefulMs?: number },
): Promise<string> {
  const came = await pushTo(services, to, alert, { ttlSeconds: usefulMs / 1_000, signal })
  return came === 'sent' ? alertSent : alertGone
}

export const alertSent = 'Taken by the push service'
export const alertGone = 'Not sent: this device no longer takes alerts'

/** For so long a text is tried before the email goes instead. */
const textPatienceMs = minutes(10)

/** Returns true if a text that couldn't be sent isn't tried any longer: then the email goes instead. */
export const isTextGivenUp = ({ clock }: Services, error: unknown, createdAt: Instant): boolean =>
  error instanceof PermanentFailure || clock.now().getTime() - Date.parse(createdAt) >= textPatienceMs

/** An email to the staff address. */
export const mailToStaff = <Job, About>(entry: Omit<MailEntry<Job, About>, 'to' | 'address'>): Message =>
  mailMessage({
    ...entry,
    to: 'staff',
    address: async ({ config }) => {
      const address = staffAddress(config)
      if (address) return { address }
      throw new Error('STAFF_EMAIL is no longer set')
    },
  })

/** An email to one owner, if they still are one. */
export const mailToOwner = <Job extends Pick<OwnerChangeJob, 'ownerId'>, About>(
  entry: Omit<MailEntry<Job, About>, 'to' | 'address'>,
): Message =>
  mailMessage({
    ...entry,
    to: 'owner',
    address: async ({ db }, { ownerId }) => {
      const owner = await db.selectFrom('authUsers').select(['email', 'role']).where('id', '=', ownerId).executeTakeFirst()
      return owner?.role === 'owner' && owner.email ? { address: owner.email } : { notSent: 'Not sent: no longer an owner' }
    },
  })

/** An email to the engineer who has or had the job of a booking, if they see their jobs on their phone. */
export const mailToEngineer = <About extends { booking: Booking }>(
  entry: Omit<MailEntry<HolderChangeJob, About>, 'to' | 'address'>,
): Message =>
  mailMessage({
    ...entry,
    to: 'engineer',
    address: async ({ db }, job) => {
      const email = (await readTheirEngineer(db, job))?.email
      return email ? { address: email } : { notSent: noEngineer }
    },
  })

/** A job's engineer, or the one whose news it is, and where to reach them; undefined if there is none, or they have no account. */
export const readTheirEngineer = (db: Kysely<Tables>, { bookingId, job }: Pick<HolderChangeJob, 'bookingId' | 'job'>) =>
  db
    .selectFrom('engineers')
    .innerJoin('authUsers', 'authUsers.id', 'engineers.userId')
    .innerJoin('bookings', (join) =>
      job ? join.on('engineers.id', '=', job.engineerId) : join.onRef('bookings.engineerId', '=', 'engineers.id'),
    )
    .select(['authUsers.id as userId', 'authUsers.email', 'engineers.phone'])
    .where('engineers.retiredAt', 'is', null)
    .where('bookings.id', '=', bookingId)
    .where('bookings.erasedAt', 'is', null)
    .executeTakeFirst()

export const noEngineer = 'Not sent: the engineer no longer has this job, or has no account'

const goneText =
  'The receiver answered 410: it wants no more webhooks, so we’ve stopped sending. To start again, save its address again in Settings, or send a test that arrives. Then send this again.'

interface WebhookEntry<Job> extends Entry<Job> {
  /** Body of the webhook, sent as JSON. */
  body(services: Services, job: Job): Promise<{ type: string }>
}

/** A signed message to the configured webhook; with the job's id as the `webhook-id` of every attempt. */
export const webhookMessage = <Job>({ label, occasions, payload, body }: WebhookEntry<Job>): Message => ({
  label,
  channel: 'webhook',
  to: 'target',
  occasions,
  payload,
  async send(services, carried, { jobId, signal }) {
    const posted = await body(services, payload.parse(carried))
    const target = await readWebhookTarget(services, services.db)
    if (!target) throw new Error('No webhook is set up now')
    if (target.isGone) throw new PermanentFailure(goneText)
    const message = { id: `msg_${jobId}`, timestamp: services.clock.now(), body: JSON.stringify(posted) }
    try {
      return `Answered ${await postWebhook(target, message, targetPolicy(services.config), signal)}`
    } catch (error) {
      if (!(error instanceof TargetGone)) throw error
      await saveSetting(services, 'webhookGone', target.url)
      throw new PermanentFailure(goneText)
    }
  },
  subject: async (services, carried) => (await body(services, payload.parse(carried))).type,
})
