import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { dangerFirstSteps, dangerLabels } from '#app/features/safety/danger-labels.ts'
import { longDayText } from '#app/platform/day.ts'
import { londonDay, spokenTimeAt } from '#app/platform/london.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { shortTimes, spokenDay, spokenTimes, windowInFull } from '#app/platform/spoken-moment.ts'
import type { Words } from './blocks.ts'
import type { Change } from './job-payloads.ts'
import type { ToldChange } from './read-change.server.ts'
import type { Site } from './site.ts'

/* Emails to an engineer about their own job. The customer's name and address are only on the phone's page, behind a sign-in. */

/** The occasions, with the first words of each email. */
const headings = {
  assigned: 'New job',
  promised: 'New time',
  cancelled: 'Cancelled',
  called_off: 'Cancelled',
  message: 'Message from your customer',
} as const satisfies Partial<Record<Change, string>>

export const engineersOccasions = Object.keys(headings) as (keyof typeof headings)[]

/** To an engineer on duty: an urgent job that no one has. Its type, dangers, district and window, and nothing of the customer. */
export function openJobWords(booking: Booking, site: Site): Words {
  const { service, serviceLevel, postcode, borough, promisedFrom, promisedUntil, reference } = booking
  const job = `${serviceLevel === 'redline' ? 'Red Line, ' : ''}${service}, ${postcode.split(' ')[0] || (borough ?? 'no address yet')}`
  return {
    subject: `No engineer yet: ${job}, by ${spokenTimeAt(promisedUntil)} (${reference})`,
    preview: 'Can you take it?',
    blocks: [
      { heading: `No engineer yet: ${job}` },
      { day: longDayText(londonDay(promisedFrom)), window: spokenTimes(promisedFrom, promisedUntil) },
      { paragraph: 'You’re on shift or on call. If you can make it, open your jobs and take this one.' },
      ...dangerLabels(booking).map((danger) => ({ warning: danger })),
      { keys: [{ label: 'Open your jobs', href: `${site.url}${'/engineer' satisfies SitePath}` }] },
      { note: `Reference ${reference}` },
    ],
  }
}

/** News of a job for its engineer. */
export function engineerWords(booking: Booking, { change, text }: ToldChange, site: Site): Words {
  const { service, serviceLevel, postcode, borough, promisedFrom, promisedUntil, reference } = booking
  const heading = headings[change as keyof typeof headings]
  const place = postcode.split(' ')[0] || (borough ?? 'no address yet')
  const day = londonDay(promisedFrom)
  const job = `${serviceLevel === 'redline' ? 'Red Line, ' : ''}${service}, ${place}`
  const isOff = change === 'cancelled' || change === 'called_off'
  return {
    subject: `${heading}: ${job}${isOff ? '' : `, ${spokenDay(day, londonDay(site.now))} ${shortTimes(promisedFrom, promisedUntil)}`} (${reference})`,
    preview: isOff ? 'Don’t set off for this one.' : windowInFull(promisedFrom, promisedUntil),
    blocks: [
      { heading: `${heading}: ${job}` },
      ...(isOff
        ? [{ paragraph: 'Don’t set off for this one.' }]
        : [{ day: longDayText(day), window: spokenTimes(promisedFrom, promisedUntil) }]),
      ...(change === 'message' && text ? [{ quote: text }] : []),
      ...(isOff ? [] : dangerFirstSteps(booking).map((warning) => ({ warning }))),
      { keys: [{ label: 'Open your jobs', href: `${site.url}${'/engineer' satisfies SitePath}` }] },
      { note: `Reference ${reference}` },
    ],
  }
}
