import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { folded, nationalDigits, searchTerms } from '#app/features/booking/search-text.ts'
import { plainText } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone, normalisePostcode } from '#app/platform/uk.ts'
import type { Tables } from '#db/tables.ts'
import { type BoardRow, selectRows } from './board-queries.server.ts'

/** The most results. */
const mostFound = 50

/** The queries of the search by their names, for the search and for the test that looks at their plans. */
export const searchQueries = {
  byReference: (db: Kysely<Tables>, reference: string) => selectRows(db).where('reference', '=', reference),
  byPhone: (db: Kysely<Tables>, phone: string) => newest(db).where('phone', '=', phone),
  byEmail: (db: Kysely<Tables>, email: string) => newest(db).where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email)),
  byPostcode: (db: Kysely<Tables>, postcode: string) => newest(db).where('postcode', '=', postcode),
  engineers: (db: Kysely<Tables>) => db.selectFrom('engineers').select(['id', 'name', 'phone']).orderBy('id').limit(500),
  /** The newest bookings whose search text, or engineer, contains every part. All are read, but from one index, without their rows. */
  byParts: (db: Kysely<Tables>, parts: readonly Part[]) =>
    newest(db).where('id', 'in', (bookings) =>
      bookings
        .selectFrom('bookings as each')
        .select('each.id')
        .where((eb) => eb.and(parts.map((part) => hasPart(eb, part))))
        .orderBy('each.createdAt', 'desc')
        .limit(mostFound),
    ),
}

/** A part of the search, of letters and digits only, and the engineers whose name or phone contains it. */
interface Part {
  term: string
  engineerIds: readonly string[]
}

const newest = (db: Kysely<Tables>) => selectRows(db).orderBy('createdAt', 'desc').limit(mostFound)

function hasPart<Db>(eb: ExpressionBuilder<Db, keyof Db>, { term, engineerIds }: Part) {
  const inText = sql<SqlBool>`each.search_text like ${`%${term}%`}`
  if (engineerIds.length === 0) return inText
  return eb.or([inText, sql<SqlBool>`each.engineer_id in (${sql.join(engineerIds)})`])
}

/**
 * Searches all bookings, newest first, 50 at most: by any part of a name or phone (its customer's, the tenant's, the engineer's), address,
 * postcode, email or reference, in any order and without regard to accents.
 */
export async function searchBookings({ db }: Pick<Services, 'db'>, typed: string): Promise<BoardRow[]> {
  const text = plainText(typed.slice(0, 200))
  const terms = searchTerms(text)
  if (terms.length === 0) return []
  const reference = referenceIn(text)
  const [phone, postcode] = [normalisePhone(text), normalisePostcode(text)]
  const engineers = await searchQueries.engineers(db).execute()
  const parts = terms.map((term) => ({
    term,
    engineerIds: engineers.flatMap(({ id, name, phone }) => (folded(name).includes(term) || isOfPhone(term, phone) ? [id] : [])),
  }))
  const found = [
    ...(/^BK-[A-Z0-9]{8}$/.test(reference) ? await searchQueries.byReference(db, reference).execute() : []),
    ...(phone ? await searchQueries.byPhone(db, phone).execute() : []),
    ...(text.includes('@') ? await searchQueries.byEmail(db, text.toLowerCase()).execute() : []),
    ...(postcode ? await searchQueries.byPostcode(db, postcode).execute() : []),
    ...(await searchQueries.byParts(db, parts).execute()),
  ]
  return newestOf(found)
}

/** Returns the reference that staff typed, with or without its 'BK-'. */
export const referenceIn = (typed: string): string => `BK-${typed.toUpperCase().replace(/^BK-?/, '')}`

/** Fewer digits are shared by many numbers. */
const isOfPhone = (term: string, phone: string): boolean => /^\d{5,}$/.test(term) && nationalDigits(phone).includes(term)

/** Each booking once, the newest first, 50 at most. */
const newestOf = (rows: readonly BoardRow[]): BoardRow[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, mostFound)

/** A customer, by a phone number as it is stored and an email address. Either may be ''. */
interface Customer {
  phone: string
  email: string
}

/** The bookings of a customer by the same phone number or email address, the newest first, 50 at most; erased ones have neither. */
export async function readBookingsOfCustomer({ db }: Pick<Services, 'db'>, { phone, email }: Customer): Promise<BoardRow[]> {
  const found = [
    ...(phone ? await searchQueries.byPhone(db, phone).execute() : []),
    ...(email ? await searchQueries.byEmail(db, email.toLowerCase()).execute() : []),
  ]
  return newestOf(found)
}
