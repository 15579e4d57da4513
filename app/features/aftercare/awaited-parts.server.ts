import type { Kysely, Selectable, Transaction } from 'kysely'
import { actOnBooking, type Change } from '#app/features/booking/act-on-booking.server.ts'
import { erasedText, StepRefused } from '#app/features/booking/refusals.ts'
import { fits, readUnbookedParts } from '#app/features/visit/awaited-parts.server.ts'
import { type Read, readDate, textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import { londonDay } from '#app/platform/london.ts'
import { plainText } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenDay } from '#app/platform/spoken-moment.ts'
import { toInstant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import type { AwaitedPartsTable } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'

/** Of staff, on a part of a booking; '' for a new one. The caller has checked that they are staff. */
interface PartAct {
  bookingId: string
  staffId: string
  partId: string
}

const readName = textReader('The part', { max: 300, required: 'Enter the part' })
const readSupplier = textReader('Supplier', { max: 100 })
const readDayIfAny = (typed: string): Read<string | null> => (plainText(typed) === '' ? { value: null } : readDate(typed))

function readDueDay(typed: string, ordered: Read<string | null>): Read<string | null> {
  const due = readDayIfAny(typed)
  const isBefore = 'value' in due && 'value' in ordered && due.value && ordered.value && due.value < ordered.value
  return isBefore ? { problem: 'It can’t be due before it was ordered' } : due
}

/** The most parts that one visit waits for. */
const mostParts = 20

/**
 * Saves a part that a finished visit waits for, as staff typed it: its name, supplier, and the days on which it was ordered and is due. The
 * customer is told a new day. Saving the same again changes nothing. Throws `InvalidEntry`, `StepRefused` or `BookingNotFound`.
 */
export async function saveAwaitedPart(services: Services, act: PartAct, typed: (name: string) => string): Promise<void> {
  const ordered = readDayIfAny(typed('orderedOn'))
  const { partName: name, ...values } = valuesOf({
    partName: readName(typed('partName')),
    supplier: readSupplier(typed('supplier')),
    orderedOn: ordered,
    dueOn: readDueDay(typed('dueOn'), ordered),
  })
  const { bookingId, staffId } = act
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { booking, now }): Promise<Change | undefined> => {
    if (booking.erasedAt) throw new StepRefused(erasedText)
    const parts = await partsOf(tx, bookingId).execute()
    // A form for a new one that is sent twice adds one.
    const before = parts.find((part) => (act.partId ? part.id === act.partId : part.name === name && part.endedAt === null))
    if (act.partId && !before) throw notOnBooking()
    if (!before && parts.length >= mostParts) throw new StepRefused('This booking has too many parts already.')
    const row = { name, ...values, isChecked: 1 as const }
    if (before && Object.entries(row).every(([column, value]) => before[column as keyof typeof row] === value)) return undefined
    const id = before?.id ?? newId()
    if (before) await tx.updateTable('awaitedParts').set(row).where('id', '=', id).execute()
    else
      await tx
        .insertInto('awaitedParts')
        .values({ id, bookingId, ...row, addedAt: toInstant(now), addedBy: staffId })
        .execute()
    const isNews = row.dueOn !== null && row.dueOn !== before?.dueOn && !before?.arrivedOn
    return { action: 'booking.part', detail: { partId: id }, ...(isNews && { announces: { occasion: 'part_due', id } }) }
  })
}

/**
 * Records that a part has arrived today. Once all parts of the visit have, its customer may choose a time for the return visit, and is told
 * so unless `staffBook` it. Repeating it does nothing. Throws `StepRefused` or `BookingNotFound`.
 */
export const recordArrival = (services: Services, { staffBook = false, ...act }: PartAct & { staffBook?: boolean }): Promise<void> =>
  changePart(services, act, async (tx, part, now) => {
    if (part.arrivedOn) return undefined
    await tx
      .updateTable('awaitedParts')
      .set({ arrivedOn: londonDay(now) })
      .where('id', '=', part.id)
      .execute()
    const isToChoose = !staffBook && (await readUnbookedParts(tx, act.bookingId, 'arrived')).length > 0
    return {
      ...{ action: 'booking.part', detail: { partId: part.id, hasArrived: true } },
      ...(isToChoose && { announces: { occasion: 'part_arrived', id: part.id } }),
    }
  })

/** Takes a part that is no longer needed off the list. Repeating it does nothing. Throws `StepRefused` or `BookingNotFound`. */
export const endAwaitedPart = (services: Services, act: PartAct): Promise<void> =>
  changePart(services, act, async (tx, part, now) => {
    if (part.endedAt) return undefined
    await tx
      .updateTable('awaitedParts')
      .set({ endedAt: toInstant(now) })
      .where('id', '=', part.id)
      .execute()
    return { action: 'booking.part', detail: { partId: part.id, isEnded: true } }
  })

const notOnBooking = () => new StepRefused('That part isn’t on this booking.')
const partsOf = (db: Kysely<Tables>, bookingId: string) => db.selectFrom('awaitedParts').selectAll().where('bookingId', '=', bookingId)

