import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { z } from 'zod'
import { prepareMails } from '#app/features/account-mails/prepare-mails.server.ts'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { type Booking, readBooking } from '#app/features/booking/read-booking.server.ts'
import { readDifferences } from '#app/features/payments/read-differences.server.ts'
import { calendarFile } from '#app/features/tracking/calendar.server.ts'
import { isMailed } from '#app/features/tracking/mailed-bookings.server.ts'
import type { JobContext } from '#app/platform/jobs.ts'
import { PublishedProvider } from '#app/platform/published-context.ts'
import type { Services } from '#app/platform/services.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import type { BusinessDetails } from '#content/business.ts'
import type { OwnerOverrides } from '#content/owner-overrides.ts'
import type { PublishedValues } from '#content/published.ts'
import { accountMailText, plainText } from './account-mail.ts'
import { changeMailOf, changeMailText, newLinkMailOf } from './change-mail.ts'
import { AccountEmail } from './components/account-email.tsx'
import { ChangeEmail } from './components/change-email.tsx'
import { ConfirmationEmail } from './components/confirmation-email.tsx'
import { StaffEmail } from './components/staff-email.tsx'
import { readChange } from './reads.server.ts'
import {
  backupLateNotice,
  confirmationOf,
  confirmationText,
  paymentsNotice,
  phoneFirstNotice,
  type StaffNotice,
  staffChangeNotice,
  staffNotice,
  staffNoticeText,
} from './rules.ts'
import { BackupLateJob, BookingChangeJob, BookingJob, DifferencesJob, OwnerChangeJob, PhoneFirstJob } from './schema.ts'
import { withoutLinks } from './without-links.ts'

/** Who booked by phone may have none: somebody rings. */
const noAddress = 'Not sent: the customer has no email address'
const tooMany = 'Not sent: several bookings were made with this email address within an hour. Ring, and accept the booking if it is real'

/** What whoever made a booking brings about without paying, and that we called it off: the rest is of a booking that is real. */
const anybodys: ReadonlySet<string> = new Set(['rescheduled', 'cancelled', 'called_off'])

/** A booking as its customer is written to about it; or why they are not. `isAnybodys`: nobody but whoever made it has had a hand in it. */
async function readForCustomer(
  services: Services,
  bookingId: string,
  isAnybodys = true,
): Promise<{ booking: Booking } | { notSent: string }> {
  const booking = await readBooking(services, bookingId)
  if (!booking.email) return { notSent: noAddress }
  if (isAnybodys && !(await isMailed(services, booking))) return { notSent: tooMany }
  return { booking: withoutLinks(booking) }
}

/** Job `customer-confirmation`: reference, promise, price rules, what to do meanwhile, private link, calendar file. */
export async function sendConfirmation(services: Services, payload: unknown, { jobId, signal }: JobContext): Promise<string | undefined> {
  const read = await readForCustomer(services, BookingJob.parse(payload).bookingId)
  if ('notSent' in read) return read.notSent
  const { booking } = read
  const link = trackingUrl(services, booking)
  const { details, overrides } = services.published.current()
  const confirmation = confirmationOf(booking, link, details)
  const message = {
    subject: confirmation.subject,
    text: confirmationText(confirmation, details),
    html: html(overrides, createElement(ConfirmationEmail, { confirmation })),
  }
  return services.mail.send({ id: jobId, to: booking.email, ...message, attachments: [calendarOf(booking, link, details)] }, signal)
}

const calendarOf = (booking: Booking, link: string, details: BusinessDetails) => ({
  filename: 'booking.ics',
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: calendarFile(booking, link, details),
})

/**
 * Job `customer-change`: the new time, or that the booking is cancelled, with the calendar file that says so too. Says nothing of a
 * change that a later one has overtaken: its own mail says how things stand.
 */
export async function sendChange(services: Services, payload: unknown, { jobId, signal }: JobContext): Promise<string | undefined> {
  const job = BookingChangeJob.parse(payload)
  const read = await readForCustomer(services, job.bookingId, anybodys.has(job.change))
  if ('notSent' in read) return read.notSent
  const { booking } = read
  // Taken back, or there already: its event may be gone.
  if (job.change === 'set_out' && booking.status !== 'en_route') return 'Not sent: nobody is on the way any more'
  if (job.change === 'not_yet' && booking.status === 'en_route') return 'Not sent: somebody is on the way again'
  if (await isOvertaken(services, job)) return 'Not sent: a later change has its own mail'
  const link = trackingUrl(services, booking)
  const { details, overrides } = services.published.current()
  const mail = changeMailOf(booking, { ...job, ...(await readChange(services.db, job)) }, link, details)
  const message = {
    subject: mail.subject,
    text: changeMailText(mail, details),
    html: html(overrides, createElement(ChangeEmail, { mail })),
  }
  return services.mail.send({ id: jobId, to: booking.email, ...message, attachments: [calendarOf(booking, link, details)] }, signal)
}

/** Money that goes back, and what we wrote, stay news; a corrected address does not make the time old. */
async function isOvertaken({ db }: Services, { bookingId, change, id }: z.output<typeof BookingChangeJob>): Promise<boolean> {
  if (change === 'refunded' || change === 'reply') return false
  const later = await db
    .selectFrom('bookingEvents')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('id', '>', id)
    .where((eb) => eb.or([eb('kind', '!=', 'status'), eb('toStatus', '=', 'expired')]))
    .executeTakeFirst()
  return later !== undefined
}

