import type { Kysely } from 'kysely'
import { type AlertDevice, readAlertDevices } from '#app/features/accounts/push-subscriptions.server.ts'
import type { Occasion } from '#app/features/booking/announce.ts'
import { type Booking, readBookingTogether } from '#app/features/booking/read-booking.server.ts'
import { readOnDesk } from '#app/features/capacity/read-working-hours.server.ts'
import { isClimbing } from '#app/features/desk/escalate.server.ts'
import { openJobOf } from '#app/features/visit/open-jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import { withoutTypography } from '#app/platform/text-segments.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { hours } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Tables } from '#db/tables.ts'
import { alertBody } from './engineer-job.ts'
import { DeskDeviceJob, DeskJob } from './job-payloads.ts'
import { type Message, sendAlert } from './message.server.ts'

/* News for those on the desk's rota: of bookings that the ladder doesn't reach anyone about. Alarms go to their devices too. */

const headings: Record<DeskJob['change'], string> = {
  created: 'New booking',
  rescheduled: 'Time changed',
  message: 'New message',
  unpaid: 'Not paid',
  unplaced: 'No time agreed',
}
const occasions = Object.keys(headings) as DeskJob['change'][]

/** Those on call for the desk at an instant; none while a colleague is on shift, who sees the board. */
export async function readOnCall(db: Kysely<Tables>, at: Date): Promise<string[]> {
  const present = await readOnDesk(db, at)
  return present.some(({ kind }) => kind === 'shift') ? [] : [...new Set(present.map(({ personId }) => personId))]
}

/** Returns true if the desk on call is told of an event: one by someone outside the office that needs a person and doesn't climb. */
async function isForDesk(db: Kysely<Tables>, booking: Booking, change: Occasion, now: Date): Promise<boolean> {
  if (change === 'created' && (booking.channel === 'phone' || booking.status === 'awaiting_payment')) return false
  if (booking.suspectedSpam === 1 && booking.dangers === '') return false
  return change === 'message' || !(await isClimbing(db, booking.id, now))
}

/** Those on the desk who get a text or alerts about an event, as its jobs carry them. */
export async function readDeskRecipients(
  services: Pick<Services, 'clock' | 'config'>,
  db: Kysely<Tables>,
  { booking, change, channel, onCall }: { booking: Booking; change: Occasion; channel: Message['channel']; onCall: readonly string[] },
): Promise<{ userId: string }[]> {
  if (onCall.length === 0 || !(await isForDesk(db, booking, change, services.clock.now()))) return []
  // Also those who chose fewer alerts: they are on call.
  if (channel === 'push') return readAlertDevices(db, onCall)
  if (!textsArrive(services)) return []
  const users = await db.selectFrom('authUsers').select('id').where('id', 'in', onCall).where('phone', '!=', '').orderBy('id').execute()
  return users.map(({ id: userId }) => ({ userId }))
}

/** The devices that take alarms: of those on the desk now, owners included; while they have none, of all staff without owners. */
export async function readDeskDevices(db: Kysely<Tables>, now: Date): Promise<AlertDevice[]> {
  const onDesk = (await readOnDesk(db, now)).map(({ personId }) => personId)
  const theirs = await readAlertDevices(db, onDesk, 'open_jobs')
  return theirs.length > 0 ? theirs : readAlertDevices(db, { roles: ['staff'] }, 'open_jobs')
}

/** Later, the text helps no one. */
const usefulMs = hours(2)

/** The booking of an event, the phone of someone on the desk, and the reason why it is no longer news, if so. */
async function readNews({ db }: Services, { bookingId, change, userId }: DeskJob) {
  const booking = await readBookingTogether({ db }, bookingId)
  const user = await db.selectFrom('authUsers').select('phone').where('id', '=', userId).where('role', '!=', 'customer').executeTakeFirst()
  const isDone = booking.erasedAt !== null || ((change === 'created' || change === 'rescheduled') && booking.status !== 'received')
  const old = !user ? 'Not sent: they no longer work here' : isDone ? 'Not sent: someone has dealt with it since' : undefined
  return { booking, phone: user?.phone ?? '', old }
}

/** The event with nothing of the customer: 'New booking: Leak Repair', 'E1, Saturday 4pm to 6pm'. */
function wordsOf(booking: Booking, { change }: DeskJob, at: Date) {
  const { service, district, dangers } = openJobOf(booking)
  return { title: `${headings[change]}: ${service}`, body: alertBody([...dangers, district], booking, at) }
}

const pathOf = ({ bookingId }: DeskJob): SitePath => `/staff/bookings/${bookingId}` satisfies SitePath

const subject: Message['subject'] = async (services, carried) => {
  const job = DeskJob.parse(carried)
  return wordsOf(await readBookingTogether(services, job.bookingId), job, services.clock.now()).title
}

export const deskText: Message = {
  label: 'News, text to the dispatcher on call',
  channel: 'text',
  to: 'desk',
  occasions,
  payload: DeskJob,
  async send(services, carried, { jobId, createdAt, signal }) {
    const job = DeskJob.parse(carried)
    const { booking, phone, old } = await readNews(services, job)
    if (old ?? phone === '') return old ?? 'Not sent: they have no phone number'
    // At every try in the same words: the provider is searched for them.
    const { title, body } = wordsOf(booking, job, new Date(createdAt))
    const text = withoutTypography(`${title}, ${body}. ${services.config.siteUrl}${pathOf(job)}`)
    return services.texts.send({ id: jobId, to: phone, channel: 'sms', text, isOurs: true, validMs: usefulMs }, signal)
  },
  subject,
}

export const deskPush: Message = {
  label: 'News, to the dispatcher’s device',
  channel: 'push',
  to: 'desk',
  occasions,
  payload: DeskDeviceJob,
  async send(services, carried, { createdAt, signal }) {
    const job = DeskDeviceJob.parse(carried)
    const { booking, old } = await readNews(services, job)
    const alert = { ...wordsOf(booking, job, new Date(createdAt)), path: pathOf(job), about: booking.id }
    return old ?? sendAlert(services, job, alert, { signal })
  },
  subject,
}
