import { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Kysely, Transaction } from 'kysely'
import { lockEngineer, lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { placeText } from '#app/features/booking/answers.ts'
import { statusesAt } from '#app/features/booking/lifecycle.ts'
import { EntryNotFound } from '#app/features/booking/refusals.ts'
import { readDeskHours, readWorkingHours, type WorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { readRotaPeople } from '#app/features/capacity/rota-people.server.ts'
import { calendarText, newCalendar, organiserOf, visitEvent } from '#app/features/tracking/calendar.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { hashOf, newId, newToken } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import type { Tables } from '#db/tables.ts'

/** Days before and after today that a feed covers. */
const daysAround = 60
/** The most visits in a feed: the latest ones. More than an engineer has in that time. */
const mostVisits = 2_000

/** The subject of a feed: an engineer's own jobs, or all jobs for the member of staff who asks. */
interface FeedRequest {
  /** The id of the user who asks: staff, or the engineer themselves. */
  userId: string
  /** Undefined: all jobs, for `userId`. */
  engineerId?: string
}

/**
 * Makes the address of a calendar feed, in place of an earlier one. Only a hash of it is stored, so it can't be shown again. Throws
 * `EntryNotFound` and `not_staff`.
 */
export async function makeFeed(services: Services, request: FeedRequest): Promise<string> {
  const { db, clock, config } = services
  const token = newToken()
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await requireOwner(tx, request)
    await dropFeed(tx, request)
    await tx
      .insertInto('calendarFeeds')
      .values({ id: newId(), ...columnsOf(request), tokenHash: hashOf(token), createdAt: toInstant(now) })
      .execute()
    await recordAudit(tx, now, { actor: request.userId, action: 'calendar-feed.make', subject: request.engineerId ?? request.userId })
  })
  return `${config.siteUrl}${`/calendar/${token}.ics` satisfies SitePath}`
}

/** Revokes a calendar feed: its address stops working. Throws as `makeFeed` does. */
export async function revokeFeed({ db, clock }: Services, request: FeedRequest): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireOwner(tx, request)
    if (await dropFeed(tx, request))
      await recordAudit(tx, clock.now(), {
        actor: request.userId,
        action: 'calendar-feed.revoke',
        subject: request.engineerId ?? request.userId,
      })
  })
}

/** The ids of the engineers who have a feed, and whether `userId` has one of all jobs. */
export async function readFeeds(db: Kysely<Tables>, userId: string): Promise<{ engineerIds: string[]; hasAllJobs: boolean }> {
  const feeds = await db.selectFrom('calendarFeeds').select(['engineerId', 'userId']).execute()
  return {
    engineerIds: feeds.flatMap(({ engineerId }) => engineerId ?? []),
    hasAllJobs: feeds.some((feed) => feed.userId === userId),
  }
}

/** Locks the feed's owner, and checks that `userId` may decide about it: the engineer, if they have not left, or staff. */
async function requireOwner(tx: Transaction<Tables>, { userId, engineerId }: FeedRequest): Promise<void> {
  if (!engineerId) return lockStaff(tx, userId)
  const known = await tx.selectFrom('engineers').select('userId').where('id', '=', engineerId).executeTakeFirst()
  const isOwn = known?.userId === userId
  if (!isOwn) await lockStaff(tx, userId)
  const engineer = await lockEngineer(tx, engineerId)
  if (!engineer || engineer.retiredAt || (isOwn && engineer.userId !== userId)) throw new EntryNotFound('We can’t find that engineer.')
}

const columnsOf = ({ userId, engineerId }: FeedRequest) => (engineerId ? { engineerId, userId: null } : { engineerId: null, userId })

async function dropFeed(tx: Transaction<Tables>, { userId, engineerId }: FeedRequest): Promise<boolean> {
  const dropped = await tx
    .deleteFrom('calendarFeeds')
    .where((eb) => (engineerId ? eb('engineerId', '=', engineerId) : eb('userId', '=', userId)))
    .returning('id')
    .executeTakeFirst()
  return dropped !== undefined
}

