import { sql, type Transaction } from 'kysely'
import { actOnBooking, lockBookings } from '#app/features/booking/act-on-booking.server.ts'
import { eraseIfEmpty, lockCustomerOf, newCustomer } from '#app/features/booking/customer-of-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { CustomerDecisionsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { readRecordId } from './read-records.server.ts'
import { referenceIn, searchQueries } from './search-bookings.server.ts'

/* Staff's decisions about whose bookings are whose. Customers see none of it: their pages go by email and private link. */

type Kind = CustomerDecisionsTable['kind']

/** The column in which the customers of one person, or of one household, have the same id. */
const groupOf = (kind: 'same_person' | 'same_household') => (kind === 'same_person' ? 'recordId' : 'householdId')

const gone = () => new StepRefused('That record has changed since you opened this page. Have another look.')

/** Decides on customers in a transaction. One decision at a time: they would change the same groups. */
const decide = <Result>({ db, engine }: Services, act: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7410257)`.execute(tx)
    return act(tx)
  })

/** The customers of a record, locked until the transaction ends, so that none is erased meanwhile. */
const lockRecord = (tx: Transaction<Tables>, recordId: string) =>
  tx
    .updateTable('customers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('recordId', '=', recordId)
    .returningAll()
    .execute()

interface Pair {
  /** The record on the page. */
  recordId: string
  /** The other one. */
  otherId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
}

/** The customers of two records, locked. Throws `StepRefused` if one is gone. */
async function lockPair(tx: Transaction<Tables>, { recordId, otherId }: Pair) {
  const ids = [await readRecordId(tx, recordId), await readRecordId(tx, otherId)]
  const [own = [], other = []] = [await lockRecord(tx, ids[0] ?? ''), await lockRecord(tx, ids[1] ?? '')]
  const [one, two] = [own[0], other[0]]
  if (!one || !two) throw gone()
  return { own, other, one, two }
}

/**
 * Puts two records together as one person, or as one household: two of a kind that are together already stay so. Throws `StepRefused` if
 * one of them is gone.
 */
export const joinCustomers = (services: Services, pair: Pair & { kind: 'same_person' | 'same_household' }): Promise<void> =>
  decide(services, async (tx) => {
    const { one, two } = await lockPair(tx, pair)
    const group = groupOf(pair.kind)
    if (one[group] === two[group]) return
    const moved = await joinGroups(tx, group, one[group], two[group])
    const against: Kind[] = pair.kind === 'same_person' ? ['other_person', 'split'] : ['other_household']
    await endDecisions(services, tx, pair, { between: [one[group], two[group], ...moved.ids], kinds: against })
    await record(services, tx, pair, { kind: pair.kind, customerId: one.id, otherId: two.id, moved }, 'customer.join')
  })

/** Moves all customers of a group into another. Returns who moved, and the id of their group until then. */
async function joinGroups(tx: Transaction<Tables>, group: 'recordId' | 'householdId', into: string, from: string) {
  const moved = await tx
    .updateTable('customers')
    .set({ [group]: into })
    .where(group, '=', from)
    .returning('id')
    .execute()
  return { from, ids: moved.map(({ id }) => id) }
}

/** Ends decisions between two of these customers that a new one contradicts. */
const endDecisions = (
  { clock }: Services,
  tx: Transaction<Tables>,
  { staffId }: Pick<Pair, 'staffId'>,
  { between, kinds }: { between: readonly string[]; kinds: readonly Kind[] },
) => {
  const theirs = tx
    .selectFrom('customers')
    .select('id')
    .where((eb) => eb.or([eb('recordId', 'in', between), eb('householdId', 'in', between)]))
  return tx
    .updateTable('customerDecisions')
    .set({ undoneAt: toInstant(clock.now()), undoneBy: staffId })
    .where('kind', 'in', kinds)
    .where('undoneAt', 'is', null)
    .where('customerId', 'in', theirs)
    .where('otherId', 'in', theirs)
    .execute()
}

interface Decided {
  kind: Kind
  customerId: string
  otherId: string
  moved?: { from: string; ids: readonly string[] }
}

async function record(
  { clock }: Services,
  tx: Transaction<Tables>,
  { staffId }: Pick<Pair, 'staffId'>,
  { moved, ...decided }: Decided,
  action: 'customer.join' | 'customer.keep-apart' | 'customer.split',
): Promise<void> {
  const [id, now] = [newId(), clock.now()]
  await tx
    .insertInto('customerDecisions')
    .values({ id, at: toInstant(now), actor: staffId, ...decided, moved: JSON.stringify(moved ?? {}) })
    .execute()
  const { kind, customerId, otherId } = decided
  await recordAudit(tx, now, { actor: staffId, action, subject: customerId, detail: { kind, otherId } })
}

/** Records that two records aren't one person, or one household: they aren't suggested again. Throws `StepRefused` if one is gone. */
export const keepApart = (services: Services, pair: Pair & { kind: 'other_person' | 'other_household' }): Promise<void> =>
  decide(services, async (tx) => {
    const { own, other, one, two } = await lockPair(tx, pair)
    const [ours, theirs] = [own.map(({ id }) => id), other.map(({ id }) => id)]
    const known = await tx
      .selectFrom('customerDecisions')
      .select('id')
      .where('kind', '=', pair.kind)
      .where('undoneAt', 'is', null)
      .where('customerId', 'in', [...ours, ...theirs])
      .where('otherId', 'in', [...ours, ...theirs])
      .executeTakeFirst()
    if (known || one.recordId === two.recordId) return
    await record(services, tx, pair, { kind: pair.kind, customerId: one.id, otherId: two.id }, 'customer.keep-apart')
  })

/**
 * Moves bookings of a record to a new one, since they are another person's. A customer all of whose bookings move is followed there by
 * later bookings. Bookings that are on another record by now stay there. Throws `StepRefused` if none would be left.
 */
export const splitCustomer = (
  services: Services,
  { recordId, bookingIds, staffId }: { recordId: string; bookingIds: readonly string[]; staffId: string },
): Promise<void> =>
  decide(services, async (tx) => {
    const chosen = await lockBookings(services, tx, bookingIds)
    const customers = await lockRecord(tx, recordId)
    const ids = customers.map(({ id }) => id)
    const bookings =
      ids.length === 0 ? [] : await tx.selectFrom('bookings').select(['id', 'customerId']).where('customerId', 'in', ids).execute()
    const leaving = bookings.filter(({ id }) => chosen.has(id))
    if (leaving.length === 0) return
    if (leaving.length === bookings.length) throw new StepRefused('Leave at least one booking on this record.')
    const at = toInstant(services.clock.now())
    let newRecordId: string | undefined
    for (const { id, matchKey } of customers) {
      const moving = leaving.filter(({ customerId }) => customerId === id)
      if (moving.length === 0) continue
      const isWhole = bookings.every((booking) => booking.customerId !== id || chosen.has(booking.id))
      if (isWhole) await tx.updateTable('customers').set({ matchKey: null }).where('id', '=', id).execute()
      const other = await newCustomer(tx, at, isWhole ? matchKey : null)
      newRecordId ??= other.id
      await tx.updateTable('customers').set({ recordId: newRecordId, householdId: newRecordId }).where('id', '=', other.id).execute()
      const moved = moving.map((booking) => booking.id)
      await tx.updateTable('bookings').set({ customerId: other.id }).where('id', 'in', moved).execute()
      if (isWhole) await eraseIfEmpty(tx, id)
    }
    const left = bookings.find(({ id }) => !chosen.has(id))?.customerId
    if (!left || !newRecordId) throw gone()
    await record(services, tx, { staffId }, { kind: 'split', customerId: left, otherId: newRecordId }, 'customer.split')
  })

/** Undoes a decision; a second time changes nothing. What was joined is apart again with all that came since, what was split is joined. */
export const undoDecision = (services: Services, { decisionId, staffId }: { decisionId: string; staffId: string }): Promise<void> =>
  decide(services, async (tx) => {
    const now = services.clock.now()
    const decision = await tx
      .updateTable('customerDecisions')
      .set({ undoneAt: toInstant(now), undoneBy: staffId })
      .where('id', '=', decisionId)
      .where('undoneAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!decision) return
    const { kind, customerId, otherId } = decision
    const columns = ['id', 'recordId', 'householdId'] as const
    const [one, other] = await Promise.all(
      [customerId, otherId].map((id) => tx.selectFrom('customers').select(columns).where('id', '=', id).executeTakeFirstOrThrow()),
    )
    if (!one || !other) throw gone()
    if (kind === 'same_person' || kind === 'same_household') {
      const { from, ids } = JSON.parse(decision.moved) as { from: string; ids: string[] }
      const group = groupOf(kind)
      await tx
        .updateTable('customers')
        .set({ [group]: from })
        .where('id', 'in', ids)
        .where(group, '=', one[group])
        .execute()
    } else if (kind === 'split' && one.recordId !== other.recordId) await joinGroups(tx, 'recordId', one.recordId, other.recordId)
    await recordAudit(tx, now, { actor: staffId, action: 'customer.undo', subject: customerId, detail: { kind, otherId } })
  })

/** Puts an unproven booking on a record. One that is on a record already stays there. Throws `StepRefused` or `BookingNotFound`. */
export const claimBooking = (
  services: Services,
  { recordId, bookingId, staffId }: { recordId: string; bookingId: string; staffId: string },
): Promise<void> =>
  actOnBooking(services, { bookingId, actor: staffId }, async (tx, { booking }) => {
    if (booking.customerId) return undefined
    if (booking.erasedAt) throw gone()
    const customer = await lockCustomerOf(tx, recordId)
    if (!customer) throw gone()
    return { set: { customerId: customer.id }, isUnseen: true, action: 'customer.claim', detail: { customerId: customer.id } }
  })

interface AddToCustomer {
  recordId: string
  /** Of a booking, as typed. */
  reference: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
}

/** Puts a booking on a customer's record, with all that is on its own. Throws `InvalidEntry`, or `StepRefused` if a record is gone. */
export async function addToCustomer(services: Services, { recordId, reference, staffId }: AddToCustomer): Promise<void> {
  const booking = await searchQueries.byReference(services.db, referenceIn(reference.trim())).select('customerId').executeTakeFirst()
  if (!booking) throw new InvalidEntry({ reference: 'Enter a booking reference, like BK-7XKQ4MPR.' })
  const { id: bookingId, customerId } = booking
  if (customerId) await joinCustomers(services, { recordId, otherId: customerId, staffId, kind: 'same_person' })
  else await claimBooking(services, { recordId, bookingId, staffId })
}
