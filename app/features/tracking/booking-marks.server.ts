import type { ExpressionBuilder, Kysely } from 'kysely'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { billMarks, visitMarks } from '#app/features/booking/visit-marks.server.ts'
import { hashOf } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'

/** One parameter each; databases take some thousands. */
const mostAtOnce = 500

interface BookingMark {
  /** Changes with everything that a private link's page shows; it doesn't say what changed. */
  mark: string
  hasEnded: boolean
}

/** The marks of bookings, by the hashes of their private links' tokens. A revoked link has none. */
export async function readMarks(db: Kysely<Tables>, tokenHashes: readonly string[]): Promise<Map<string, BookingMark>> {
  const marks = new Map<string, BookingMark>()
  for (let at = 0; at < tokenHashes.length; at += mostAtOnce)
    for (const { trackingTokenHash, status, ...rest } of await readRows(db, tokenHashes.slice(at, at + mostAtOnce)))
      marks.set(trackingTokenHash, { mark: hashOf(JSON.stringify({ status, ...rest })).slice(0, 16), hasEnded: hasEnded(status) })
  return marks
}

const readRows = (db: Kysely<Tables>, tokenHashes: readonly string[]) =>
  db
    .selectFrom('bookings')
    .select(['trackingTokenHash', 'status', 'version', 'engineerId', 'promisedFrom', 'promisedUntil', 'expectedAt'])
    .select((eb) => [
      ...visitMarks(eb),
      ...billMarks(eb),
      eb
        .selectFrom('bookingEvents')
        .select(({ fn }) => fn.max('id').as('id'))
        .whereRef('bookingId', '=', 'bookings.id')
        .as('event'),
      newest(eb, 'credits', 'id').as('missed'),
      newest(eb, 'credits', 'withdrawnAt').as('withdrawn'),
      newest(eb, 'charges', 'id').as('charged'),
      newest(eb, 'charges', 'withdrawnAt').as('chargeWithdrawn'),
    ])
    .where('trackingTokenHash', 'in', tokenHashes)
    .execute()

/** The newest value of a column in a booking's credits or charges. */
const newest = (eb: ExpressionBuilder<Tables, 'bookings'>, table: 'credits' | 'charges', column: 'id' | 'withdrawnAt') =>
  eb
    .selectFrom(table)
    .select(({ fn }) => fn.max(column).as('newest'))
    .whereRef('bookingId', '=', 'bookings.id')
