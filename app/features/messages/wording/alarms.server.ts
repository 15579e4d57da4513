import type { Transaction } from 'kysely'
import { takesAlerts } from '#app/features/accounts/alert-choices.ts'
import { pushTo } from '#app/features/accounts/push-subscriptions.server.ts'
import type { Alarm, AlarmOf } from '#app/features/accounts/raise-alarm.ts'
import { readKeptDifferences } from '#app/features/billing/read-book-differences.server.ts'
import { readDifferences } from '#app/features/payments/report-differences.server.ts'
import { PermanentFailure, RetryLater } from '#app/platform/job-failures.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import { NotAccepted } from '#app/platform/text-carrier.ts'
import { withoutTypography } from '#app/platform/text-segments.ts'
import { days, type Instant, minutes } from '#app/values/clock.ts'
import { idFrom } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Tables } from '#db/tables.ts'
import type { Words } from './blocks.ts'
import { AlarmJob, DeviceAlarmJob, OwnerAlarmJob } from './job-payloads.ts'
import { type Message, sendMail, siteOf } from './message.server.ts'
import {
  backupLateWords,
  badReviewWords,
  bookWords,
  detailsMissingWords,
  diskWords,
  paymentWords,
  phoneFirstWords,
  requestOverdueWords,
  retentionWords,
  rotaHoleWords,
  unsentWords,
} from './staff-alarms.ts'

/* Alarms of the site: by email to staff's address, and to the owners' phones. */

interface Entry<Kind extends Alarm['kind']> {
  /** What to do about it, in a sentence, for phones: a lock screen is read by anyone. */
  says: string | ((alarm: AlarmOf<Kind>) => string)
  page(alarm: AlarmOf<Kind>): SitePath
  /** Returns true if it can wait until the end of an owner's quiet hours. */
  waits(alarm: AlarmOf<Kind>, quietEnd: Instant): boolean
  /** Returns true if owners are called about it too. */
  isCalled?(alarm: AlarmOf<Kind>): boolean
  words(services: Services, alarm: AlarmOf<Kind>): Words | Promise<Words>
}

/** Every alarm. One that can't wait costs customers, or puts them in danger, before the morning. */
const alarms: { [Kind in Alarm['kind']]: Entry<Kind> } = {
  phone_first: {
    says: ({ isOn }) => (isOn ? 'Make sure someone answers the phone.' : 'You don’t need to do anything.'),
    page: () => '/staff/uptime',
    waits: ({ isOn }) => !isOn,
    isCalled: ({ isOn }) => isOn,
    words: (_, alarm) => phoneFirstWords(alarm),
  },
  disk_nearly_full: {
    says: 'Once it’s full, the website can’t take bookings. Tell the person who looks after the server.',
    page: () => '/staff/monitoring',
    waits: ({ isRepeated }) => isRepeated,
    isCalled: ({ isRepeated }) => !isRepeated,
    words: (_, alarm) => diskWords(alarm),
  },
  rota_hole: {
    says: 'Plan someone.',
    page: () => '/staff/engineers',
    waits: ({ from }, quietEnd) => from > quietEnd,
    words: (services, alarm) => rotaHoleWords(alarm, siteOf(services)),
  },
  backup_late: {
    says: 'Tell the person who looks after the server today.',
    page: () => '/staff/monitoring',
    waits: () => true,
    words: (_, alarm) => backupLateWords(alarm),
  },
  retention_failed: {
    says: 'Tell the person who looks after the server.',
    page: () => '/staff/data',
    waits: () => true,
    words: (_, alarm) => retentionWords(alarm),
  },
  unsent: {
    says: 'Check why, and send them again or call.',
    page: () => '/staff/deliveries',
    waits: () => true,
    words: (services, alarm) => unsentWords(alarm, siteOf(services)),
  },
  details_missing: {
    says: 'Fill in the details again today.',
    page: () => '/staff/settings/business/details',
    waits: () => true,
    words: (services, alarm) => detailsMissingWords(alarm, siteOf(services)),
  },
  booking_news: {
    says: 'Open the booking.',
    page: ({ bookingId }) => `/staff/bookings/${bookingId}`,
    waits: ({ change }) => change === 'disputed',
    // The email has the booking's details, and is one of its own.
    words: (_, { change }) => shortWords(change === 'disputed' ? 'A customer disputes a payment' : 'An engineer found dangerous gas'),
  },
  request_overdue: {
    says: 'Open the booking, and deal with it today.',
    page: ({ bookingId }) => `/staff/bookings/${bookingId}`,
    waits: () => true,
    words: (services, alarm) => requestOverdueWords(alarm, siteOf(services)),
  },
  bad_review: {
    says: 'Read it, call them, and answer it.',
    page: ({ bookingId }) => `/staff/bookings/${bookingId}`,
    waits: () => true,
    words: (services, alarm) => badReviewWords(alarm, siteOf(services)),
  },
  payment_differences: {
    says: 'Open the bills to see what differs.',
    page: () => '/staff/bills',
    waits: () => true,
    words: async (services, { ids }) => paymentWords(await readDifferences(services, ids)),
  },
  book_differences: {
    says: 'Open the bills to see which.',
    page: () => '/staff/bills',
    waits: () => true,
    words: async (services, { ids }) => bookWords(await readKeptDifferences(services.db, ids), siteOf(services)),
  },
}

