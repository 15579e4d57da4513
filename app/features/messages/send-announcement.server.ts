import type { Transaction } from 'kysely'
import { quietEnd } from '#app/features/accounts/alert-choices.ts'
import { readAlertDevices } from '#app/features/accounts/push-subscriptions.server.ts'
import type { AlarmOf } from '#app/features/accounts/raise-alarm.ts'
import { lockBookings } from '#app/features/booking/act-on-booking.server.ts'
import { Announcement, announcementKind, type Occasion } from '#app/features/booking/announce.ts'
import { isProven } from '#app/features/booking/proof.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { PromiseName } from '#app/features/capacity/missed-promises.ts'
import { readMissedTogether } from '#app/features/capacity/read-credits.server.ts'
import { readOnDesk, readOnDuty } from '#app/features/capacity/read-working-hours.server.ts'
import { answersTogether, oneFor } from '#app/platform/batches.ts'
import { enqueue, type JobContext, type NewJob } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { hasSetting } from '#app/platform/settings.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import { readTakingNoTexts } from '#app/platform/text-receipts.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { isMobile } from '#app/platform/uk.ts'
import type { Instant } from '#app/values/clock.ts'
import { idFrom } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { readDeskRecipients, readOnCall } from './wording/desk-news.server.ts'
import type { OwnerChangeJob } from './wording/job-payloads.ts'
import { type Message, readTheirEngineer } from './wording/message.server.ts'
import { messages } from './wording/messages.server.ts'
import { readStaffDevices } from './wording/staff-push.server.ts'

const allMessages: readonly (readonly [kind: string, Message])[] = Object.entries(messages)

/**
 * Job `announce`: makes the deliveries for everyone who is told of an event, in one transaction. About possible spam the webhook isn't told
 * until staff say it is genuine; about an erased booking the customer is no longer told. Repeating it adds nothing: the deliveries' ids are
 * derived from its own.
 */
export async function sendAnnouncement(services: Services, payload: unknown, { jobId, createdAt }: JobContext): Promise<string> {
  const count = await handOutFor(services)({ jobId, createdAt, announced: Announcement.parse(payload) })
  return `Split into ${count === 1 ? '1 delivery' : `${count} deliveries`}`
}

interface Due extends Pick<JobContext, 'jobId' | 'createdAt'> {
  announced: Announcement
}

/** Handles concurrent announcements in one transaction. Returns the number of deliveries of each. */
const handOutFor = oneFor((services: Services) =>
  answersTogether<Due, number>(async (dues) => {
    const counts = await services.db.transaction().execute((tx) => handOut(services, tx, dues))
    services.jobsAdded()
    return counts
  }),
)

async function handOut(services: Services, tx: Transaction<Tables>, dues: readonly Due[]): Promise<(number | Error)[]> {
  // Locked, so that the later of two corrections of an address sees the earlier one's confirmation.
  const bookings = await lockBookings(services, tx, [...new Set(dues.map(({ announced }) => announced.bookingId))])
  const isTargetSet = await hasWebhook(services, tx)
  const onCall = await readOnCall(tx, services.clock.now())
  const toText = dues.flatMap(({ announced: { bookingId, occasion } }) => (textOccasions.has(occasion) && bookings.get(bookingId)) || [])
  const texted = await readTexted(services, tx, toText)
  const counts: (number | Error)[] = []
  let waiting: (NewJob & { payload: { bookingId: string } })[] = []
  const write = async () => {
    await enqueue(tx, services.clock.now(), waiting)
    waiting = []
  }
  for (const { jobId, createdAt, announced } of dues) {
    const booking = bookings.get(announced.bookingId)
    if (!booking) {
      counts.push(new Error('The booking doesn’t exist'))
      continue
    }
    if (waiting.some(({ payload }) => payload.bookingId === booking.id)) await write()
    const jobs = await deliveriesOf(services, tx, { announced, booking, isTargetSet, onCall, texted })
    // Dated when it happened: alarms to staff depend on the age.
    waiting.push(...jobs.map(({ at = createdAt, ...job }) => ({ ...job, id: idFrom(jobId, JSON.stringify(job)), at })))
    counts.push(jobs.length)
  }
  await write()
  return counts
}

