import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import { type AlertDevice, pushTo, readAlertDevices } from '#app/features/accounts/push-subscriptions.server.ts'
import { needsEngineer } from '#app/features/booking/lifecycle.ts'
import { type Booking, readBookingTogether } from '#app/features/booking/read-booking.server.ts'
import { type OpenJob, offerToken, openJobOf } from '#app/features/visit/open-jobs.server.ts'
import { PermanentFailure, RetryLater } from '#app/platform/job-failures.ts'
import { enqueue, type JobContext } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { NotAccepted } from '#app/platform/text-carrier.ts'
import { segmentsOf, withoutTypography } from '#app/platform/text-segments.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { hashOf, idFrom } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { ReachAttemptsTable } from '#db/tables/desk.ts'
import type { Tables } from '#db/tables.ts'
import { alertBody, openJobWords } from './engineer-job.ts'
import { OpenJobJob } from './job-payloads.ts'
import { alertGone, alertSent, type Message, sendMail, siteOf } from './message.server.ts'

/* Messages to engineers and owners about a job that no engineer has: each try of the ladder (desk/rungs.ts) is one. */

type Attempt = Selectable<ReachAttemptsTable>

/** A try that may still be of use, with its booking and where to reach the person. */
interface ToReach {
  attempt: Attempt
  booking: Booking
  phone: string
  email: string | null
  /** Their account, if they have one. */
  userId: string | null
  /** Of an alert. */
  to: AlertDevice
}

interface Entry {
  label: string
  channel: 'text' | 'push' | 'call' | 'mail'
  /** Later it helps no one: the next step comes soon. */
  usefulMs: number
  /** Returns the other side's answer, and notes that it went out. */
  send(services: Services, to: ToReach, context: Pick<JobContext, 'jobId' | 'signal'>): Promise<string | undefined>
  mailInstead?: Message['mailInstead']
}

/** A message to one person about a job that no engineer has. Its result is kept with the attempt. */
const reachMessage = ({ label, channel, usefulMs, send, mailInstead }: Entry): Message => ({
  label,
  channel,
  mailInstead,
  to: 'engineers',
  payload: OpenJobJob,
  async send(services, carried, context) {
    const { attemptId, device = '', userId = '' } = OpenJobJob.parse(carried)
    const attempt = attemptId
      ? await services.db.selectFrom('reachAttempts').selectAll().where('id', '=', attemptId).executeTakeFirst()
      : undefined
    const booking = attempt && (await readBookingTogether(services, attempt.bookingId))
    const isInstead = channel === 'mail' && attempt?.channel === 'text'
    if (!booking || (attempt.endedAt !== null && !isInstead) || !needsEngineer(booking))
      return 'Not sent: the job no longer needs an engineer'
    const age = services.clock.now().getTime() - Date.parse(attempt.at)
    if (age > usefulMs)
      return endUnsent(services, attempt, 'dropped', `it was ${Math.round(age / minutes(1))} minutes late, and later tries were made`)
    const person = await readPerson(services, attempt)
    if (!person) return endUnsent(services, attempt, 'dropped', 'they have left, or their number or address was removed')
    try {
      return await send(services, { attempt, booking, ...person, to: { device, userId } }, context)
    } catch (error) {
      if (error instanceof PermanentFailure) return endUnsent(services, attempt, 'failed', error.message.replace(/^Not sent: /, ''))
      throw error
    }
  },
  subject: async (services, carried) =>
    openJobWords(await readBookingTogether(services, OpenJobJob.parse(carried).bookingId), siteOf(services)).subject,
})

/** Notes that a try went out, unless more is known of it already. */
const noteSent = ({ db }: Services, { id }: Attempt) =>
  db.updateTable('reachAttempts').set({ outcome: 'sent' }).where('id', '=', id).where(isUnsent).execute()

/** Nothing more is known of a try: of two devices, one may have had the alert. */
const isUnsent = ({ eb }: { eb: ExpressionBuilder<Tables, 'reachAttempts'> }) =>
  eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'unknown')])

