import type { OfEngineer } from '#app/features/booking/announce.ts'
import { dangerFirstSteps } from '#app/features/booking/danger-labels.ts'
import { notAJobStatuses } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { openJobOf } from '#app/features/visit/open-jobs.server.ts'
import { londonDay, spokenTimeAt } from '#app/platform/london.ts'
import type { Alert } from '#app/platform/push.ts'
import { shortTimes, spokenDayAt, spokenTimes, windowInFull } from '#app/platform/spoken-moment.ts'
import { longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Words } from './blocks.ts'
import type { Change } from './job-payloads.ts'
import type { ToldChange } from './read-change.server.ts'
import type { Site } from './site.ts'

/* Emails and alerts to an engineer about their own job. The customer's name and address are only on the phone's page, behind a sign-in. */

/** Of all changes to a job's engineer, place or time; acts of customers and staff cause these (`booking/announce.ts`). */
export const engineersOccasions = ['assigned', 'unassigned', 'job_changed', 'message'] as const satisfies readonly Change[]

/** To an engineer on duty, or to an owner: an urgent job that no one has. Its type, dangers, district and window, and nothing of the customer. */
export function openJobWords(booking: Booking, site: Site, isOwner = false): Words {
  const { promisedFrom, promisedUntil, reference } = booking
  const { id, service, isRedLine, district, dangers } = openJobOf(booking)
  const job = `${isRedLine ? 'Red Line, ' : ''}${service}, ${district}`
  return {
    subject: `No engineer yet: ${job}, by ${spokenTimeAt(promisedUntil)} (${reference})`,
    preview: isOwner ? 'Assign an engineer, or call one.' : 'Can you take it?',
    blocks: [
      { heading: `No engineer yet: ${job}` },
      { day: longDayText(londonDay(promisedFrom)), window: spokenTimes(promisedFrom, promisedUntil) },
      {
        paragraph: isOwner
          ? 'No engineer has this job. Assign one now, or call an engineer.'
          : 'You’re on shift or on call. If you can make it, open your jobs and take this one.',
      },
      ...dangers.map((danger) => ({ warning: danger })),
      {
        keys: [
          isOwner
            ? { label: 'Open the booking', href: `${site.url}${`/staff/bookings/${id}` satisfies SitePath}` }
            : { label: 'Open your jobs', href: `${site.url}${'/engineer' satisfies SitePath}` },
        ],
      },
      { note: `Reference ${reference}` },
    ],
  }
}

/** News of a job for its engineer. `job`: the window as they knew it. */
export function engineerWords(booking: Booking, told: ToldChange, site: Site, job?: OfEngineer): Words {
  const { service, serviceLevel, reference } = booking
  const { change, text } = told
  const { heading, place, isTaken, isMoved, known, from, until } = newsOf(booking, change, job)
  const day = londonDay(from)
  const name = `${serviceLevel === 'redline' ? 'Red Line, ' : ''}${service}, ${place}`
  const instruction = 'Don’t set off for this one. If you’re on your way, call the office.'
  return {
    subject: `${heading}: ${name}, ${spokenDayAt(from, site.now)} ${shortTimes(from, until)} (${reference})`,
    preview: isTaken ? instruction : windowInFull(from, until),
    blocks: [
      { heading: `${heading}: ${name}` },
      { day: longDayText(day), window: spokenTimes(from, until) },
      ...(isTaken ? [{ paragraph: [text, instruction].filter(Boolean).join(' ') }] : []),
      ...(!isTaken && change === 'job_changed' && isMoved ? [{ paragraph: `It was ${windowInFull(known.from, known.until)}.` }] : []),
      ...(!isTaken && change === 'job_changed' && !isMoved ? [{ paragraph: 'Open the job to see what changed before you set off.' }] : []),
      ...(change === 'message' && text ? [{ quote: text }] : []),
      ...(isTaken ? [] : dangerFirstSteps(booking).map((warning) => ({ warning }))),
      { keys: [{ label: 'Open your jobs', href: `${site.url}${'/engineer' satisfies SitePath}` }] },
      { note: `Reference ${reference}` },
    ],
  }
}

/** The same as a lock screen shows it. `at`: when it happened. */
export function engineerAlert(booking: Booking, { change }: ToldChange, at: Date, job?: OfEngineer): Alert {
  const { id, service, serviceLevel } = booking
  const { heading, place, isTaken, from, until } = newsOf(booking, change, job)
  return {
    title: `${heading}: ${service}`,
    body: alertBody([serviceLevel === 'redline' ? 'Red Line' : '', place], { promisedFrom: from, promisedUntil: until }, at),
    path: isTaken ? ('/engineer' satisfies SitePath) : (`/engineer/jobs/${id}` satisfies SitePath),
    about: id,
  }
}

/** 'Red Line, E1, today 2.15pm to 3pm'. `at`: when it happened. */
export const alertBody = (
  parts: readonly string[],
  { promisedFrom, promisedUntil }: Pick<Booking, 'promisedFrom' | 'promisedUntil'>,
  at: Date,
): string => [...parts, `${spokenDayAt(promisedFrom, at)} ${spokenTimes(promisedFrom, promisedUntil)}`].filter(Boolean).join(', ')

function newsOf(booking: Booking, change: Change, job?: OfEngineer) {
  const { promisedFrom, promisedUntil } = booking
  const isTaken = change === 'unassigned' || notAJobStatuses.includes(booking.status)
  const known = { from: job?.from ?? promisedFrom, until: job?.until ?? promisedUntil }
  const isMoved = known.from !== promisedFrom || known.until !== promisedUntil
  return {
    heading: headingOf(booking, change, { isTaken, isMoved }),
    place: openJobOf(booking).district,
    ...{ isTaken, isMoved, known },
    ...(isTaken ? known : { from: promisedFrom, until: promisedUntil }),
  }
}

function headingOf({ status }: Booking, change: Change, { isTaken, isMoved }: { isTaken: boolean; isMoved: boolean }): string {
  if (change === 'message') return 'Message from your customer'
  if (isTaken) return notAJobStatuses.includes(status) ? 'Cancelled' : 'No longer yours'
  if (change === 'assigned') return 'New job'
  // An email of an earlier version that waited has no window to compare with.
  return isMoved || change === 'promised' ? 'New time' : 'Details changed'
}
