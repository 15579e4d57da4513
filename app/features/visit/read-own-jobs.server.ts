import type { Kysely } from 'kysely'
import { placeText } from '#app/features/booking/answers.ts'
import { dangerFirstSteps } from '#app/features/booking/danger-labels.ts'
import { readLastAct, readTakenAt } from '#app/features/booking/history.server.ts'
import { hasEnded, isExpected, openStatuses, statusesAt, statusFacts } from '#app/features/booking/lifecycle.ts'
import { type Booking, readHistory, readMessages, readNotes } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { addressKey } from '#app/features/booking/same-visit.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { mayAskToStart } from '#app/features/capacity/cancellation.ts'
import { readLastBill } from '#app/features/payments/bill-balance.server.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { readActiveParts } from '#app/features/pricing/read-parts.server.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { mapLink } from '#app/platform/map-link.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { phoneIn, phoneText } from '#app/platform/uk.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { toInstant } from '#app/values/clock.ts'
import { addDays, dayWithYear } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { whenText } from './another-time.ts'
import { readVisitTimes } from './correct-visit-time.server.ts'
import { readJobSheet } from './job-sheet.server.ts'
import { statusView } from './job-view.ts'
import { readWorkViews, type WorkView } from './read-extra-work.server.ts'
import { readApplianceViews, readGasDuty } from './read-gas-record.server.ts'
import { type Photo, readPhotos } from './read-photos.server.ts'
import { readStatement } from './read-statement.server.ts'
import { readReturnView } from './return-fault.server.ts'
import { hasSheet, returnReasonTexts } from './sheet/job-sheet.ts'
import { undoOf, undoOwnUntil } from './undo.ts'

/** More jobs in two days than any engineer could do. */
const mostJobs = 60

/**
 * The jobs on an engineer's phone: today's and tomorrow's by London's days, and earlier open ones, in the order of the plan of visits, which
 * keeps every window that can be kept; those without a place in it by the start of their window.
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
    .orderBy(({ selectFrom, fn }) => {
      const place = selectFrom('visitPlaces').select(({ fn }) => fn.min('startsAt').as('arrivesAt'))
      return fn.coalesce(place.whereRef('visitPlaces.bookingId', '=', 'bookings.id'), 'promisedFrom')
    })
    .orderBy('id')
    .limit(mostJobs)
}

/** An engineer's day: their jobs, with open ones in full. `userAgent`: of their phone, for its maps. */
export async function readOwnDay(services: Services, engineer: { engineerId: string; userId: string }, userAgent: string) {
  const now = services.clock.now()
  const jobs = await ownJobs(services.db, engineer.engineerId, now).execute()
  const open: OwnJob[] = []
  for (const job of jobs) if (!hasEnded(job.status)) open.push(await jobOf(services, job, { ...engineer, userAgent }))
  return { now: toInstant(now), jobs: jobs.map((job) => rowOf(job, now)), open }
}

/** One of an engineer's jobs of today or tomorrow, in full. Throws `BookingNotFound` for any other. */
export async function readOwnJob(
  services: Services,
  engineer: { engineerId: string; userId: string },
  { bookingId, userAgent }: { bookingId: string; userAgent: string },
) {
  const job = await ownJobs(services.db, engineer.engineerId, services.clock.now()).where('id', '=', bookingId).executeTakeFirst()
  if (!job) throw new BookingNotFound()
  // Also before they have arrived: there may be no connection later.
  return { ...(await jobOf(services, job, { ...engineer, userAgent })), book: await readActiveParts(services.db) }
}

type OwnDay = Awaited<ReturnType<typeof readOwnDay>>
export type OwnJob = Awaited<ReturnType<typeof jobOf>>
export type JobRow = OwnDay['jobs'][number]

const rowOf = (job: Booking, now: Date) => ({
  id: job.id,
  version: versionOf(job),
  service: job.service,
  name: job.name,
  when: whenText(job.promisedFrom, job.promisedUntil, now),
  outcode: job.postcode.split(' ')[0] || (job.borough ?? ''),
  state: job.status,
  status: statusFacts(job.status).label,
  isOver: hasEnded(job.status),
  isRedLine: job.serviceLevel === 'redline',
})