const shortWords = (subject: string): Words => ({ subject, preview: '', blocks: [{ heading: subject }] })

const entryOf = <Kind extends Alarm['kind']>({ kind }: { kind: Kind }) => alarms[kind] as unknown as Entry<Alarm['kind']>

/** Returns true if an alarm can wait until the end of an owner's quiet hours. */
export const canWait = (alarm: Alarm, quietEnd: Instant): boolean => entryOf(alarm).waits(alarm, quietEnd)
/** Returns true if owners are called about an alarm. */
export const isCalled = (alarm: Alarm): boolean => entryOf(alarm).isCalled?.(alarm) ?? false

const wordsOf = (services: Services, alarm: Alarm) => entryOf(alarm).words(services, alarm)

/** Alarms in the words of an email. */
async function alarmWords(services: Services, told: readonly Alarm[]): Promise<Words> {
  const all = await Promise.all(told.map((alarm) => wordsOf(services, alarm)))
  const [first] = all
  if (first && all.length === 1) return first
  const subjects = all.map(({ subject }) => subject)
  return { subject: severalText(all.length), preview: subjects.join('. '), blocks: all.flatMap(({ blocks }) => blocks) }
}

const severalText = (count: number) => `${count} alarms from your website`

/** Alarms as a phone shows them. */
async function phoneWords(services: Services, told: readonly Alarm[]): Promise<{ title: string; body: string; path: SitePath }> {
  const subjects = (await Promise.all(told.map((alarm) => wordsOf(services, alarm)))).map(({ subject }) => subject)
  const [alarm] = told
  if (!alarm || told.length > 1) return { title: severalText(told.length), body: `${subjects.join('. ')}.`, path: '/staff' }
  const { says, page } = entryOf(alarm)
  return { title: subjects[0] ?? '', body: typeof says === 'string' ? says : says(alarm), path: page(alarm) }
}

const findOwner = ({ db }: Services, ownerId: string) =>
  db
    .selectFrom('authUsers')
    .select(['email', 'phone', 'alertKinds'])
    .where('id', '=', ownerId)
    .where('role', '=', 'owner')
    .executeTakeFirst()

const noOwner = 'Not sent: no longer an owner'
const noPhone = 'Not sent: no longer an owner, without a phone number, or alarms were switched off for their phone'

const subject = async (services: Services, carried: unknown) => (await alarmWords(services, AlarmJob.parse(carried).alarms)).subject

export const alarmEmail: Message = {
  label: 'Alarm',
  channel: 'mail',
  to: 'staff',
  payload: AlarmJob,
  async send(services, carried, context) {
    const { alarms: told, ownerId } = AlarmJob.parse(carried)
    const to = ownerId ? (await findOwner(services, ownerId))?.email : staffAddress(services.config)
    if (!to) return ownerId ? noOwner : 'Not sent: STAFF_EMAIL is not set'
    const words = await alarmWords(services, told)
    return sendMail(services, context, { to, write: () => ({ words }) })
  },
  subject,
}