/** The job that an owner is called about, in words; undefined if there is no such call. */
export async function readOwnersJob(db: Services['db'], attemptId: string): Promise<string | undefined> {
  const booking = await db
    .selectFrom('reachAttempts')
    .innerJoin('bookings', 'bookings.id', 'reachAttempts.bookingId')
    .selectAll('bookings')
    .where('reachAttempts.id', '=', attemptId)
    .where('person', '!=', 'engineer')
    .executeTakeFirst()
  return booking && jobAloud(openJobOf(booking))
}

/** A job as it is read out on the phone. */
export const jobAloud = ({ isRedLine, dangers, service, district, when }: OpenJob): string =>
  `${[isRedLine ? 'Red Line' : '', ...dangers, service, `in ${district}`].filter(Boolean).join(', ')}. ${when}.`

async function endUnsent(services: Services, { id, bookingId, channel }: Attempt, outcome: 'dropped' | 'failed', reason: string) {
  const { db, clock } = services
  const endedAt = toInstant(clock.now())
  const isUnknown =
    outcome === 'dropped' &&
    (await db.selectFrom('sentTexts').select('id').where('id', '=', id).where('state', '=', 'unknown').executeTakeFirst()) !== undefined
  const set = isUnknown ? { outcome: 'unknown' as const, endedAt } : { outcome, reason: reason.slice(0, 200), endedAt }
  // Together: a try that has ended isn't made again.
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('reachAttempts').set(set).where('id', '=', id).where('endedAt', 'is', null).where(isUnsent).execute()
    if (channel === 'text') await mailOwner(services, tx, { id, payload: { bookingId, attemptId: id } })
  })
  services.jobsAdded()
  return isUnknown ? `Unknown: it may have been sent, but ${reason}` : `Not sent: ${reason}`
}

/** Emails an owner whose text failed, once; engineers have the email anyway. `id`: of the text and of its try. */
async function mailOwner({ clock }: Services, tx: Transaction<Tables>, { id, payload }: { id: string; payload: unknown }): Promise<void> {
  const attempt = await tx.selectFrom('reachAttempts').select('person').where('id', '=', id).executeTakeFirst()
  if (attempt && attempt.person !== 'engineer')
    await enqueue(tx, clock.now(), [{ id: idFrom(id, 'email'), kind: 'open-job-email', payload }])
}

/** The phone, email and account of the person of a try, as they are now; undefined if they have left. */
async function readPerson(
  { db }: Services,
  { person, personId }: Attempt,
): Promise<Pick<ToReach, 'phone' | 'email' | 'userId'> | undefined> {
  if (person === 'engineer')
    return db
      .selectFrom('engineers')
      .leftJoin('authUsers', 'authUsers.id', 'engineers.userId')
      .select(['engineers.phone', 'email', 'userId'])
      .where('engineers.id', '=', personId)
      .where('retiredAt', 'is', null)
      .executeTakeFirst()
  return db
    .selectFrom('authUsers')
    .select(['phone', 'email', 'id as userId'])
    .where('id', '=', personId)
    .where('role', '!=', 'customer')
    .executeTakeFirst()
}

export const openJobEmail = reachMessage({
  label: 'Job without an engineer, by email',
  channel: 'mail',
  usefulMs: minutes(30),
  async send(services, { attempt, booking, email }, context) {
    if (!email) throw new PermanentFailure('There is no email address')
    const words = openJobWords(booking, siteOf(services), attempt.person !== 'engineer')
    const answer = await sendMail(services, context, { to: email, write: () => ({ words }) })
    if (attempt.channel === 'email') await noteSent(services, attempt)
    return answer
  },
})