interface AnnouncedBooking {
  announced: Announcement
  booking: Booking
  isTargetSet: boolean
  /** User ids of those on call for the desk. */
  onCall: readonly string[]
  /** The bookings whose customers are texted. */
  texted: ReadonlySet<Booking>
}

async function deliveriesOf(
  services: Services,
  tx: Transaction<Tables>,
  { announced, booking, isTargetSet, onCall, texted }: AnnouncedBooking,
) {
  const { bookingId, occasion, id, revision, job } = announced
  const texts = texted.has(booking)
    ? allMessages
        .map(([, message]) => message)
        .filter((each) => isTextToCustomer(each) && each.occasions?.includes(occasion) && each.isFor?.(booking, occasion) !== false)
    : []
  const isHeard = async (kind: string, message: Message): Promise<boolean> => {
    const { to, channel } = message
    // Those without a device with alerts aren't among its recipients.
    if (channel === 'push') return true
    if (isTextToCustomer(message) && !texts.includes(message)) return false
    if (booking.contactBy === 'text' && texts.some(({ insteadOf }) => insteadOf === kind)) return false
    if (booking.suspectedSpam && to === 'target') return false
    if (to === 'staff') return staffAddress(services.config) !== undefined
    if (to === 'target') return isTargetSet
    if (to === 'engineer') {
      const engineer = await readTheirEngineer(tx, { bookingId, job })
      return channel === 'text' ? textsArrive(services) && isMobile(engineer?.phone ?? '') : Boolean(engineer?.email)
    }
    return to !== 'customer' || (booking.erasedAt === null && !(occasion === 'new_address' && (await willBeConfirmed(tx, bookingId, kind))))
  }
  const recipientsOf = async ({ to, channel }: Message): Promise<{ userId?: string; ownerId?: string }[]> => {
    if (to === 'owner') return readOtherOwners(services, tx)
    if (to === 'desk') return readDeskRecipients(services, tx, { booking, change: occasion, channel, onCall })
    if (channel !== 'push') return [{}]
    if (to === 'staff') return readStaffDevices(tx, occasion, onCall, services.clock.now())
    const engineer = await readTheirEngineer(tx, { bookingId, job })
    return engineer ? readAlertDevices(tx, [engineer.userId], 'own_jobs') : []
  }
  const late = occasion === 'late' ? await readMissedTogether(tx, id) : undefined
  const jobs: { kind: string; payload: { bookingId: string } | AlarmOf<'booking_news'>; at?: Instant }[] = []
  const made = occasion === 'trusted' ? await readMade(tx, bookingId) : undefined
  for (const [kind, message] of allMessages.filter((each) => !made?.has(each[0])))
    if (message.occasions?.includes(occasion) && (await isHeard(kind, message)) && !isToldAlready(booking, late, message))
      for (const recipient of await recipientsOf(message))
        jobs.push({
          kind,
          at:
            message.channel === 'push' && message.to !== 'desk' && occasion !== 'escalated'
              ? await readQuietEnd(services, tx, recipient.userId)
              : undefined,
          payload: message.payload.parse({ bookingId, change: occasion, id, revision, job, ...late, ...recipient }) as {
            bookingId: string
          },
        })
  // Owners' phones; they have the email about it.
  if (occasion === 'gas_alarm' || occasion === 'disputed')
    jobs.push({ kind: 'alarm', payload: { kind: 'booking_news', bookingId, change: occasion } })
  return jobs
}

