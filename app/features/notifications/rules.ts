import { areaDoubt } from '#app/features/areas/locate.ts'
import { placeText, serviceLevelText } from '#app/features/booking/answers.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { type DifferenceKind, differenceText } from '#app/features/payments/differences.ts'
import type { readDifferences } from '#app/features/payments/read-differences.server.ts'
import { rateCardOf } from '#app/features/pricing/bill.ts'
import { priceRules } from '#app/features/pricing/bill-rules-text.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { arrivalText } from '#app/features/promises/arrival-window.ts'
import { momentText } from '#app/platform/london.ts'
import { phoneText } from '#app/platform/uk.ts'
import { type BusinessDetails, business } from '#content/business.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { gasSafeCheck, meanwhile } from '#content/meanwhile.ts'
import { poundsText } from '#content/money.ts'
import { bothFeesText, defaultPrices, phoneFeeText } from '#content/price-list.ts'
import { contactMinutes } from '#content/stated.ts'
import type { BookingStatus } from '#db/tables.ts'
import type { BookingChange, LateBackups, PhoneFirstChange } from './schema.ts'

export type Facts = readonly (readonly [string, string])[]

/** What a new booking is, in the words of a webhook's type: `booking.received` or `booking.awaiting_payment`. */
export const bookingEventType = (booking: Pick<Booking, 'paymentDueAt'>): string =>
  booking.paymentDueAt === null ? 'booking.received' : 'booking.awaiting_payment'

export const estimateFacts = (booking: Booking): Facts => {
  const terms = JSON.parse(booking.frozenTerms) as Partial<FrozenTerms>
  const { offer } = terms
  return [
    ['Estimate, VAT included', poundsText(booking.estimatePence)],
    ...(booking.priorityFeePence > 0 ? [['Priority fee', feeText(booking, terms)] as const] : []),
    ...(offer ? [[`Offer: ${offer.name}`, poundsText(-offer.discountPence)] as const] : []),
  ]
}

const feeText = ({ channel, priorityFeePence }: Booking, { phoneFeePence }: Partial<FrozenTerms>) =>
  channel === 'phone' ? phoneFeeText(priorityFeePence) : bothFeesText(priorityFeePence, phoneFeePence)

// --- To staff ---

export interface StaffNotice {
  subject: string
  heading: string
  /** Whom to ring, E.164; nobody where it is about no booking. */
  phone?: string
  warnings: string[]
  facts: Facts
}

/** What staff need to ring and to send somebody: the most urgent thing first. */
export function staffNotice(booking: Booking): StaffNotice {
  const spam = booking.suspectedSpam === 1
  const level = booking.serviceLevel === 'redline' ? 'RED LINE ' : ''
  const unpaid = booking.status === 'awaiting_payment' ? ' (not paid yet)' : ''
  const heading = `${level}${booking.service}${unpaid}, ${booking.borough ?? (booking.postcode || 'place unknown')}`
  return {
    subject: spam ? `Possible spam: booking ${booking.reference}` : `${booking.reference}: ${heading}`,
    heading: spam ? `Possible spam, please look: ${heading}` : heading,
    phone: booking.phone,
    warnings: warningsOf(booking),
    facts: [
      ['Reference', booking.reference],
      ['Name', booking.name],
      ['Phone', phoneText(booking.phone)],
      ['Email', booking.email],
      ['Where', placeText(booking)],
      ['Promised', arrivalText(booking)],
      ...optionalFacts(booking),
      ['Service level', serviceLevelText(booking.serviceLevel)],
      ...estimateFacts(booking),
      ['Booked', momentText(booking.createdAt)],
    ],
  }
}

function warningsOf(booking: Booking): string[] {
  return [
    booking.suspectedSpam
      ? 'A hidden field was filled in: a robot, or a browser that fills in forms. The customer got no mail and no webhook was sent.'
      : '',
    booking.late ? `Late, ring: it was sent ${momentText(booking.submittedAt)} and reached us after its time had passed.` : '',
    doubtText(booking),
    booking.vulnerableOccupant ? 'Somebody vulnerable lives there.' : '',
  ].filter((warning) => warning)
}

function doubtText(booking: Booking): string {
  const doubt = areaDoubt(booking)
  if (!doubt) return ''
  return doubt === 'outside' ? 'Outside our boroughs: ring before anyone drives.' : 'Place unknown: ask before anyone drives.'
}

function optionalFacts(booking: Booking): Facts {
  const facts = [
    ['What they see', booking.description],
    ['How to get in', booking.accessNotes],
    ['Who lets us in', booking.siteContact],
  ] as const
  return facts.filter(([, value]) => value)
}