/** Job `customer-new-link`: the private link that has taken the place of another. */
export async function sendNewLink(services: Services, payload: unknown, { jobId, signal }: JobContext): Promise<string | undefined> {
  const read = await readForCustomer(services, BookingJob.parse(payload).bookingId)
  if ('notSent' in read) return read.notSent
  const { booking } = read
  const { details, overrides } = services.published.current()
  const mail = newLinkMailOf(booking, trackingUrl(services, booking), details)
  const message = {
    subject: mail.subject,
    text: changeMailText(mail, details),
    html: html(overrides, createElement(ChangeEmail, { mail })),
  }
  return services.mail.send({ id: jobId, to: booking.email, ...message }, signal)
}

/** Job `staff-email`: what staff need to ring and to send somebody. */
export async function sendStaffEmail(services: Services, payload: unknown, { jobId, signal }: JobContext): Promise<string | undefined> {
  return mailStaff(services, staffNotice(await readBooking(services, BookingJob.parse(payload).bookingId)), { jobId, signal })
}

/** Job `staff-change-email`: what a customer did or wrote, and the booking as it stands now. */
export async function sendStaffChange(services: Services, payload: unknown, context: JobContext): Promise<string | undefined> {
  const job = BookingChangeJob.parse(payload)
  const [booking, change] = [await readBooking(services, job.bookingId), await readChange(services.db, job)]
  // Paid or held again meanwhile: nobody is to be rung.
  if (job.change === 'unpaid' && booking.status !== 'expired') return 'Not sent: it was paid or held again meanwhile'
  return mailStaff(services, staffChangeNotice(booking, { ...job, ...change }, change.fromStatus), context)
}

/** Job `owner-change-email`: the same to an owner, where they are one still. */
export async function sendOwnerChange(services: Services, payload: unknown, { jobId, signal }: JobContext): Promise<string | undefined> {
  const job = OwnerChangeJob.parse(payload)
  const owner = await services.db.selectFrom('authUsers').select(['email', 'role']).where('id', '=', job.ownerId).executeTakeFirst()
  if (owner?.role !== 'owner' || !owner.email) return 'Not sent: no longer an owner'
  const [booking, change] = [await readBooking(services, job.bookingId), await readChange(services.db, job)]
  return services.mail.send(
    { id: jobId, to: owner.email, ...noticeMail(services.published.current(), staffChangeNotice(booking, { ...job, ...change })) },
    signal,
  )
}

/** Job `payment-differences-email`: payments that are not as they should be. */
export async function sendPaymentDifferences(services: Services, payload: unknown, context: JobContext): Promise<string | undefined> {
  return mailStaff(services, paymentsNotice(await readDifferences(services, DifferencesJob.parse(payload).ids)), context)
}

/** Job `phone-first-email`: that the public pages ask people to ring, or no longer. */
export async function sendPhoneFirst(services: Services, payload: unknown, context: JobContext): Promise<string | undefined> {
  // Without an address nobody can be told by mail; every page for staff says it.
  if (!staffAddress(services.config)) return 'Not sent: STAFF_EMAIL is not set'
  return mailStaff(services, phoneFirstNotice(PhoneFirstJob.parse(payload)), context)
}

/** Job `backup-late-email`: that there is no new backup that can be relied on. */
export async function sendBackupLate(services: Services, payload: unknown, context: JobContext): Promise<string | undefined> {
  if (!staffAddress(services.config)) return 'Not sent: STAFF_EMAIL is not set'
  return mailStaff(services, backupLateNotice(BackupLateJob.parse(payload)), context)
}

async function mailStaff(services: Services, notice: StaffNotice, { jobId, signal }: Pick<JobContext, 'jobId' | 'signal'>) {
  const to = staffAddress(services.config)
  if (!to) throw new Error('STAFF_EMAIL is no longer set')
  return services.mail.send({ id: jobId, to, ...noticeMail(services.published.current(), notice) }, signal)
}

const noticeMail = ({ overrides }: PublishedValues, notice: StaffNotice) => ({
  subject: notice.subject,
  text: staffNoticeText(notice),
  html: html(overrides, createElement(StaffEmail, { notice })),
})

/** Job `account-mail`: a link or a code, or word of a change; to nobody where there is no such account. */
export async function sendAccountMail(services: Services, payload: unknown, job: JobContext): Promise<string | undefined> {
  let answer: string | undefined = 'Not sent: there is nobody, or nothing, to write to'
  for (const one of await prepareMails(services, job, payload)) {
    const { details, overrides } = services.published.current()
    const mail = accountMailText(one, details)
    const message = { subject: mail.subject, text: plainText(mail, details), html: html(overrides, createElement(AccountEmail, { mail })) }
    answer = await services.mail.send({ id: `${job.jobId}-${one.kind}`, to: one.to, ...message }, job.signal)
  }
  return answer
}

const html = (overrides: OwnerOverrides, page: ReactElement) =>
  `<!doctype html>${renderToStaticMarkup(createElement(PublishedProvider, { overrides }, page))}`
