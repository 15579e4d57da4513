import type { Occasion } from '#app/features/booking/announce.ts'
import { shortUrl, trackingUrl } from '#app/features/booking/private-link.server.ts'
import { isProven, proofOf } from '#app/features/booking/proof.ts'
import { type Booking, readBookingTogether } from '#app/features/booking/read-booking.server.ts'
import { asksProof } from '#app/features/capacity/unproven-places.server.ts'
import { calendarFile } from '#app/features/tracking/calendar.server.ts'
import { isMailed } from '#app/features/tracking/mailed-bookings.server.ts'
import { readFittedParts } from '#app/features/visit/awaited-parts.server.ts'
import { readStatementTogether } from '#app/features/visit/read-statement.server.ts'
import { PermanentFailure } from '#app/platform/job-failures.ts'
import { enqueue, type NewJob } from '#app/platform/jobs.ts'
import type { Attachment } from '#app/platform/mail.ts'
import type { JobKind } from '#app/platform/retry-schedule.ts'
import type { Services } from '#app/platform/services.ts'
import { NotAccepted, type TemplateKind } from '#app/platform/text-carrier.ts'
import { idFrom } from '#app/values/ids.ts'
import type { Words } from './blocks.ts'
import type { CustomerNews } from './customer-news.ts'
import { type Entry, isTextGivenUp, type Message, sendMail, siteOf } from './message.server.ts'
import { withOwnersWords } from './owners-words.ts'
import { templateValues } from './text-words.ts'
import { withoutLinks, withoutWords } from './without-links.ts'

/** Bookings by phone may have none: staff call. */
const noAddress = 'Not sent: the customer has no email address'
const isSpam = 'Not sent: the booking was discarded as spam'
const tooMany =
  'Not sent: several bookings were made with this email address within an hour. Call the customer, and accept the booking if it’s genuine'

/** News for the customer of a booking. */
export interface CustomerEntry<Job, About extends CustomerNews> extends Entry<Job> {
  /** The key of the owner's words for it; absent: its kind. */
  mailId?(job: Job): string
  /** True if anyone can cause it, with anyone's address; otherwise the booking is known to be real. */
  isAnybodys(job: Job): boolean
  /** The reason why it is no longer news, if so; checked before `about`. */
  isOld?(services: Services, job: Job, booking: Booking): Promise<string | undefined>
  about(services: Services, job: Job, news: CustomerNews): Promise<About>
  words(about: About): Words
  hasCalendarFile?: true
  /** Attachments beside the usual ones. */
  files?(services: Services, about: About): Promise<Attachment[]>
}

/** An email to the customer of a booking. */
export function mailToCustomer<Job extends { bookingId: string }, About extends CustomerNews>(entry: CustomerEntry<Job, About>): Message {
  const { label, occasions, payload, mailId, isAnybodys, isOld, about, words, hasCalendarFile, files } = entry
  const tell = async (services: Services, job: Job, booking: Booking) =>
    about(services, job, {
      booking: isProven(booking) ? withoutLinks(booking) : withoutWords(booking),
      trackingUrl: trackingUrl(services, booking),
      proofUrl: (await asksProof(services.db, booking))
        ? `${trackingUrl(services, booking)}?proof=${proofOf(services.secrets, booking)}`
        : undefined,
      site: siteOf(services),
      statement: await readStatementTogether(services.db, booking),
      fits: booking.returnOf ? await readFits(services, booking.id) : undefined,
    })
  return {
    label,
    channel: 'mail',
    to: 'customer',
    occasions,
    payload,
    async send(services, carried, context) {
      const job = payload.parse(carried)
      const booking = await readBookingTogether(services, job.bookingId)
      if (!booking.email) return noAddress
      if (booking.closedAs === 'spam') return isSpam
      if (isAnybodys(job) && !(await isMailed(services, booking))) return tooMany
      const old = await isOld?.(services, job, booking)
      if (old) return old
      const told = await tell(services, job, booking)
      const others = await files?.(services, told)
      const write = () => {
        const texts = services.published.current().mailTexts[mailId?.(job) ?? context.kind] ?? {}
        return {
          words: withOwnersWords(words(told), texts, told),
          attachments: hasCalendarFile && !told.booking.toAgree ? [calendarOf(services, told)] : others,
        }
      }
      return sendMail(services, context, { to: booking.email, write })
    },
    async subject(services, carried) {
      const job = payload.parse(carried)
      return words(await tell(services, job, await readBookingTogether(services, job.bookingId))).subject
    },
  }
}

async function readFits({ db }: Services, returnId: string): Promise<CustomerNews['fits']> {
  const parts = await readFittedParts(db, returnId)
  if (parts.length === 0) return undefined
  return parts.every(({ arrivedOn }) => arrivedOn !== null) ? 'arrived' : 'expected'
}