/** What a customer did with a booking, in the order of urgency in which staff read it. */
export interface ToldChange {
  change: BookingChange['change']
  at: string
  /** Who did it, as in the booking's history. */
  actor: string
  /** What was agreed, or what was written. */
  text: string
}

const changeHeadings = {
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
} as const

const factLabels: Partial<Record<BookingChange['change'], string>> = {
  message: 'They write',
  paid: 'Payment',
  unpaid: 'Hold',
  refunded: 'Refund',
  reply: 'We wrote',
  escalated: 'Alarm',
}

/** What staff need to know of a customer's act: what was done first, then the booking as it stands now. */
export function staffChangeNotice(booking: Booking, { change, at, text }: ToldChange, fromStatus?: BookingStatus | null): StaffNotice {
  const notice = staffNotice(booking)
  const isSpam = booking.suspectedSpam === 1
  const heading = `${changeHeadings[change]}: ${notice.heading}`
  return {
    ...notice,
    subject: isSpam ? `Possible spam: booking ${booking.reference}` : `${booking.reference}: ${heading}`,
    heading,
    warnings: [...(fromStatus ? (changeWarnings[fromStatus] ?? []) : []), ...notice.warnings],
    facts: [[factLabels[change] ?? 'What was agreed', text], ['When', momentText(at)], ...notice.facts],
  }
}

/** What staff have to look at of payments, one fact each. */
export function paymentsNotice(differences: Awaited<ReturnType<typeof readDifferences>>): StaffNotice {
  const heading = differences.length === 1 ? 'Please look at a payment' : `Please look at ${differences.length} payments`
  return {
    subject: heading,
    heading,
    warnings: [],
    facts: differences.map(({ providerPaymentId, reference, kind, oursPence, theirsPence }) => [
      reference ? `${providerPaymentId}, booking ${reference}` : providerPaymentId,
      differenceText(kind as DifferenceKind, oursPence, theirsPence),
    ]),
  }
}

/** That the public pages ask people to ring, or no longer. */
export function phoneFirstNotice({ isOn, at, problem }: PhoneFirstChange): StaffNotice {
  const heading = isOn ? 'Online booking is failing: people are asked to ring' : 'Online booking works again'
  return {
    subject: heading,
    heading,
    warnings: isOn ? ['Have somebody at the phone. Tell whoever looks after the server.'] : [],
    facts: [
      [isOn ? 'Since' : 'At', momentText(at)],
      ...(isOn ? ([['What went wrong', problem]] as Facts) : []),
      [
        'What this is',
        isOn
          ? 'The server makes a booking that is none every quarter of an hour. Two in a row have failed, so the pages show the phone number first. They stop by themselves when one works.'
          : 'A booking that the server made to try has worked, and the pages show the form as usual.',
      ],
      ...(isOn
        ? ([['If bookings do arrive', 'The server may not reach itself at its own address: see MONITOR_URL in the README.']] as Facts)
        : []),
    ],
  }
}

/** That there is no new backup that can be relied on, in one place or more. */
export function backupLateNotice({ places }: LateBackups): StaffNotice {
  const heading = 'Backups are late'
  return {
    subject: heading,
    heading,
    warnings: [
      'Tell whoever looks after the server today. If the data were lost now, so would be every booking since the last good backup.',
    ],
    facts: places.flatMap(
      ({ name, goodAt, problem }): Facts => [
        ['Where', name],
        ['Last good backup', goodAt ? momentText(goodAt) : 'none yet'],
        ...(problem ? ([['What went wrong', problem]] as Facts) : []),
      ],
    ),
  }
}

/** Somebody may be on a job that is no more. */
const changeWarnings: Partial<Record<BookingStatus, string[]>> = {
  assigned: ['An engineer had this job: tell them.'],
  en_route: ['The engineer is on the way: ring them now.'],
}

/** The signed webhook's body: everything that a dispatcher's automation needs, and nothing secret. */
export const webhookBody = (booking: Booking) => ({
  type: bookingEventType(booking),
  timestamp: booking.createdAt,
  data: {
    reference: booking.reference,
    serviceLevel: booking.serviceLevel,
    service: booking.service,
    description: booking.description,
    name: booking.name,
    phone: booking.phone,
    email: booking.email,
    address: booking.address,
    postcode: booking.postcode,
    borough: booking.borough,
    inArea: booking.inArea === 1,
    accessNotes: booking.accessNotes,
    siteContact: booking.siteContact,
    vulnerableOccupant: booking.vulnerableOccupant === 1,
    preferredDate: booking.preferredDate,
    slotStartsAt: booking.slotStartsAt,
    slotEndsAt: booking.slotEndsAt,
    promisedFrom: booking.promisedFrom,
    promisedUntil: booking.promisedUntil,
    estimatePence: booking.estimatePence,
    priorityFeePence: booking.priorityFeePence,
    paymentDueAt: booking.paymentDueAt,
    late: booking.late === 1,
    createdAt: booking.createdAt,
  },
})

