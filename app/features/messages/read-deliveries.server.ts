import type { Kysely } from 'kysely'
import { addressKeysOf } from '#app/features/accounts/mail-account.server.ts'
import { announcementKind } from '#app/features/booking/announce.ts'
import { referenceIn } from '#app/features/desk/search-bookings.server.ts'
import { plainCode } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import type { Instant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { readRecipients } from './deliveries/read-recipients.server.ts'
import { type DeliveryKindName, deliveryKindNames, deliveryKinds, isListed, replayProblem } from './delivery-kinds.server.ts'
import { type Channel, type DeliveryState, deliveryStates } from './delivery-words.ts'
import { messages } from './wording/messages.server.ts'

/* Sent and unsent messages for staff: the recipient and the booking, never the content. Each kind in each state is a range of one index, so
   a page costs the same however many there are. */

/** On a delivery's own page: the newest of its attempts. Three days of trying are some 440. */
const mostAttempts = 500

/** The most bookings that a search finds the deliveries of. */
const mostFound = 200

/** The keys of deliveries that staff search for by a whole email address or reference; `undefined` without a search. */
export async function findAbouts(services: Services, typed: string): Promise<string[] | undefined> {
  const text = plainCode(typed.slice(0, 200)).toLowerCase()
  if (text === '') return undefined
  const { db } = services
  if (!text.includes('@'))
    return (await db.selectFrom('bookings').select('id').where('reference', '=', referenceIn(text)).execute()).map(({ id }) => id)
  const bookings = await db
    .selectFrom('bookings')
    .select('id')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', text))
    .orderBy('createdAt', 'desc')
    .limit(mostFound)
    .execute()
  const users = await db.selectFrom('authUsers').select('id').where('email', '=', text).execute()
  return [...bookings, ...users].map(({ id }) => id).concat(addressKeysOf(services, text))
}

/** One page of deliveries, and where the next one begins, if there is one. */
export async function readDeliveries(services: Services, filter: DeliveryFilter): Promise<{ deliveries: Delivery[]; next?: Cursor }> {
  const { db } = services
  if (filter.abouts?.length === 0) return { deliveries: [] }
  const ids = await listedDeliveries(db, filter).execute()
  const deliveries = await readByIds(
    services,
    ids.slice(0, deliveriesPerPage).map(({ id }) => id),
  )
  const last = deliveries.at(-1)
  const next: Cursor | undefined = ids.length > deliveriesPerPage && last ? { createdAt: last.createdAt, id: last.id } : undefined
  return { deliveries, next }
}

export type Delivery = Awaited<ReturnType<typeof readByIds>>[number]

async function readByIds(services: Services, ids: readonly string[]) {
  const { db } = services
  if (ids.length === 0) return []
  const jobs = await db
    .selectFrom('jobs')
    .leftJoin('jobAttempts', (join) => join.onRef('jobAttempts.jobId', '=', 'jobs.id').onRef('jobAttempts.number', '=', 'jobs.attempts'))
    .select(['jobs.id', 'kind', 'payload', 'state', 'runAt', 'leaseToken', 'attempts', 'createdAt', 'finishedAt', 'replayedAs', 'about'])
    .select(['jobAttempts.outcome', 'jobAttempts.detail'])
    .where('jobs.id', 'in', ids)
    .orderBy('createdAt', 'desc')
    .orderBy('jobs.id', 'desc')
    .execute()
  const recipientOf = await readRecipients(services, jobs)
  return jobs.map(({ payload: _, ...job }) => {
    const kind = job.kind as DeliveryKindName
    const { channel, label } = deliveryKinds[kind]
    const { to, reference, isErased } = recipientOf(job.id)
    return { ...job, kind, channel, label, to, reference, replayProblem: replayProblem({ kind, state: job.state, isErased }) }
  })
}

/** One delivery with its attempts, newest first, and its subject; undefined for an unknown id. */
export async function readDelivery(services: Services, id: string) {
  const { db } = services
  const job = await db.selectFrom('jobs').select('payload').where('id', '=', id).where('kind', 'in', deliveryKindNames).executeTakeFirst()
  const [delivery] = job ? await readByIds(services, [id]) : []
  if (!job || !delivery) return undefined
  const attempts = await db
    .selectFrom('jobAttempts')
    .select(['number', 'startedAt', 'endedAt', 'outcome', 'detail'])
    .where('jobId', '=', id)
    .orderBy('number', 'desc')
    .limit(mostAttempts)
    .execute()
  return { ...delivery, subject: await readSubject(services, delivery.kind, JSON.parse(job.payload)), history: attempts }
}

/** Returns the subject of a delivery, as it would be now; undefined if it has none, or if its booking is gone. */
async function readSubject(services: Services, kind: DeliveryKindName, payload: unknown): Promise<string | undefined> {
  try {
    return kind === announcementKind ? undefined : await messages[kind].subject(services, payload)
  } catch {
    return undefined
  }
}

export const deliveriesPerPage = 50

/** The end of a page: the next one starts after this delivery. */
interface Cursor {
  createdAt: Instant
  id: string
}

interface DeliveryFilter {
  channel?: Channel
  state?: DeliveryState
  kind?: DeliveryKindName
  /** Ids of bookings and users, and keyed hashes of addresses; undefined matches everything. */
  abouts?: readonly string[]
  before?: Cursor
}

/** The query for the ids of a page: newest first, one more than a page has. */
export function listedDeliveries(db: Kysely<Tables>, { channel, state, kind: only, abouts, before }: DeliveryFilter) {
  const kinds = deliveryKindNames.filter((kind) => (!channel || deliveryKinds[kind].channel === channel) && (!only || kind === only))
  const states = state ? [state] : deliveryStates
  if (abouts) return foundDeliveries(db, { kinds, states, abouts, before })
  const stretches = kinds.flatMap((kind) => states.filter((each) => isListed(kind, each)).map((each) => stretch(db, kind, each, before)))
  return stretches
    .reduce((all, part) => all.unionAll(part))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(deliveriesPerPage + 1)
}

interface Found extends Required<Pick<DeliveryFilter, 'abouts'>>, Pick<DeliveryFilter, 'before'> {
  kinds: readonly DeliveryKindName[]
  states: readonly DeliveryState[]
}

/** Deliveries about some bookings and people: few, by index. */
const foundDeliveries = (db: Kysely<Tables>, { kinds, states, abouts, before }: Found) =>
  newestJobs(db, before)
    .where('about', 'in', abouts)
    .where('kind', 'in', kinds)
    .where('state', 'in', states)
    .where(({ eb, or }) => or([eb('kind', '!=', announcementKind), eb('state', '!=', 'done')]))

const stretch = (db: Kysely<Tables>, kind: DeliveryKindName, state: DeliveryState, before?: Cursor) =>
  db.selectFrom(newestJobs(db, before).where('kind', '=', kind).where('state', '=', state).as('part')).select(['part.id', 'part.createdAt'])

/** The newest jobs from `before` on, one more than a page has. */
function newestJobs(db: Kysely<Tables>, before?: Cursor) {
  const newest = db
    .selectFrom('jobs')
    .select(['id', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(deliveriesPerPage + 1)
  return before
    ? newest.where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), '<', tuple(before.createdAt, before.id)))
    : newest
}