/** Until when an account's alerts wait: the end of its quiet hours, unless it is of someone who is on shift or on call. */
async function readQuietEnd({ clock }: Services, tx: Transaction<Tables>, userId = ''): Promise<Instant | undefined> {
  const now = clock.now()
  const user = await tx.selectFrom('authUsers').select(['quietFrom', 'quietUntil']).where('id', '=', userId).executeTakeFirst()
  const until = user && quietEnd(user, now)
  if (!until) return undefined
  const engineer = await tx.selectFrom('engineers').select('id').where('userId', '=', userId).executeTakeFirst()
  const isOnDuty = engineer && (await readOnDuty(tx, now)).some(({ engineerId, isSample }) => engineerId === engineer.id && !isSample)
  return isOnDuty || (await readOnDesk(tx, now)).some(({ personId }) => personId === userId) ? undefined : until
}

const isTextToCustomer = ({ to, channel }: Message) => to === 'customer' && channel === 'text'

/** The occasions of texts to customers. */
const textOccasions: ReadonlySet<Occasion> = new Set(
  allMessages.flatMap(([, message]) => (isTextToCustomer(message) ? (message.occasions ?? []) : [])),
)

/** Returns the bookings whose customers are texted: they chose it or gave no email address, and their number takes texts. */
async function readTexted(services: Services, tx: Transaction<Tables>, bookings: readonly Booking[]): Promise<ReadonlySet<Booking>> {
  const asked = textsArrive(services) ? bookings.filter(wantsTexts) : []
  const phones = asked.map(({ phone }) => phone)
  const takingNone = await readTakingNoTexts(tx, phones, services.clock.now())
  return new Set(asked.filter(({ phone }) => !takingNone.has(phone)))
}

const wantsTexts = (booking: Booking) =>
  isMobile(booking.phone) && (booking.contactBy !== 'email' || booking.email === '') && (booking.textsOnceProven === 0 || isProven(booking))

/**
 * The kinds of messages that a booking has had already. Possible spam that is genuine has them all but the webhook; if it was booked before
 * December 2026, none that went to its customer.
 */
async function readMade(tx: Transaction<Tables>, bookingId: string): Promise<ReadonlySet<string>> {
  const jobs = await tx.selectFrom('jobs').select('kind').distinct().where('about', '=', bookingId).execute()
  return new Set(jobs.map(({ kind }) => kind))
}

/** A Red Line call that is due is covered by the alarm of the same minute that no one accepted the booking. */
const isToldAlready = (
  { serviceLevel }: Pick<Booking, 'serviceLevel'>,
  late: { missed: readonly PromiseName[] } | undefined,
  { to }: Message,
) => to !== 'customer' && serviceLevel === 'redline' && late?.missed.every((promise) => promise === 'call') === true

/** Only whether there is one: unreadable settings hold up the delivery, not the announcement. */
const hasWebhook = async (services: Services, tx: Transaction<Tables>) =>
  services.config.webhook !== undefined || (await hasSetting(tx, 'webhookUrl'))

/** The owners, without one who reads the staff address. */
async function readOtherOwners({ config }: Services, tx: Transaction<Tables>): Promise<Pick<OwnerChangeJob, 'ownerId'>[]> {
  const desk = staffAddress(config)?.toLowerCase()
  const owners = await tx
    .selectFrom('authUsers')
    .select(['id', 'email'])
    .where('role', '=', 'owner')
    .where('email', 'is not', null)
    .execute()
  return owners.flatMap(({ id, email }) => (email === desk ? [] : [{ ownerId: id }]))
}

/** Returns true if a confirmation of that kind is still to be sent: it will go to the new address or number. */
async function willBeConfirmed(tx: Transaction<Tables>, bookingId: string, kind: string): Promise<boolean> {
  const jobs = await tx
    .selectFrom('jobs')
    .select(['kind', 'payload', 'state', 'leaseToken'])
    .where('about', '=', bookingId)
    .where('kind', 'in', [kind, announcementKind])
    .execute()
  const confirmations = jobs.filter((job) => job.kind === kind)
  if (confirmations.length > 0) return confirmations.some(({ state, leaseToken }) => state === 'waiting' && leaseToken === null)
  return jobs.some(({ payload, state }) => state === 'waiting' && isOfBeginning.has(Announcement.parse(JSON.parse(payload)).occasion))
}

const isOfBeginning: ReadonlySet<Occasion> = new Set(['created', 'suspected', 'trusted'])