/** The page that a try leads to: an engineer's offer of the job, or staff's page of the booking. */
async function makeLink(services: Services, { id, person }: Attempt, booking: Booking): Promise<string> {
  if (person !== 'engineer') return `/staff/bookings/${booking.id}` satisfies SitePath
  const token = offerToken(services, id)
  await services.db
    .updateTable('reachAttempts')
    .set({ tokenHash: hashOf(token) })
    .where('id', '=', id)
    .execute()
  return `/take/${token}` satisfies SitePath
}

/** Long enough to be useful, and over before the next round of the ladder. */
const alertMs = minutes(10)

export const openJobPush = reachMessage({
  label: 'Job without an engineer, by alert',
  channel: 'push',
  usefulMs: alertMs,
  async send(services, { attempt, booking, userId, to }, { signal }) {
    if (userId !== to.userId) throw new PermanentFailure('Their account is another one now')
    const { service, isRedLine, dangers, district } = openJobOf(booking)
    const body = alertBody([isRedLine ? 'Red Line' : '', ...dangers, district], booking, services.clock.now())
    const alert = { title: `No engineer yet: ${service}`, body, path: await makeLink(services, attempt, booking), about: booking.id }
    if ((await pushTo(services, to, alert, { ttlSeconds: alertMs / 1_000, signal })) === 'gone') {
      const others = await readAlertDevices(services.db, [to.userId], 'open_jobs')
      return others.length > 0 ? alertGone : endUnsent(services, attempt, 'failed', 'their device no longer takes alerts')
    }
    await noteSent(services, attempt)
    return alertSent
  },
})

export const openJobText = reachMessage({
  label: 'Job without an engineer, by text',
  channel: 'text',
  usefulMs: minutes(10),
  mailInstead: mailOwner,
  async send(services, { attempt, booking, phone }, { jobId, signal }) {
    const link = await makeLink(services, attempt, booking)
    // At every try in the same words: the provider is searched for them.
    const text = openJobText160(booking, `${services.config.siteUrl}${link}`, new Date(attempt.at))
    const answer = await services.texts.send({ id: jobId, to: phone, channel: 'sms', text, isOurs: true, validMs: minutes(10) }, signal)
    await noteSent(services, attempt)
    return answer
  },
})

/** The job in one segment: its type, dangers, district and window, and nothing of the customer. */
function openJobText160(booking: Booking, link: string, now: Date): string {
  const { service, isRedLine, dangers, district } = openJobOf(booking)
  const textWith = (told: readonly string[]) =>
    withoutTypography(`No engineer yet: ${alertBody([isRedLine ? 'Red Line' : '', ...told, service, district], booking, now)}. ${link}`)
  const texts = [textWith(dangers), textWith(dangers.slice(0, 1)), textWith([])]
  return texts.find((text) => segmentsOf(text).count === 1) ?? textWith(dangers)
}

export const openJobCall = reachMessage({
  label: 'Job without an engineer, by phone',
  channel: 'call',
  usefulMs: minutes(4),
  async send(services, { attempt, phone }, { signal }) {
    // The provider's call has no key of its own: one that may have been placed is never placed again, since the next step calls anyway.
    if (attempt.outcome !== null) return 'Not repeated: the call may have been placed'
    const write = (outcome: Attempt['outcome']) =>
      services.db.updateTable('reachAttempts').set({ outcome }).where('id', '=', attempt.id).where('endedAt', 'is', null).execute()
    await write('unknown')
    try {
      const callId = await services.calls.place({ id: attempt.id, to: phone }, signal)
      await noteSent(services, attempt)
      const { endedAt } = await services.db
        .updateTable('reachAttempts')
        .set({ callId })
        .where('id', '=', attempt.id)
        .returning('endedAt')
        .executeTakeFirstOrThrow()
      // Someone took the job while the call was placed.
      if (endedAt) await services.calls.cancel(callId, signal).catch(() => undefined)
      return 'Called'
    } catch (error) {
      if (error instanceof NotAccepted || error instanceof RetryLater) await write(null)
      else if (!(error instanceof PermanentFailure)) return 'Unknown: the call may have been placed'
      throw error
    }
  },
})
