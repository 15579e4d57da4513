import type { Kysely, Selectable } from 'kysely'
import { readNameOf } from '#app/features/booking/history.server.ts'
import { momentText } from '#app/platform/london.ts'
import type { CustomersTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { type Contact, homeKey, likenessOf } from './same-customer.ts'

type Customer = Selectable<CustomersTable>

const columns = ['bookings.id', 'reference', 'name', 'phone', 'email', 'address', 'postcode', 'service', 'customerId'] as const
/** More share a number, an email address or a postcode only by a fault. */
const mostRead = 500

/** Bookings that aren't a record's, newest first. */
const othersOf = (db: Kysely<Tables>, recordId: string) =>
  db
    .selectFrom('bookings')
    .leftJoin('customers', 'customers.id', 'bookings.customerId')
    .select(columns)
    .select(['customers.recordId', 'customers.householdId'])
    .where('erasedAt', 'is', null)
    .where('closedAs', 'is', null)
    .where((eb) => eb.or([eb('customers.recordId', 'is', null), eb('customers.recordId', '!=', recordId)]))
    .orderBy('bookings.createdAt', 'desc')
    .limit(mostRead)

type Others = ReturnType<typeof othersOf>

const alikeQueries = {
  byPhone: (others: Others, phones: readonly string[]) => others.where('phone', 'in', phones),
  byEmail: (others: Others, emails: readonly string[]) => others.where(({ eb, fn }) => eb(fn<string>('lower', ['email']), 'in', emails)),
  byPostcode: (others: Others, postcodes: readonly string[]) => others.where('postcode', 'in', postcodes),
}

interface Own {
  recordId: string
  customers: readonly Customer[]
  bookings: readonly Contact[]
}

/**
 * Other records that may be of the same person or household, with the reason; and unproven bookings with the same number or email, which
 * may be anyone's. Pairs that staff have decided on are left out.
 */
export async function readAlike(db: Kysely<Tables>, { recordId, customers, bookings }: Own) {
  const found = []
  for (const [name, values] of [
    ['byPhone', bookings.map(({ phone }) => phone)],
    ['byEmail', bookings.map(({ email }) => email.toLowerCase())],
    ['byPostcode', bookings.map(({ postcode }) => postcode)],
  ] as const) {
    const known = [...new Set(values.filter((value) => value !== ''))]
    if (known.length > 0) found.push(...(await alikeQueries[name](othersOf(db, recordId), known).execute()))
  }
  const others = [...new Map(found.map((booking) => [booking.id, booking])).values()]
  const decided = await readDecidedOn(db, customers)
  const homes = new Set(bookings.map(homeKey))
  const households = new Set(customers.map(({ householdId }) => householdId))
  const records = [...Map.groupBy(others, (other) => other.recordId ?? '')].flatMap(([id, own]) => {
    const [newest] = own
    const why = likenessOf(bookings, own)
    if (id === '' || !newest || !why) return []
    const isDecided = (kind: 'person' | 'household') =>
      own.some(({ customerId }) => decided.some((each) => each.kind === kind && each.id === customerId))
    const mayBePerson = why !== 'same address' && !isDecided('person')
    const isApart = !own.some(({ householdId }) => households.has(householdId ?? ''))
    const mayBeHousehold = isApart && own.some((each) => homeKey(each) !== '' && homes.has(homeKey(each))) && !isDecided('household')
    return mayBePerson || mayBeHousehold
      ? [{ recordId: id, name: newest.name, place: placeOf(newest), why: mayBePerson ? why : 'same address', mayBePerson, mayBeHousehold }]
      : []
  })
  const unproven = others.flatMap((other) => {
    const why = likenessOf(bookings, [other])
    if (other.customerId || (why !== 'same number' && why !== 'same email')) return []
    const { id, reference, name, service } = other
    return [{ id, reference, name, service, why }]
  })
  return { records: records.slice(0, 10), unproven: unproven.slice(0, 10) }
}

const placeOf = ({ address, postcode }: Pick<Contact, 'address' | 'postcode'>) => [address, postcode].filter(Boolean).join(', ')

/** The customers that staff said are someone else, or live elsewhere. */
async function readDecidedOn(db: Kysely<Tables>, customers: readonly Customer[]) {
  return (await readDecisionRows(db, customers))
    .filter(({ kind }) => kind !== 'same_person' && kind !== 'same_household')
    .flatMap(({ kind, customerId, otherId }) => {
      const of = kind === 'other_household' ? ('household' as const) : ('person' as const)
      return [customerId, otherId].map((id) => ({ kind: of, id }))
    })
}

const readDecisionRows = (db: Kysely<Tables>, customers: readonly Customer[]) => {
  const ids = customers.map(({ id }) => id)
  return db
    .selectFrom('customerDecisions')
    .selectAll()
    .where((eb) => eb.or([eb('customerId', 'in', ids), eb('otherId', 'in', ids)]))
    .where('undoneAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

const decisionTexts = {
  same_person: (name: string) => `put the bookings of ${name} on this record`,
  same_household: (name: string) => `put ${name} in this household`,
  other_person: (name: string) => `noted that ${name} is someone else`,
  other_household: (name: string) => `noted that ${name} isn’t in this household`,
  split: (name: string) => `moved bookings to another record: ${name}`,
}

/** Staff's decisions about the customers of a record, newest first, in words. */
export async function readDecisions(db: Kysely<Tables>, customers: readonly Customer[]) {
  const rows = (await readDecisionRows(db, customers)).slice(0, 20)
  if (rows.length === 0) return []
  const nameOf = await readNameOf(
    db,
    rows.map(({ actor }) => actor),
  )
  const own = new Set(customers.map(({ id }) => id))
  // From the other side the other one is the first.
  const otherOf = ({ customerId, otherId }: (typeof rows)[number]) => (own.has(otherId) && !own.has(customerId) ? customerId : otherId)
  const called = await readCustomerNames(db, rows.map(otherOf))
  return rows.map((row) => ({
    id: row.id,
    at: momentText(row.at),
    by: nameOf(row.actor),
    what: decisionTexts[row.kind](called.get(otherOf(row)) ?? 'a customer'),
  }))
}

/** The names of customers by their ids, each from their newest booking. */
async function readCustomerNames(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('bookings')
    .select(['customerId', 'name'])
    .where('customerId', 'in', ids)
    .where('customerId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .execute()
  return new Map(rows.toReversed().map(({ customerId, name }) => [customerId ?? '', name]))
}

/** The other records of the households that a record's customers are in, with their names. */
export async function readHousehold(db: Kysely<Tables>, { recordId, customers }: Pick<Own, 'recordId' | 'customers'>) {
  const others = await db
    .selectFrom('customers')
    .select(['id', 'recordId'])
    .where(
      'householdId',
      'in',
      customers.map(({ householdId }) => householdId),
    )
    .where('recordId', '!=', recordId)
    .orderBy('id')
    .limit(50)
    .execute()
  if (others.length === 0) return []
  const names = await readCustomerNames(
    db,
    others.map(({ id }) => id),
  )
  return [
    ...new Map(others.map((other) => [other.recordId, { recordId: other.recordId, name: names.get(other.id) ?? 'A customer' }])).values(),
  ]
}