interface TextEntry<Job, About extends CustomerNews> {
  label: string
  occasions: readonly Occasion[]
  insteadOf?: JobKind
  template: TemplateKind
  /** The email about the same events. */
  of: CustomerEntry<Job, About>
  isFor?: Message['isFor']
  /** The words; undefined: there is nothing to text. */
  text(about: About): string | undefined
  /** How long it is worth delivering. */
  validMs?(job: Job): number | undefined
}

/**
 * A text to the customer of a booking. If it can't be handed over and they chose texts alone, the email about the same event goes instead;
 * a customer without an email address is left to staff.
 */
export function textToCustomer<Job extends { bookingId: string }, About extends CustomerNews>(entry: TextEntry<Job, About>): Message {
  const { label, occasions, insteadOf, template, of, isFor, text, validMs } = entry
  const words = async (services: Services, job: Job, booking: Booking, at: Date) =>
    text(
      await of.about(services, job, {
        booking: withoutWords(booking),
        trackingUrl: shortUrl(services, booking),
        site: { ...siteOf(services), now: at },
        statement: await readStatementTogether(services.db, booking),
      }),
    )
  return {
    label,
    channel: 'text',
    to: 'customer',
    occasions,
    payload: of.payload,
    insteadOf,
    isFor,
    async mailInstead(services, tx, { id, payload }) {
      const job = of.payload.parse(payload)
      const booking = await tx.selectFrom('bookings').select(['contactBy', 'email']).where('id', '=', job.bookingId).executeTakeFirst()
      const email = booking && emailInstead({ id, insteadOf, of, job, booking })
      if (email) await enqueue(tx, services.clock.now(), [email])
    },
    async send(services, carried, { jobId, createdAt, signal }) {
      const job = of.payload.parse(carried)
      const booking = await readBookingTogether(services, job.bookingId)
      if (booking.erasedAt !== null) return 'Not sent: the booking’s data has been deleted'
      if (booking.closedAs === 'spam') return isSpam
      const old = await of.isOld?.(services, job, booking)
      if (old) return old
      // At every try in the same words: the provider is searched for them.
      const said = await words(services, job, booking, new Date(createdAt))
      if (said === undefined) return 'Not sent: the email says it all'
      try {
        const message = { id: jobId, to: booking.phone, channel: 'sms' as const, text: said, validMs: validMs?.(job) }
        const approved = { kind: template, values: templateValues(said) }
        return await services.texts.send({ ...message, template: approved, isUnproven: !isProven(booking) }, signal)
      } catch (error) {
        if (!isTextGivenUp(services, error, createdAt)) throw error
        const reason = error instanceof Error ? error.message : 'The text couldn’t be sent'
        if (!booking.email) throw new PermanentFailure(reason)
        const email = emailInstead({ id: jobId, insteadOf, of, job, booking })
        if (email) {
          await services.db.transaction().execute((tx) => enqueue(tx, services.clock.now(), [email]))
          services.jobsAdded()
        }
        const isSure = error instanceof PermanentFailure || error instanceof NotAccepted
        return `${isSure ? 'Not sent as a text, so only by email' : 'No answer about the text, so by email too'}: ${reason.replace(/^Not sent: /, '')}`
      }
    },
    async subject(services, carried) {
      const job = of.payload.parse(carried)
      const booking = await readBookingTogether(services, job.bookingId)
      const said = await words(services, job, booking, services.clock.now())
      // Staff see it: with its link they could agree to extra work as the customer.
      return said?.replaceAll(/https?:\/\/\S+/g, '(link)') ?? label
    },
  }
}

interface NotTexted {
  /** The text's job. */
  id: string
  insteadOf: JobKind | undefined
  of: { occasions?: readonly Occasion[] }
  job: { bookingId: string; change?: unknown }
  booking: Pick<Booking, 'contactBy' | 'email'>
}

/** The job of the email about the event of a text that wasn't delivered; undefined if the customer gets that email anyway or there is none. */
function emailInstead({ id, insteadOf, of, job, booking }: NotTexted): NewJob | undefined {
  if (!insteadOf || booking.contactBy !== 'text' || !booking.email) return undefined
  if (job.change !== undefined && !of.occasions?.some((occasion) => occasion === job.change)) return undefined
  return { id: idFrom(id, 'email'), kind: insteadOf, payload: job }
}

const calendarOf = ({ config }: Services, { booking, trackingUrl: link, site: { details } }: CustomerNews): Attachment => ({
  filename: 'booking.ics',
  ...calendarFile(booking, link, { config, details }),
})
