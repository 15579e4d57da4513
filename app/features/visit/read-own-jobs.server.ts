import type { Kysely } from 'kysely'
import { placeText } from '#app/features/booking/answers.ts'
import { readLastAct } from '#app/features/booking/history.server.ts'
import { engineerSteps, hasEnded, openStatuses, statusFacts, stepFacts, type VisitStep } from '#app/features/booking/lifecycle.ts'
import { type Booking, readMessages } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { mayUndoOwn, undoOf } from '#app/features/dispatch/undo.ts'
import { readWorkViews, type WorkView } from '#app/features/extra-work/read-extra-work.server.ts'
import { readNotes } from '#app/features/inbox/read-notes.server.ts'
import { readStatement } from '#app/features/owed/read-statement.server.ts'
import { readActiveParts } from '#app/features/price-book/read-parts.server.ts'
import { dangerFirstSteps, dangerLabels } from '#app/features/safety/danger-labels.ts'
import { toInstant } from '#app/platform/clock.ts'
import { addDays } from '#app/platform/day.ts'
import { newId } from '#app/platform/ids.ts'
import { instantOf, londonDay, spokenTimeAt } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenDay, spokenTimes } from '#app/platform/spoken-moment.ts'
import { phoneText } from '#app/platform/uk.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { hasSheet, readJobSheet } from './job-sheet.server.ts'
import { mapLink } from './map-link.ts'

/** Not more jobs in two days than any engineer could do. */
const mostJobs = 60

/**
 * The jobs of an engineer that their phone shows: today's and tomorrow's by London's days, and open ones from before that nobody has
 * closed. By the windows that were promised, earliest first.
 */
const ownJobs = (db: Kysely<Tables>, engineerId: string, now: Date) => {
  const today = londonDay(now)
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('engineerId', '=', engineerId)
    .where('engineerId', 'is not', null)
    .where('erasedAt', 'is', null)
    .where('promisedFrom', '<', instantOf(addDays(today, 2), 0))
    .where((eb) => eb.or([eb('status', 'in', openStatuses), eb('promisedFrom', '>=', instantOf(today, 0))]))
    .where('status', 'not in', ['cancelled', 'expired', 'awaiting_payment'])
    .orderBy('promisedFrom')
    .orderBy('id')
    .limit(mostJobs)
}

/** An engineer's day: their jobs, and the one that comes next in full. `userAgent`: of their phone, which has its own maps. */
export async function readOwnDay(services: Services, engineer: { engineerId: string; userId: string }, userAgent: string) {
  const now = services.clock.now()
  const jobs = await ownJobs(services.db, engineer.engineerId, now).execute()
  const next = jobs.find(({ status }) => statusFacts(status).stage === 'on_site' || statusFacts(status).stage === 'on_the_way')
  const first = next ?? jobs.find(({ status }) => !hasEnded(status))
  return {
    now: toInstant(now),
    jobs: jobs.map((job) => rowOf(job, now)),
    next: first && (await jobOf(services, first, { ...engineer, userAgent })),
  }
}

/** One of an engineer's jobs of today or tomorrow, in full. Throws `BookingNotFound` for any other. */
export async function readOwnJob(
  services: Services,
  engineer: { engineerId: string; userId: string },
  { bookingId, userAgent }: { bookingId: string; userAgent: string },
) {
  const job = await ownJobs(services.db, engineer.engineerId, services.clock.now()).where('id', '=', bookingId).executeTakeFirst()
  if (!job) throw new BookingNotFound()
  return jobOf(services, job, { ...engineer, userAgent })
}

export type OwnDay = Awaited<ReturnType<typeof readOwnDay>>
export type OwnJob = Awaited<ReturnType<typeof readOwnJob>>
export type JobRow = OwnDay['jobs'][number]

const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1)

const rowOf = (job: Booking, now: Date) => ({
  id: job.id,
  service: job.service,
  when: capital(`${spokenDay(londonDay(job.promisedFrom), londonDay(now))}, ${spokenTimes(job.promisedFrom, job.promisedUntil)}`),
  outcode: job.postcode.split(' ')[0] || (job.borough ?? ''),
  status: statusFacts(job.status).label,
  isOver: hasEnded(job.status),
  isRedLine: job.serviceLevel === 'redline',
})

async function jobOf({ db, clock }: Services, job: Booking, { userId, userAgent }: { userId: string; userAgent: string }) {
  const now = clock.now()
  const last = await readLastAct(db, job.id)
  const undo = undoOf(last, job, now)
  const statement = await readStatement(db, job)
  const place = placeText(job)
  return {
    ...rowOf(job, now),
    reference: job.reference,
    version: versionOf(job),
    /** Of the next press on this page: the same twice is one. */
    key: newId(),
    isLate: !hasEnded(job.status) && statusFacts(job.status).stage !== 'on_site' && job.promisedUntil < toInstant(now),
    place,
    address: job.address,
    postcode: job.postcode,
    mapHref: mapLink(place, userAgent),
    name: job.name,
    phone: job.phone,
    phoneText: phoneText(job.phone),
    siteContact: job.siteContact,
    accessNotes: job.accessNotes,
    description: job.description,
    isVulnerable: job.vulnerableOccupant === 1,
    dangers: dangerLabels(job),
    dangerSteps: dangerFirstSteps(job),
    most: hasEnded(job.status) ? undefined : poundsText(statement.mostPence),
    // 'No access' has a page of its own.
    steps: engineerSteps(job.status)
      .filter((step) => step !== 'no_access')
      .map(stepView),
    isAtDoor: job.status === 'arrived',
    sheet: hasSheet(job.status) ? await readJobSheet(db, job) : undefined,
    book: hasSheet(job.status) ? await readActiveParts(db) : [],
    extraWork: hasSheet(job.status) ? (await readWorkViews(db, job)).map(workRow) : undefined,
    undo: 'until' in undo && mayUndoOwn(last, userId, now) ? true : undefined,
    messages: (await readMessages(db, job.id)).slice(-5).map(({ id, at, sender, text }) => ({
      ...{ id, text },
      from: sender === 'staff' ? 'Us' : 'Customer',
      at: spokenTimeAt(at),
    })),
    notes: (await readNotes(db, job.id)).slice(-5).map(({ id, text, by }) => ({ id, text, by })),
  }
}

/** What an engineer reads of a suggestion on the job's page. */
const workRow = ({ id, name, amountPence, state }: WorkView) => ({ id, text: `${name}, ${poundsText(amountPence)}`, state })

/** A step as its key shows it. What ends a visit is asked about once more. */
const stepView = (step: VisitStep) => ({
  step,
  button: stepFacts(step).engineer?.button ?? '',
  isFinal: hasEnded(stepFacts(step).to ?? 'arrived'),
})
