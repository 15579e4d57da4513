import type { Kysely, Selectable } from 'kysely'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { Instant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { ExtraWorksTable } from '#db/tables/visit.ts'
import type { Tables } from '#db/tables.ts'
import { partsPenceOf, type WorkLine } from './extra-work.ts'

/** Extra work is agreed while the engineer is on site: not before, and not once the visit is over. */
export const isBeingAgreed = ({ status }: { status: BookingStatus }): boolean => status === 'arrived'

/** A proposal and its outcome. 'expired': the visit ended before the customer decided. */
export interface ExtraWork extends Omit<Selectable<ExtraWorksTable>, 'lines' | 'state' | 'isUrgentRepair'> {
  lines: readonly WorkLine[]
  isUrgentRepair: boolean
  /** The customer booked for a business, which has no right to cancel by law. */
  forBusiness: boolean
  state: ExtraWorksTable['state'] | 'expired'
}

type OfBooking = Pick<Selectable<BookingsTable>, 'id' | 'status' | 'forBusiness'>

/** The proposals to a booking's customer, oldest first. */
export async function readExtraWorks(db: Kysely<Tables>, booking: OfBooking): Promise<ExtraWork[]> {
  const rows = await db
    .selectFrom('extraWorks')
    .selectAll()
    .where('bookingId', '=', booking.id)
    .orderBy('proposedAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    lines: JSON.parse(row.lines) as WorkLine[],
    isUrgentRepair: row.isUrgentRepair === 1,
    forBusiness: booking.forBusiness === 1,
    state: row.state === 'proposed' && !isBeingAgreed(booking) ? 'expired' : row.state,
  }))
}

/** Extra work that a customer has agreed to pay for. */
interface AgreedWork {
  id: string
  name: string
  /** The most it costs, VAT included. */
  amountPence: number
  /** The part that isn't for time. */
  partsPence: number
  agreedAt: Instant
}

/** The extra work that customers have agreed to, by the booking's id, in the order of agreement. */
export async function readAgreedWorkOf(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, AgreedWork[]>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('extraWorks')
    .select(['bookingId', 'id', 'name', 'lines', 'amountPence', 'decidedAt'])
    .where('bookingId', 'in', bookingIds)
    .where('state', '=', 'agreed')
    .orderBy('decidedAt')
    .orderBy('id')
    .execute()
  const works = Map.groupBy(rows, ({ bookingId }) => bookingId)
  return new Map([...works].map(([bookingId, agreed]) => [bookingId, agreed.map(agreedWork)]))
}

const agreedWork = ({ id, name, lines, amountPence, decidedAt }: AgreedRow): AgreedWork => ({
  ...{ id, name, amountPence, partsPence: partsPenceOf(JSON.parse(lines)), agreedAt: decidedAt ?? '' },
})

type AgreedRow = Pick<Selectable<ExtraWorksTable>, 'id' | 'name' | 'lines' | 'amountPence' | 'decidedAt'>

/** Proposed extra work that customers have not answered yet: its sum in pence, by the booking's id. */
export async function readUndecidedOf(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, number>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('extraWorks')
    .select(['bookingId', 'amountPence'])
    .where('bookingId', 'in', bookingIds)
    .where('state', '=', 'proposed')
    .execute()
  const works = Map.groupBy(rows, ({ bookingId }) => bookingId)
  return new Map([...works].map(([id, asked]) => [id, asked.reduce((sum, { amountPence }) => sum + amountPence, 0)]))
}

/** Proposals and answers, as staff read them in a booking's history. */
export async function readWorkHistory(db: Kysely<Tables>, bookingId: string) {
  const rows = await db.selectFrom('extraWorks').selectAll().where('bookingId', '=', bookingId).execute()
  return rows.flatMap((row) => {
    const work = `${row.name}, up to ${poundsText(row.amountPence)}`
    const proposed = { id: row.id, at: row.proposedAt, actor: row.proposedBy, what: `suggested extra work: ${work}` }
    if (row.state === 'proposed' || !row.decidedAt || !row.decidedBy) return [proposed]
    return [proposed, { id: `${row.id}-${row.state}`, at: row.decidedAt, actor: row.decidedBy, what: decidedText(row, work) }]
  })
}

function decidedText({ state, way, signerName }: Selectable<ExtraWorksTable>, work: string): string {
  if (state === 'withdrawn') return `withdrew the suggestion: ${work}`
  const answered = state === 'agreed' ? `agreed to extra work: ${work}` : `declined extra work: ${work}`
  const name = signerName ? `, as ${signerName}` : ''
  return way === 'engineer_phone'
    ? `recorded on their phone that the customer ${answered}${state === 'agreed' ? `${name}, signed` : ''}`
    : `${answered}${name}`
}

/** A proposal as its customer and the engineer see it: without the user who entered it. */
export type WorkView = Omit<ExtraWork, 'bookingId' | 'revision' | 'proposedBy' | 'decidedBy'>

/** The proposals to a booking's customer, for pages. */
export const readWorkViews = async (db: Kysely<Tables>, booking: OfBooking): Promise<WorkView[]> =>
  (await readExtraWorks(db, booking)).map(({ bookingId: _b, revision: _r, proposedBy: _p, decidedBy: _d, ...work }) => work)

/** The same for the page of a private link, without names: anyone who has the address can request its data too. */
export const readWorksOfLink = async (db: Kysely<Tables>, booking: OfBooking): Promise<WorkView[]> =>
  (await readWorkViews(db, booking)).map((work) => ({ ...work, signerName: null, signature: null }))
