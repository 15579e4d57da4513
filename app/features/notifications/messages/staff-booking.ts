import { areaDoubt } from '#app/features/areas/locate.ts'
import { placeText, serviceLevelText } from '#app/features/booking/answers.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { arrivalText } from '#app/features/promises/arrival-window.ts'
import { momentText } from '#app/platform/london.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { BookingStatus } from '#db/tables.ts'
import type { Block, Facts, Words } from './blocks.ts'
import { priceFacts } from './booking-facts.ts'
import type { Change } from './job-payloads.ts'
import type { ToldChange } from './read-change.server.ts'

/* What staff are told of a booking: all that is needed to ring and to send an engineer, the most urgent thing first. */

/** A new booking. */
export const newBookingWords = (booking: Booking): Words => ({
  subject: subjectOf(booking, headingOf(booking)),
  blocks: [{ heading: headingOf(booking) }, ringBlock(booking), ...warningsOf(booking), { facts: bookingFacts(booking) }],
})

const changeHeadings: Record<Change, string> = {
  rescheduled: 'Time changed',
  cancelled: 'CANCELLED',
  message: 'Message',
  paid: 'PAID, send somebody now',
  unpaid: 'UNPAID, ring',
  refunded: 'Money goes back',
  promised: 'New window',
  called_off: 'CANCELLED BY US',
  reply: 'We wrote',
  set_out: 'On the way',
  not_yet: 'Not on the way yet',
  escalated: 'NOBODY HAS ACCEPTED IT, act now',
  late: 'WE’RE LATE, call the customer',
}

const factLabels: Partial<Record<Change, string>> = {
  message: 'They write',
  paid: 'Payment',
  unpaid: 'Hold',
  refunded: 'Refund',
  reply: 'We wrote',
  escalated: 'Alarm',
  late: 'Promise missed',
}

/** Somebody may be on a job that is no more. */
const engineerWarnings: Partial<Record<BookingStatus, string>> = {
  assigned: 'An engineer had this job: tell them.',
  en_route: 'The engineer is on the way: ring them now.',
}

/** A change of a booking: what happened first, then the booking as it is now. */
export function staffChangeWords(booking: Booking, { change, at, text, fromStatus }: ToldChange): Words {
  const engineerWarning = fromStatus && engineerWarnings[fromStatus]
  const heading = `${changeHeadings[change]}: ${headingOf(booking)}`
  return {
    subject: subjectOf(booking, heading),
    blocks: [
      { heading },
      ringBlock(booking),
      ...(engineerWarning ? [{ warning: engineerWarning }] : []),
      ...warningsOf(booking),
      { facts: [[factLabels[change] ?? 'What was agreed', text], ['When', momentText(at)], ...bookingFacts(booking)] },
    ],
  }
}

const subjectOf = ({ suspectedSpam, reference }: Booking, heading: string) =>
  suspectedSpam ? `Possible spam: booking ${reference}` : `${reference}: ${heading}`

function headingOf({ suspectedSpam, serviceLevel, status, service, borough, postcode }: Booking): string {
  const spam = suspectedSpam ? 'Possible spam, please look: ' : ''
  const level = serviceLevel === 'redline' ? 'RED LINE ' : ''
  const unpaid = status === 'awaiting_payment' ? ' (not paid yet)' : ''
  return `${spam}${level}${service}${unpaid}, ${borough ?? (postcode || 'place unknown')}`
}

const ringBlock = ({ phone }: Booking): Block => ({ label: 'Ring', phone: phoneText(phone), href: `tel:${phone}` })

function warningsOf(booking: Booking): Block[] {
  return [
    booking.suspectedSpam
      ? 'A hidden field was filled in: a robot, or a browser that fills in forms. The customer got no mail and no webhook was sent.'
      : '',
    booking.late ? `Late, ring: it was sent ${momentText(booking.submittedAt)} and reached us after its time had passed.` : '',
    doubtText(booking),
    booking.vulnerableOccupant ? 'Somebody vulnerable lives there.' : '',
  ]
    .filter((warning) => warning)
    .map((warning) => ({ warning }))
}

function doubtText(booking: Booking): string {
  const doubt = areaDoubt(booking)
  if (!doubt) return ''
  return doubt === 'outside' ? 'Outside our boroughs: ring before anyone drives.' : 'Place unknown: ask before anyone drives.'
}

const bookingFacts = (booking: Booking): Facts => [
  ['Reference', booking.reference],
  ['Name', booking.name],
  ['Phone', phoneText(booking.phone)],
  ['Email', booking.email],
  ['Where', placeText(booking)],
  ['Promised', arrivalText(booking)],
  ...saidFacts(booking),
  ['Service level', serviceLevelText(booking.serviceLevel)],
  ...priceFacts(booking),
  ['Booked', momentText(booking.createdAt)],
]

/** What the customer said beyond what every booking needs. */
function saidFacts({ description, accessNotes, siteContact }: Booking): Facts {
  const facts = [
    ['What they see', description],
    ['How to get in', accessNotes],
    ['Who lets us in', siteContact],
  ] as const
  return facts.filter(([, value]) => value)
}
