import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { placeText } from '#app/features/booking/answers.ts'
import { statuses } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { hashOf } from '#app/platform/ids.ts'
import { type BusinessDetails, business } from '#content/business.ts'

/** How often subscribed calendars refresh, in seconds. */
const lookAgainSeconds = 15 * 60

/**
 * The promised window as an iCalendar file (RFC 5545). The same booking keeps its UID, and every change has a higher SEQUENCE, so that
 * a later file replaces an earlier one; a visit that will not happen is STATUS:CANCELLED.
 */
export function calendarFile(booking: Booking, trackingUrl: string, { emergencyPhone }: BusinessDetails): string {
  const revisedAt = new Date(booking.revisedAt ?? booking.createdAt)
  const calendar = ical({
    name: business.name,
    method: ICalCalendarMethod.PUBLISH,
    ttl: lookAgainSeconds,
    prodId: { company: business.name, product: 'Booking', language: 'EN' },
  })
  calendar.createEvent({
    id: `${hashOf(booking.id).slice(0, 32)}@booking`,
    start: new Date(booking.promisedFrom),
    end: new Date(booking.promisedUntil),
    sequence: booking.revision,
    stamp: revisedAt,
    lastModified: revisedAt,
    status: statuses[booking.status].stage === 'called_off' ? ICalEventStatus.CANCELLED : null,
    summary: `${booking.service}: engineer from ${business.name}`,
    location: placeText(booking),
    description: `Your reference is ${booking.reference}. If you have any questions, call ${emergencyPhone.text}.`,
    url: trackingUrl,
  })
  return calendar.toString()
}
