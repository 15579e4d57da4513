import type { Kysely } from 'kysely'
import type { AlertKind } from '#app/features/accounts/alert-choices.ts'
import { type AlertDevice, readAlertDevices } from '#app/features/accounts/push-subscriptions.server.ts'
import { isStanding } from '#app/features/aftercare/review-rules.ts'
import type { Occasion } from '#app/features/booking/announce.ts'
import { hasEnded, notAJobStatuses } from '#app/features/booking/lifecycle.ts'
import { type Booking, readBookingTogether } from '#app/features/booking/read-booking.server.ts'
import { counted } from '#app/platform/next-text.ts'
import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Tables } from '#db/tables.ts'
import { readDeskDevices, readOnCall } from './desk-news.server.ts'
import { NewBookingDeviceJob, ReviewDeviceJob, StaffDeviceJob } from './job-payloads.ts'
import { type Message, sendAlert } from './message.server.ts'
import { readChanged } from './read-change.server.ts'
import { staffAlert } from './staff-booking.ts'

/* News of bookings on the devices of colleagues who have chosen to hear it. */

/**
 * The devices of those who are told of an occasion: of an alarm those on the desk, of a review, a new booking or a message those who chose
 * it; of the latter two without who is on call for the desk (`onCall`), and hears of it anyway.
 */
export async function readStaffDevices(
  db: Kysely<Tables>,
  occasion: Occasion,
  onCall: readonly string[],
  now: Date,
): Promise<AlertDevice[]> {
  if (occasion === 'escalated') return readDeskDevices(db, now)
  const devices = await readAlertDevices(db, { roles: ['staff', 'owner'] }, kindsOf[occasion] ?? 'bookings')
  return occasion === 'review_written' ? devices : devices.filter(({ userId }) => !onCall.includes(userId))
}

const kindsOf: Partial<Record<Occasion, AlertKind>> = { message: 'messages', review_written: 'reviews' }

const isNoLongerTheirs = async ({ db, clock }: Services, occasion: Occasion, device: string) =>
  !(await readStaffDevices(db, occasion, await readOnCall(db, clock.now()), clock.now())).some((each) => each.device === device)

const noLonger = 'Not sent: they no longer work here, aren’t on shift, or switched these alerts off'

export const staffPush: Message = {
  label: 'Alarm or message, to a colleague’s device',
  channel: 'push',
  to: 'staff',
  occasions: ['escalated', 'message'],
  payload: StaffDeviceJob,
  async send(services, carried, { createdAt, signal }) {
    const job = StaffDeviceJob.parse(carried)
    if (await isNoLongerTheirs(services, job.change as Occasion, job.device)) return noLonger
    const { booking, change } = await readChanged(services, job)
    if (job.change === 'escalated' && isOver(booking)) return 'Not sent: the visit is over'
    return sendAlert(services, job, staffAlert(booking, change, new Date(createdAt)), { signal })
  },
  async subject(services, carried) {
    const { booking, change } = await readChanged(services, StaffDeviceJob.parse(carried))
    return staffAlert(booking, change, services.clock.now()).title
  },
}

const isOver = ({ status }: Booking) => hasEnded(status) || notAJobStatuses.includes(status)

export const newBookingPush: Message = {
  label: 'New booking, to a colleague’s device',
  channel: 'push',
  to: 'staff',
  occasions: ['created', 'paid'],
  payload: NewBookingDeviceJob,
  async send(services, carried, { createdAt, signal }) {
    const job = NewBookingDeviceJob.parse(carried)
    if (await isNoLongerTheirs(services, 'created', job.device)) return noLonger
    const booking = await readBookingTogether(services, job.bookingId)
    return whyNoNews(booking) ?? sendAlert(services, job, staffAlert(booking, undefined, new Date(createdAt)), { signal })
  },
  async subject(services, carried) {
    const booking = await readBookingTogether(services, NewBookingDeviceJob.parse(carried).bookingId)
    return staffAlert(booking, undefined, services.clock.now()).title
  },
}

export const reviewPush: Message = {
  label: 'New review, to a colleague’s device',
  channel: 'push',
  to: 'staff',
  occasions: ['review_written'],
  payload: ReviewDeviceJob,
  async send(services, carried, { signal }) {
    const job = ReviewDeviceJob.parse(carried)
    if (await isNoLongerTheirs(services, 'review_written', job.device)) return noLonger
    const review = await services.db.selectFrom('reviews').selectAll().where('id', '=', job.id).executeTakeFirst()
    if (!review || !isStanding(review)) return 'Not sent: the review is no longer shown'
    const { id, service, area, stars } = review
    const alert = { title: `New review: ${counted(stars ?? 0, 'star')}`, body: [service, area].filter(Boolean).join(', ') }
    return sendAlert(services, job, { ...alert, path: '/staff/reviews' satisfies SitePath, about: id }, { signal })
  },
  subject: async () => 'New review',
}

/** The reason why a colleague need not look at a new booking, if so. */
function whyNoNews(booking: Booking): string | undefined {
  if (booking.status === 'awaiting_payment') return 'Not sent: it isn’t paid yet'
  if (booking.channel === 'phone') return 'Not sent: we took it by phone'
  if (booking.suspectedSpam) return 'Not sent: it may be spam'
  if (booking.acceptedAt !== null) return 'Not sent: it’s been accepted since'
  return isOver(booking) ? 'Not sent: it’s over' : undefined
}
