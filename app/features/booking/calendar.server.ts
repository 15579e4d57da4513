import ical, { ICalCalendarMethod } from 'ical-generator'
import { hashOf } from '#app/platform/ids.ts'
import { business } from '#content/business.ts'
import type { Booking } from './reads.server.ts'
import { placeText } from './rules.ts'

/** The promised window as an iCalendar file. The same booking keeps its UID, so a second import replaces the first. */
export function calendarFile(booking: Booking, trackingUrl: string): string {
  const calendar = ical({
    name: business.name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: business.name, product: 'Booking', language: 'EN' },
  })
  calendar.createEvent({
    id: `${hashOf(booking.id).slice(0, 32)}@booking`,
    start: new Date(booking.promisedFrom),
    end: new Date(booking.promisedUntil),
    stamp: new Date(booking.createdAt),
    summary: `${booking.service}: engineer from ${business.name}`,
    location: placeText(booking),
    description: `Reference ${booking.reference}. Questions: ${business.emergencyPhone.text}`,
    url: trackingUrl,
  })
  return calendar.toString()
}
