import { areaDoubt } from '#app/features/areas/locate.ts'
import { placeText, serviceLevelText } from '#app/features/booking/answers.ts'
import { dangerFirstSteps, dangerLabels } from '#app/features/booking/danger-labels.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { alarmOf } from '#app/features/desk/rungs.ts'
import { openJobOf } from '#app/features/visit/open-jobs.server.ts'
import type { Statement } from '#app/features/visit/statement.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import type { Alert } from '#app/platform/push.ts'
import { spokenMoment, spokenTimeOnDay, windowInFull } from '#app/platform/spoken-moment.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Block, Facts, Words } from './blocks.ts'
import { priceFacts } from './booking-facts.ts'
import { alertBody } from './engineer-job.ts'
import type { Change } from './job-payloads.ts'
import type { ToldChange } from './read-change.server.ts'
import type { Site } from './site.ts'

/* Emails to staff about a booking: all they need to call and to send an engineer, most urgent first. */

/** A new booking. */
export const newBookingWords = (booking: Booking, site: Site): Words => ({
  subject: subjectOf(booking, headingOf(booking)),
  preview: previewOf(booking),
  blocks: [{ heading: headingOf(booking) }, ...warningsOf(booking), keysOf(booking, site), { facts: bookingFacts(booking) }],
})

const changeHeadings: Record<Change, string> = {
  rescheduled: 'Time changed',
  cancelled: 'CANCELLED',
  message: 'Message',
  paid: 'PAID – send an engineer now',
  unpaid: 'UNPAID – call them',
  refunded: 'Refund',
  unplaced: 'NO TIME – call the customer',
  placed: 'Confirmed by email',
  promised: 'New arrival time',
  called_off: 'CANCELLED BY US',
  reply: 'Message from us',
  set_out: 'On the way',
  not_yet: 'Not on the way yet',
  escalated: 'Act now',
  late: 'WE’RE LATE – call the customer',
  assigned: 'Assigned',
  arrived: 'At the door',
  completed: 'Done',
  no_access: 'No access',
  unassigned: 'Unassigned',
  job_changed: 'Job changed',
  at_door: 'No answer at the door',
  another_time: 'New time: no access',
  work_proposed: 'Extra work suggested',
  work_agreed: 'Extra work agreed',
  gas_notice: 'Unsafe gas appliance',
  gas_alarm: 'DANGEROUS GAS – act now',
  disputed: 'PAYMENT DISPUTE',
  not_over: 'Not finished after all',
  money_returned: 'Refund',
  complained: 'COMPLAINT',
  satisfaction_asked: 'NOT SATISFIED',
  contract_cancelled: 'CANCELLED BY LEGAL RIGHT – stop the work',
  part_due: 'Part on order',
  part_arrived: 'Part arrived',
  joined: 'Closed as a duplicate',
  reopened: 'Reopened',
}

const factLabels: Partial<Record<Change, string>> = {
  cancelled: 'We told the customer',
  message: 'Their message',
  complained: 'Their complaint',
  satisfaction_asked: 'They’d like',
  contract_cancelled: 'What they cancelled',
  paid: 'Payment',
  unpaid: 'Payment',
  refunded: 'Refund',
  reply: 'Message from us',
  escalated: 'Alarm',
  late: 'Promise missed',
  gas_alarm: 'What was found',
  disputed: 'Payment',
}

/** An engineer may be on their way to a job that is off. */
const engineerWarnings: Partial<Record<BookingStatus, string>> = {
  assigned: 'An engineer was assigned to this job. We’ve emailed them if they have an account. If not, call them.',
  en_route: 'The engineer is on the way. Call them now.',
}

/** A change of a booking: the change first, then the booking as it is now. */
export function staffChangeWords(
  booking: Booking,
  { change, at, text: customerText, staffText: text = customerText, fromStatus, rung }: ToldChange,
  site: Site,
  statement?: Statement,
): Words {
  const engineerWarning = fromStatus && engineerWarnings[fromStatus]
  const news = change === 'escalated' ? `${alarmOf(rung)} – act now` : changeHeadings[change]
  const heading = `${news}: ${headingOf(booking)}`
  return {
    subject: subjectOf(booking, heading),
    preview: text || previewOf(booking),
    blocks: [
      { heading },
      ...(engineerWarning ? [{ warning: engineerWarning }] : []),
      ...warningsOf(booking),
      keysOf(booking, site),
      { facts: [[factLabels[change] ?? 'Details', text], ['When', spokenMoment(at)], ...bookingFacts(booking, statement)] },
    ],
  }
}