/**
 * The same of a customer's act: `booking.rescheduled`, `booking.cancelled` or `booking.message`; and of ours: `booking.promised`,
 * `booking.called_off` or `booking.escalated`; with the booking as it stands now.
 */
export function webhookChangeBody(booking: Booking, { change, at, actor, text }: ToldChange) {
  const { status, revision } = booking
  const said = change === 'message' ? { message: text } : { note: text }
  return { type: `booking.${change}`, timestamp: at, data: { ...webhookBody(booking).data, status, revision, actor, ...said } }
}

// --- To the customer ---

export interface Confirmation {
  subject: string
  reference: string
  opening: string
  facts: Facts
  meanwhile: readonly string[]
  priceRules: readonly string[]
  /** How to change or cancel, by the terms. */
  changing: readonly string[]
  trackingUrl: string
}

/** What the customer is told at once: the reference, the promise, the price and what to do meanwhile. */
export const confirmationOf = (booking: Booking, trackingUrl: string, details: BusinessDetails): Confirmation => ({
  subject: `Your booking ${booking.reference}: ${booking.service}`,
  reference: booking.reference,
  opening: openingOf(booking, details),
  facts: [['Emergency', booking.service], ['Arrival', arrivalText(booking)], ['Where', placeText(booking)], ...estimateFacts(booking)],
  meanwhile: meanwhile[booking.service as EmergencyTypeName],
  priceRules: priceRules({ ...rateCardOf(defaultPrices), ...(JSON.parse(booking.frozenTerms) as Partial<FrozenTerms>) }),
  changing: changingOf(booking, `${new URL(trackingUrl).origin}/terms`, details),
  trackingUrl,
})

/** A visit for a later slot is no urgent one: the law gives 14 days to cancel it (terms, other work). */
export function changingOf({ slotStartsAt }: Booking, termsUrl: string, { emergencyPhone }: BusinessDetails): string[] {
  const free = `Follow the link above, or ring ${emergencyPhone.text} and name the reference. Until the engineer sets out it is free. Our terms: ${termsUrl}`
  const later = 'You booked a visit for later: you may also cancel without a reason within 14 days of our confirming it.'
  return slotStartsAt ? [free, `${later} How, and a form for it: ${termsUrl}#other-work`] : [free]
}

function openingOf(booking: Booking, { emergencyPhone }: BusinessDetails): string {
  if (booking.channel === 'phone') return `You booked by phone. Is anything of this wrong? Call ${emergencyPhone.text}.`
  if (booking.paymentDueAt) {
    const held =
      'A Red Line slot is yours when the priority fee is paid. Your booking’s page shows whether we hold one for you, and until when you can pay.'
    return areaDoubt(booking) !== 'outside' ? held : `${held} Your postcode is outside the boroughs we cover: please call before you pay.`
  }
  const contact = `We'll contact you within ${contactMinutes} minutes to confirm your emergency service appointment. Or call ${emergencyPhone.text}.`
  return areaDoubt(booking) !== 'outside'
    ? contact
    : `${contact} Your postcode is outside the boroughs we cover: we will say then whether we can come.`
}

/** The confirmation as plain text. */
export function confirmationText(
  { opening, reference, facts, trackingUrl, ...rest }: Confirmation,
  { emergencyPhone }: BusinessDetails,
): string {
  return [
    'We have your booking.',
    opening,
    `Your reference: ${reference}`,
    factsText(facts),
    `Follow, change or cancel this booking (a private link, whoever has it can do the same):\n${trackingUrl}`,
    `Until the engineer comes\n${listText(rest.meanwhile)}`,
    `How the bill is made\n${listText(rest.priceRules)}`,
    `To change or cancel\n${listText(rest.changing)}`,
    `At the door\n${gasSafeCheck}`,
    `${business.name}\n${business.hours}: ${emergencyPhone.text}`,
  ].join('\n\n')
}

/** The notice as plain text. */
export const staffNoticeText = ({ heading, warnings, facts }: StaffNotice): string => [heading, ...warnings, factsText(facts)].join('\n\n')

export const factsText = (facts: Facts) => facts.map(([label, value]) => `${label}: ${value.replaceAll('\n', '\n  ')}`).join('\n')
export const listText = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n')