async function changePart(
  services: Services,
  { bookingId, staffId, partId }: PartAct,
  change: (tx: Transaction<Tables>, part: Selectable<AwaitedPartsTable>, now: Date) => Promise<Change | undefined>,
): Promise<void> {
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) => {
    const part = await partsOf(tx, bookingId).where('id', '=', partId).executeTakeFirst()
    if (!part) throw notOnBooking()
    return change(tx, part, now)
  })
}

/** The parts that visits wait for: of one booking, or all that no finished return visit has fitted; overdue ones and arrived ones first. */
export async function readAwaitedParts({ db, clock }: Pick<Services, 'db' | 'clock'>, bookingId?: string) {
  const today = londonDay(clock.now())
  const rows = await db
    .selectFrom('awaitedParts')
    .innerJoin('bookings', 'bookings.id', 'awaitedParts.bookingId')
    .leftJoin('bookings as visit', 'visit.id', 'awaitedParts.returnId')
    .selectAll('awaitedParts')
    .select(['bookings.reference', 'bookings.name as customer', 'visit.status as visitStatus', 'visit.reference as visitReference'])
    .where('awaitedParts.endedAt', 'is', null)
    .where('bookings.erasedAt', 'is', null)
    .$if(bookingId !== undefined, (query) => query.where('awaitedParts.bookingId', '=', bookingId ?? ''))
    .$if(bookingId === undefined, (query) =>
      query.where((eb) => eb.or([eb('visit.status', 'is', null), eb('visit.status', '!=', 'completed')])),
    )
    .orderBy('awaitedParts.id')
    .execute()
  const isBookedFor = ({ visitStatus }: (typeof rows)[number]) => visitStatus !== null && fits(visitStatus)
  const waiting = new Map<string, number>()
  for (const row of rows) if (row.arrivedOn === null && !isBookedFor(row)) waiting.set(row.bookingId, (waiting.get(row.bookingId) ?? 0) + 1)
  const parts = rows.map((row) => {
    const isBooked = isBookedFor(row)
    const isReady = !waiting.has(row.bookingId)
    return {
      ...{ id: row.id, bookingId: row.bookingId, reference: row.reference, customer: row.customer, name: row.name },
      ...{ supplier: row.supplier, orderedOn: row.orderedOn, dueOn: row.dueOn, arrivedOn: row.arrivedOn },
      text: partText({ ...row, isBooked, isReady }, today),
      visit: isBooked && row.returnId ? { id: row.returnId, reference: row.visitReference ?? '' } : undefined,
      isOverdue: isOverdue(row, today),
      /** Once it has arrived, the return visit can be booked. */
      isLast: row.arrivedOn === null && !isBooked && waiting.get(row.bookingId) === 1,
      isToBook: row.arrivedOn !== null && !isBooked && isReady,
      forCustomer: { name: row.isChecked ? row.name : 'The part', text: partTextForCustomer(row, today) },
    }
  })
  const urgency = (part: (typeof parts)[number]) => Number(part.isOverdue) * 2 + Number(part.isToBook)
  return parts.toSorted((a, b) => urgency(b) - urgency(a) || ((a.dueOn ?? '9999') < (b.dueOn ?? '9999') ? -1 : 1))
}

export type AwaitedPart = Awaited<ReturnType<typeof readAwaitedParts>>[number]

/* The state of a part that a visit waits for, in words. */

type Dates = Pick<Selectable<AwaitedPartsTable>, 'orderedOn' | 'dueOn' | 'arrivedOn'>

/** Returns true if a part should have arrived before `today`. */
const isOverdue = ({ dueOn, arrivedOn }: Dates, today: LondonDay): boolean => arrivedOn === null && dueOn !== null && dueOn < today

/** The state of a part, for staff. `isReady`: its visit waits for no other. */
function partText(part: Dates & { isBooked: boolean; isReady: boolean }, today: LondonDay): string {
  const { orderedOn, dueOn, arrivedOn, isBooked, isReady } = part
  const next = isBooked ? 'return visit booked' : isReady ? 'book the return visit' : 'waiting for the other parts'
  if (arrivedOn) return `Arrived ${spokenDay(arrivedOn, today)}: ${next}`
  const ordered = orderedOn ? 'Ordered' : 'Not ordered yet'
  return dueOn ? `${ordered}, ${isOverdue(part, today) ? 'was due' : 'due'} ${spokenDay(dueOn, today)}` : ordered
}

/** The same for the customer. */
function partTextForCustomer(part: Dates, today: LondonDay): string {
  const { orderedOn, dueOn, arrivedOn } = part
  if (arrivedOn) return 'It has arrived'
  if (isOverdue(part, today)) return `It was due ${spokenDay(dueOn ?? today, today)} and hasn’t arrived. We’re sorry: we’re chasing it`
  if (dueOn) return `${orderedOn ? 'Ordered, due' : 'Due'} ${spokenDay(dueOn, today)}`
  return orderedOn ? 'Ordered. We’ll tell you when it’s due' : 'We’re ordering it'
}