async function jobOf({ db, clock }: Services, job: Booking, { userId, userAgent }: { userId: string; userAgent: string }) {
  const now = clock.now()
  const last = await readLastAct(db, job.id)
  const undo = undoOf(last, job, now)
  const undoUntil = last && 'until' in undo ? undoOwnUntil(last, userId, await readTakenAt(db, last)) : undefined
  const statement = await readStatement(db, job)
  const { noAccessAfterMinutes, noAccessPence } = frozenBilling(job)
  const place = placeText(job)
  return {
    ...rowOf(job, now),
    ...statusView(job.status),
    /** The time of this data. */
    now: toInstant(now),
    reference: job.reference,
    /** Key of the next form on this page: sending it twice is one act. */
    key: newId(),
    isLate: !hasEnded(job.status) && statusFacts(job.status).stage !== 'on_site' && job.promisedUntil < toInstant(now),
    place,
    mapHref: mapLink(place, userAgent),
    phone: job.phone,
    phoneText: phoneText(job.phone),
    siteContact: job.siteContact,
    sitePhone: callable(phoneIn(job.siteContact)),
    accessNotes: job.accessNotes,
    description: job.description,
    isVulnerable: job.vulnerableOccupant === 1,
    // Only needed before the engineer is there.
    dangerSteps: isExpected(job.status) ? dangerFirstSteps(job) : [],
    most: hasEnded(job.status) ? undefined : poundsText(statement.mostPence),
    offer: statement.offerName,
    earlier: await readEarlierVisits(db, job),
    promisedFrom: job.promisedFrom,
    expectedAt: job.status === 'en_route' ? job.expectedAt : null,
    times: await readVisitTimes(db, job.id),
    /** Only the office changes a billed job. */
    isBilled: hasEnded(job.status) && (await readLastBill(db, job.id)) !== undefined,
    doorTerms: { noAccessAfterMinutes, noAccessPence },
    sheet: hasSheet(job.status) ? await readJobSheet(db, job) : undefined,
    ...photosOf(await readPhotos(db, job.id)),
    gas: await readGas(db, job),
    returnVisit: await readReturnView(db, job),
    forBusiness: job.forBusiness === 1,
    mayAskToStart: mayAskToStart(job, await readHistory(db, job.id), now),
    extraWork: hasSheet(job.status) ? (await readWorkViews(db, job)).map(workRow) : [],
    undo:
      undoUntil && undoUntil >= toInstant(now)
        ? { until: undoUntil, to: (JSON.parse(last?.before ?? '{}') as { status?: BookingStatus }).status }
        : undefined,
    // After the visit customers write to the office, maybe about the engineer.
    messages: (hasEnded(job.status) ? [] : await readMessages(db, job.id)).slice(-5).map(({ id, at, sender, text }) => ({
      ...{ id, text },
      from: sender === 'staff' ? 'Us' : 'Customer',
      at: spokenTimeSeen(at, now),
    })),
    notes: (await readNotes(db, job.id)).slice(-5).map(({ id, text, by }) => ({ id, text, by })),
  }
}

/** The number of the customer's photos, and a mark that changes with the photos of the job. */
const photosOf = (photos: readonly Photo[]) => ({
  customerPhotos: photos.filter(({ takenBy }) => takenBy === 'customer').length,
  photosMark: `${photos.length} ${photos.at(-1)?.id ?? ''}`,
})

/** A number to call by one tap; in E.164. */
const callable = (phone: string | undefined) => (phone ? { href: `tel:${phone}`, text: phoneText(phone) } : undefined)

/** Returns the gas record for an engineer's job page: its number of appliances, and the remaining steps. */
const readGas = async (db: Kysely<Tables>, job: Booking) => ({
  count: hasSheet(job.status) ? (await readApplianceViews(db, job.id)).length : 0,
  // Also before they have arrived: there may be no connection later.
  duty: hasEnded(job.status) ? undefined : (await readGasDuty(db, job))?.engineer,
})

/** A suggestion as shown on an engineer's job page. */
const workRow = ({ id, name, amountPence, state }: WorkView) => ({ id, text: `${name}, up to ${poundsText(amountPence)}`, state })

/** The most visits that are read: the newest of the postcode. */
const mostRead = 50
const mostShown = 3

/**
 * Returns earlier work at a job's address: the newest visits to exactly this address, three at most, each in words of its job sheet. The
 * customers of those visits aren't named.
 */
async function readEarlierVisits(db: Kysely<Tables>, job: Pick<Booking, 'id' | 'address' | 'postcode'>) {
  const place = addressKey(job)
  if (place === '' || job.postcode === '') return []
  const visits = await db
    .selectFrom('bookings')
    .innerJoin('jobSheets', 'jobSheets.bookingId', 'bookings.id')
    .select(['bookings.id', 'address', 'service', 'promisedFrom', 'found', 'done', 'needsReturn', 'returnNote'])
    .where('postcode', '=', job.postcode)
    .where('bookings.id', '!=', job.id)
    .where('erasedAt', 'is', null)
    .where('status', 'in', statusesAt('visited'))
    .orderBy('promisedFrom', 'desc')
    .limit(mostRead)
    .execute()
  return visits
    .filter(({ address }) => addressKey({ address, postcode: job.postcode }) === place)
    .slice(0, mostShown)
    .map(({ id, service, promisedFrom, found, done, needsReturn, returnNote }) => ({
      id,
      title: `${dayWithYear(londonDay(promisedFrom))}, ${service}`,
      text: [found, done, needsReturn && `${returnReasonTexts[needsReturn]}: ${returnNote}`].filter(Boolean).join('\n'),
    }))
}