/** For so long a text is tried before the email goes instead. */
const textPatienceMs = minutes(10)

export const alarmText: Message = {
  label: 'Alarm, text to an owner',
  channel: 'text',
  to: 'owner',
  payload: OwnerAlarmJob,
  async send(services, carried, { jobId, createdAt, signal }) {
    const job = OwnerAlarmJob.parse(carried)
    const owner = await findOwner(services, job.ownerId)
    if (!owner?.phone || !takesAlerts(owner, 'alarms')) return noPhone
    const { title, body, path } = await phoneWords(services, job.alarms)
    const text = withoutTypography(`${title}. ${body} ${services.config.siteUrl}${path}`)
    try {
      return await services.texts.send({ id: jobId, to: owner.phone, channel: 'sms', text, isOurs: true }, signal)
    } catch (error) {
      const waitedMs = services.clock.now().getTime() - Date.parse(createdAt)
      if (!(error instanceof PermanentFailure) && waitedMs < textPatienceMs) throw error
      await services.db.transaction().execute((tx) => mailOwner(services, tx, { id: jobId, payload: job }))
      services.jobsAdded()
      return `Not sent as a text, so by email: ${error instanceof Error ? error.message : 'The text couldn’t be sent'}`
    }
  },
  mailInstead: mailOwner,
  subject,
}

/** Emails an owner whose text failed, once, unless they have that email already: at staff's address, or about a hole in the rota. */
async function mailOwner({ clock, config }: Services, tx: Transaction<Tables>, { id, payload }: { id: string; payload: unknown }) {
  const { ownerId, alarms: told } = OwnerAlarmJob.parse(payload)
  const unread = told.filter(({ kind }) => kind !== 'rota_hole' && kind !== 'booking_news')
  const owner = await tx.selectFrom('authUsers').select('email').where('id', '=', ownerId).executeTakeFirst()
  const desk = staffAddress(config)
  if (unread.length === 0 || !owner?.email || !desk || owner.email === desk.toLowerCase()) return
  await enqueue(tx, clock.now(), [{ id: idFrom(id, 'email'), kind: 'alarm-email', payload: { ownerId, alarms: unread }, about: ownerId }])
}

export const alarmPush: Message = {
  label: 'Alarm, to an owner’s device',
  channel: 'push',
  to: 'owner',
  payload: DeviceAlarmJob,
  async send(services, carried, { signal }) {
    const { alarms: told, ownerId: userId, device } = DeviceAlarmJob.parse(carried)
    const owner = await findOwner(services, userId)
    if (!owner || !takesAlerts(owner, 'alarms')) return noPhone
    const about = told.length === 1 ? (told[0]?.kind ?? '') : 'alarms'
    const alert = { ...(await phoneWords(services, told)), about }
    const came = await pushTo(services, { device, userId }, alert, { ttlSeconds: days(1) / 1_000, signal })
    return came === 'sent' ? 'Taken by the push service' : 'Not sent: this device no longer takes alerts'
  },
  subject,
}

export const alarmCall: Message = {
  label: 'Alarm, call to an owner',
  channel: 'call',
  to: 'owner',
  payload: OwnerAlarmJob,
  async send(services, carried, { jobId, signal }) {
    const owner = await findOwner(services, OwnerAlarmJob.parse(carried).ownerId)
    if (!owner?.phone || !takesAlerts(owner, 'alarms')) return noPhone
    try {
      await services.calls.place({ id: jobId, to: owner.phone }, signal)
      return 'Called'
    } catch (error) {
      if (error instanceof NotAccepted || error instanceof RetryLater || error instanceof PermanentFailure) throw error
      return 'Unknown: the call may have been placed'
    }
  },
  subject,
}

/** What an owner is told on a call about an alarm; undefined if there is no such call. */
export async function readAlarmAloud(services: Services, callId: string): Promise<string | undefined> {
  const job = await services.db
    .selectFrom('jobs')
    .select('payload')
    .where('id', '=', callId)
    .where('kind', '=', 'alarm-call')
    .executeTakeFirst()
  if (!job) return undefined
  const { title, body } = await phoneWords(services, OwnerAlarmJob.parse(JSON.parse(job.payload)).alarms)
  return `${title}. ${body}`
}
