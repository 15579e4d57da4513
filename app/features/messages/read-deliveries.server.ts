import type { Kysely } from 'kysely'
import { addressKeysOf, readAccountMail } from '#app/features/accounts/mail-account.server.ts'
import { announcementKind } from '#app/features/booking/announce.ts'
import { readWebhookTarget } from '#app/platform/read-webhook-target.ts'
import { plainCode } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import type { Instant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { type DeliveryKindName, deliveryKindNames, deliveryKinds, isListed, replayProblem } from './delivery-kinds.server.ts'
import { type Channel, type DeliveryState, deliveryStates } from './delivery-words.ts'
import { messages } from './wording/messages.server.ts'

/* Sent and unsent messages for staff: the recipient and the booking, never the content. Each kind in each state is a range of one index, so
   a page costs the same however many there are. */

export const deliveriesPerPage = 50
/** On a delivery's own page: the newest of its attempts. Three days of trying are some 440. */
const mostAttempts = 500

/** The end of a page: the next one starts after this delivery. */
export interface Cursor {
  createdAt: Instant
  id: string
}

export interface DeliveryFilter {
  channel?: Channel
  state?: DeliveryState
  kind?: DeliveryKindName
  /** Ids of bookings and users, and keyed hashes of addresses; undefined matches everything. */
  abouts?: readonly string[]
  before?: Cursor
}

/** The most bookings that a search finds the deliveries of. */
const mostFound = 200

/** The keys of deliveries that staff search for by a whole email address or reference; `undefined` without a search. */
export async function findAbouts(services: Services, typed: string): Promise<string[] | undefined> {
  const text = plainCode(typed.slice(0, 200)).toLowerCase()
  if (text === '') return undefined
  const { db } = services
  if (!text.includes('@')) {
    const reference = `BK-${text.toUpperCase().replace(/^BK-?/, '')}`
    return (await db.selectFrom('bookings').select('id').where('reference', '=', reference).execute()).map(({ id }) => id)
  }
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
function foundDeliveries(db: Kysely<Tables>, { kinds, states, abouts, before }: Found) {
  const query = db
    .selectFrom('jobs')
    .select(['id', 'createdAt'])
    .where('about', 'in', abouts)
    .where('kind', 'in', kinds)
    .where('state', 'in', states)
    .where(({ eb, or }) => or([eb('kind', '!=', announcementKind), eb('state', '!=', 'done')]))
  return (
    before ? query.where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), '<', tuple(before.createdAt, before.id))) : query
  )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(deliveriesPerPage + 1)
}

function stretch(db: Kysely<Tables>, kind: DeliveryKindName, state: DeliveryState, before?: Cursor) {
  let query = db.selectFrom('jobs').select(['id', 'createdAt']).where('kind', '=', kind).where('state', '=', state)
  if (before) query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), '<', tuple(before.createdAt, before.id)))
  const newest = query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(deliveriesPerPage + 1)
  return db.selectFrom(newest.as('part')).select(['part.id', 'part.createdAt'])
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
    .select(['jobs.id', 'kind', 'payload', 'state', 'runAt', 'leaseToken', 'attempts', 'createdAt', 'finishedAt', 'replayedAs'])
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

interface Recipient {
  /** An address, a host, or words for the recipient. */
  to: string
  reference: string | null
  isErased: boolean
}

interface Payload {
  bookingId?: string
  ownerId?: string
}

/** The recipient of each job, in a few queries. */
async function readRecipients(services: Services, jobs: readonly { id: string; kind: string; payload: string }[]) {
  const { db, config } = services
  const read = jobs.map(({ id, kind, payload }) => ({ id, kind: kind as DeliveryKindName, payload: JSON.parse(payload) as Payload }))
  const bookings = await readBookings(
    db,
    read.flatMap(({ payload }) => payload?.bookingId ?? []),
  )
  const addressOf = await readAccountAddresses(
    services,
    read.filter(({ kind }) => kind === 'account-mail'),
  )
  const ownerAddresses = await readEmails(
    db,
    read.flatMap(({ payload }) => payload?.ownerId ?? []),
  )
  const target = read.some(({ kind }) => deliveryKinds[kind].to === 'target') ? await targetHost(services) : ''
  const recipients = new Map<string, Recipient>(
    read.map(({ id, kind, payload }) => {
      const booking = payload?.bookingId ? bookings.get(payload.bookingId) : undefined
      const isErased = Boolean(booking?.erasedAt)
      const to = {
        everyone: () => 'everyone affected',
        staff: () => ownerAddresses.get(payload?.ownerId ?? '') ?? staffAddress(config) ?? 'No one: STAFF_EMAIL is not set',
        owner: () => ownerAddresses.get(payload?.ownerId ?? '') ?? nobodyAnyMore,
        desk: () => 'The dispatcher on call',
        engineer: () => 'The engineer assigned to the job',
        engineers: () => 'An engineer on shift or on call, or an owner',
        customer: () => (isErased ? 'Deleted with the customer’s data' : booking?.email || noAddress),
        account: () => addressOf(id),
        phone: () => 'A phone number on an account',
        caller: () => 'Someone who called us',
        target: () => target,
      }[deliveryKinds[kind].to]()
      return [id, { to, reference: booking?.reference ?? null, isErased }]
    }),
  )
  return (id: string): Recipient => recipients.get(id) ?? { to: 'Unknown', reference: null, isErased: false }
}

async function readBookings(db: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db.selectFrom('bookings').select(['id', 'reference', 'email', 'erasedAt']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Staff call instead. */
const noAddress = 'No one: we don’t have an email address'

const nobodyAnyMore = 'Someone who no longer has an account'

async function readEmails(db: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string | null>()
  const rows = await db.selectFrom('authUsers').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Payloads about accounts are encrypted; if the key is gone, the recipient is unknown. */
async function readAccountAddresses(services: Services, jobs: readonly { id: string; payload: unknown }[]) {
  const known = new Map<string, string>()
  const userOf = new Map<string, string>()
  for (const { id, payload } of jobs) {
    try {
      const mail = readAccountMail(services, payload)
      if ('email' in mail) known.set(id, mail.email)
      else if (mail.kind === 'notice' && mail.to) known.set(id, mail.to)
      else userOf.set(id, 'userId' in mail ? mail.userId : mail.invitationId)
    } catch {}
  }
  if (userOf.size > 0) {
    const ids = [...userOf.values()]
    const users = await readEmails(services.db, ids)
    const invitations = await services.db.selectFrom('staffInvitations').select(['id', 'email']).where('id', 'in', ids).execute()
    const emails = new Map([...users, ...invitations.map(({ id, email }) => [id, email] as const)])
    for (const [id, person] of userOf) known.set(id, emails.get(person) ?? nobodyAnyMore)
  }
  return (id: string) => known.get(id) ?? 'Unknown'
}

async function targetHost(services: Services): Promise<string> {
  try {
    const target = await readWebhookTarget(services, services.db)
    return target ? new URL(target.url).host : 'No one: no webhook is set up'
  } catch {
    return 'The stored webhook, which can’t be read'
  }
}