/** A new booking, or an alarm or a message about one, as a colleague's lock screen shows it: nothing about the customer. `at`: when it happened. */
export function staffAlert(booking: Booking, told: Pick<ToldChange, 'change' | 'rung'> | undefined, at: Date): Alert {
  const { id, service, isRedLine, district } = openJobOf(booking)
  const news = told?.change === 'message' ? 'Message from a customer' : told ? alarmOf(told.rung) : 'New booking'
  return {
    title: `${news}: ${service}`,
    body: alertBody([isRedLine ? 'Red Line' : '', district], booking, at),
    path: `/staff/bookings/${id}` satisfies SitePath,
    about: id,
  }
}

const subjectOf = ({ suspectedSpam, reference }: Booking, heading: string) =>
  `${reference}: ${heading}${suspectedSpam ? ' (possible spam)' : ''}`

function headingOf(booking: Booking): string {
  const { serviceLevel, status, service, borough, postcode } = booking
  const labels = dangerLabels(booking).join(', ').toUpperCase()
  const dangers = labels ? `${labels}: ` : ''
  const level = serviceLevel === 'redline' ? 'RED LINE ' : ''
  const unpaid = status === 'awaiting_payment' ? ' (not paid yet)' : ''
  return `${dangers}${level}${service}${unpaid}, ${borough ?? (postcode || 'no address')}`
}

const previewOf = ({ name, phone, description }: Booking) =>
  [isolated(name), phoneText(phone), isolated(description)].filter((part) => part).join(', ')

const keysOf = ({ id, phone }: Booking, { url }: Site): Block => ({
  keys: [
    { label: `Call ${phoneText(phone)}`, href: `tel:${phone}`, isUrgent: true },
    { label: 'Open the booking', href: `${url}${`/staff/bookings/${id}` satisfies SitePath}` },
  ],
})

function warningsOf(booking: Booking): Block[] {
  return [
    ...dangerFirstSteps(booking),
    booking.suspectedSpam
      ? 'Possible spam: a hidden field was filled in, or the text is full of links or adverts. Call them to find out. The customer has been told as usual; only the webhook waits until you accept the booking or mark it as not spam.'
      : '',
    booking.late
      ? `This reached us late, so call them. They sent it at ${spokenTimeOnDay(booking.submittedAt)}, and the time they asked for may have passed, or the price they saw may have changed.`
      : '',
    booking.toAgree ? 'No time is agreed: it isn’t confirmed, and the time they asked for is kept for bookings that are. Call them.' : '',
    doubtText(booking),
    booking.vulnerableOccupant ? 'There’s a vulnerable person at the property.' : '',
  ]
    .filter((warning) => warning)
    .map((warning) => ({ warning }))
}

function doubtText(booking: Booking): string {
  const doubt = areaDoubt(booking)
  if (!doubt) return ''
  return doubt === 'outside' ? 'Outside our area: call before sending an engineer.' : 'No address yet: call before sending an engineer.'
}

const bookingFacts = (booking: Booking, statement?: Statement): Facts => [
  ['Reference', booking.reference],
  ['Name', booking.name],
  ['Phone', phoneText(booking.phone)],
  ['Email', booking.email],
  ['Address', placeText(booking)],
  ['Promised', promisedText(booking)],
  ...saidFacts(booking),
  ['Service level', serviceLevelText(booking.serviceLevel)],
  ...priceFacts(booking, statement, 'staff'),
  ['Booked', spokenMoment(booking.createdAt)],
]

/** 'As soon as possible: Friday 20 November, 2.15pm to 3pm'. */
function promisedText({ serviceLevel, slotStartsAt, promisedFrom, promisedUntil }: Booking): string {
  const window = windowInFull(promisedFrom, promisedUntil)
  if (slotStartsAt) return window
  return `${serviceLevel === 'redline' ? 'Red Line' : 'As soon as possible'}: ${window}`
}

/** Returns the optional answers. */
function saidFacts({ description, accessNotes, siteContact }: Booking): Facts {
  const facts = [
    ['The problem', description],
    ['Access', accessNotes],
    ['Who will let us in', siteContact],
  ] as const
  return facts.filter(([, value]) => value)
}