/**
 * The calendar of a feed's address; undefined if there is none. An engineer's own has the address and reference of their jobs; the one of
 * all jobs has the district and the engineer. Neither has names, numbers or notes of customers: the company behind a calendar reads it too.
 */
export async function readCalendarFeed(services: Pick<Services, 'db' | 'clock' | 'config'>, token: string): Promise<string | undefined> {
  const { db, clock, config } = services
  const feed = await db.selectFrom('calendarFeeds').select('engineerId').where('tokenHash', '=', hashOf(token)).executeTakeFirst()
  if (!feed) return undefined
  const { engineerId } = feed
  const today = londonDay(clock.now())
  const [from, until] = [instantOf(addDays(today, -daysAround), 0), instantOf(addDays(today, daysAround + 1), 0)]
  const visits = await db
    .selectFrom('bookings')
    .leftJoin('engineers', 'engineers.id', 'bookings.engineerId')
    .select(['bookings.id', 'reference', 'service', 'address', 'postcode', 'borough', 'promisedFrom', 'promisedUntil', 'toAgree'])
    .select(['revision', 'revisedAt', 'bookings.createdAt', 'engineers.name as engineer'])
    .where('erasedAt', 'is', null)
    .where('promisedFrom', '>=', from)
    .where('promisedFrom', '<', until)
    .where('status', 'not in', statusesAt('unpaid', 'called_off'))
    .$if(engineerId !== null, (query) => query.where('engineerId', '=', engineerId))
    .orderBy('promisedFrom', 'desc')
    .orderBy('bookings.id')
    .limit(mostVisits)
    .execute()
  const calendar = newCalendar(`${business.name}: ${engineerId ? 'your' : 'all'} jobs`, 'Jobs', ICalCalendarMethod.PUBLISH)
  for (const visit of visits) {
    const district = visit.postcode.split(' ')[0] || (visit.borough ?? 'no address yet')
    calendar.createEvent({
      ...visitEvent(visit, config.mailFrom),
      status: visit.toAgree ? ICalEventStatus.TENTATIVE : null,
      ...(engineerId
        ? { summary: `${visit.service} (${visit.reference})`, location: placeText(visit) }
        : { summary: `${visit.service}, ${district}: ${visit.engineer ?? 'no engineer yet'}` }),
    })
  }
  const names = new Map((await db.selectFrom('engineers').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
  // The same all day, so that the calendar is the same until something in it changes.
  const stamp = new Date(instantOf(today, 0))
  // Published events name their organiser (RFC 5546, 3.2.1).
  const organizer = organiserOf(config.mailFrom)
  const addHours = (personId: string, { kind, startsAt, endsAt }: Pick<WorkingHours, 'kind' | 'startsAt' | 'endsAt'>, summary: string) =>
    calendar.createEvent({
      ...{ id: `${hashOf(`${personId} ${kind} ${startsAt}`).slice(0, 32)}@hours`, stamp },
      ...{ start: new Date(startsAt), end: new Date(endsAt), organizer, summary },
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  for (const work of await readWorkingHours(db, from, until)) {
    if (engineerId ? work.engineerId !== engineerId : work.isSample) continue
    const kind = work.kind === 'on-call' ? 'On call' : 'On shift'
    addHours(work.engineerId, work, engineerId ? kind : `${kind}: ${names.get(work.engineerId) ?? ''}`)
  }
  if (engineerId) return calendarText(calendar)
  const desk = new Map((await readRotaPeople(db, 'desk')).map(({ id, name }) => [id, name]))
  for (const work of await readDeskHours(db, from, until))
    addHours(work.personId, work, `Dispatcher ${work.kind === 'on-call' ? 'on call' : 'on shift'}: ${desk.get(work.personId) ?? ''}`)
  return calendarText(calendar)
}
