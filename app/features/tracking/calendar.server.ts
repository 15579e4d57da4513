import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { placeText } from '#app/features/booking/answers.ts'
import { statuses } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Config } from '#app/platform/config.ts'
import { hashOf } from '#app/values/ids.ts'
import { type BusinessDetails, business } from '#content/business.ts'

/** The seconds between refreshes of subscribed calendars. */
const lookAgainSeconds = 15 * 60

/** A calendar file, and its Content-Type header; its `method` is the same as in the file (RFC 5545, 8.1). */
interface CalendarFile {
  contentType: string
  content: string
}

/**
 * The promised window as an iCalendar file (RFC 5545). The same booking keeps its UID, and every change has a higher SEQUENCE, so that
 * a later file replaces an earlier one. A visit that will not happen is METHOD:CANCEL, which takes it out of calendars; the others are
 * METHOD:PUBLISH, since a REQUEST would ask for an answer. The organiser is the sender of our emails: calendars take a cancellation only
 * from the organiser (RFC 5546, 6.1.1).
 */
export function calendarFile(
  booking: Booking,
  trackingUrl: string,
  { config: { mailFrom }, details }: { config: Pick<Config, 'mailFrom'>; details: BusinessDetails },
): CalendarFile {
  const isCalledOff = statuses[booking.status].stage === 'called_off'
  const method = isCalledOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = newCalendar(business.name, 'Booking', method)
  calendar.createEvent({
    ...visitEvent(booking, mailFrom),
    status: isCalledOff ? ICalEventStatus.CANCELLED : booking.toAgree ? ICalEventStatus.TENTATIVE : null,
    summary: `${booking.service}: engineer from ${business.name}`,
    location: placeText(booking),
    description: `Your reference is ${booking.reference}. If you have any questions, call ${details.emergencyPhone.text}.`,
    url: trackingUrl,
  })
  return { contentType: `text/calendar; charset=utf-8; method=${method}`, content: calendarText(calendar) }
}

/** An empty calendar; `product`: the kind, for the programs that read it. */
export const newCalendar = (name: string, product: string, method: ICalCalendarMethod): ICalCalendar =>
  ical({ name, method, ttl: lookAgainSeconds, prodId: { company: business.name, product, language: 'EN' } })

type Visit = Pick<Booking, 'id' | 'promisedFrom' | 'promisedUntil' | 'revision' | 'revisedAt' | 'createdAt'>

/** The part of a visit that all calendars share, with one UID. */
export function visitEvent({ id, promisedFrom, promisedUntil, revision, revisedAt, createdAt }: Visit, mailFrom: string) {
  const at = new Date(revisedAt ?? createdAt)
  return {
    ...{ id: `${hashOf(id).slice(0, 32)}@booking`, sequence: revision, stamp: at, lastModified: at },
    ...{ start: new Date(promisedFrom), end: new Date(promisedUntil), organizer: organiserOf(mailFrom) },
  }
}

/** The file of a calendar. Every line ends with CRLF (RFC 5545, 3.1), the last one too, which the library leaves open. */
export const calendarText = (calendar: ICalCalendar): string => `${calendar.toString().trimEnd()}\r\n`

/** The organiser of visits: the sender of our emails, such as 'Emergency Plumbers London <no-reply@example.com>'. */
export const organiserOf = (sender: string) => ({ name: business.name, email: /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim() })
