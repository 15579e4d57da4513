import type { Kysely } from 'kysely'
import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import { cancellationRefundDay } from '#app/features/capacity/cancellation-right.ts'
import { readBalances } from '#app/features/payments/bill-balance.server.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { days, type Instant, later } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { idFrom } from '#app/values/ids.ts'
import { refundWithinDays } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { readAwaitedParts } from './awaited-parts.server.ts'
import { nextComplaintStep } from './complaint-dates.ts'
import { returnsSince } from './read-satisfaction.server.ts'
import { satisfactionDue } from './satisfaction-dates.ts'

/** Something that a customer has asked for after their visit, and that we owe them by a day. */
export interface DueRequest {
  id: string
  bookingId: string
  reference: string
  /** The part of the booking's page that it is done in, if it isn't that of complaints. */
  at?: 'parts'
  /** The next step: 'Answer the complaint'. */
  what: string
  /** The last day on which that is in time; undefined if there is no such day. */
  dueOn: LondonDay | undefined
  isOverdue: boolean
}

const complaintTexts = {
  acknowledge: 'Acknowledge the complaint',
  answer: 'Answer the complaint',
  close: 'Complaint answered: close it once it’s settled',
} as const

const ofCancellations = (db: Kysely<Tables>) =>
  db
    .selectFrom('cancellations')
    .innerJoin('bookings', 'bookings.id', 'cancellations.bookingId')
    .select(['cancellations.id', 'bookingId', 'bookings.reference', 'receivedAt'])
    .where('bookings.erasedAt', 'is', null)

const ofRequests = (db: Kysely<Tables>) =>
  db
    .selectFrom('satisfactionRequests')
    .innerJoin('bookings', 'bookings.id', 'satisfactionRequests.bookingId')
    .select(['satisfactionRequests.id', 'bookingId', 'bookings.reference', 'askedAt', 'wish'])
    .where('bookings.erasedAt', 'is', null)

const dueQueries = {
  complaints: (db: Kysely<Tables>) =>
    db
      .selectFrom('complaints')
      .innerJoin('bookings', 'bookings.id', 'complaints.bookingId')
      .select(['complaints.id', 'complaints.bookingId', 'bookings.reference'])
      .select(['receivedAt', 'acknowledgedAt', 'answeredAt', 'closedAt'])
      .where('complaints.closedAt', 'is', null)
      .where('bookings.erasedAt', 'is', null)
      .orderBy('receivedAt'),
  /** Undecided, without those who wanted it put right and have booked their return visit. */
  satisfaction: (db: Kysely<Tables>) =>
    ofRequests(db)
      .where('decidedAt', 'is', null)
      .where(({ or, eb, not, exists }) => or([eb('wish', '=', 'refund'), not(exists(returnsSince(eb)))]))
      .orderBy('askedAt'),
  cancellations: (db: Kysely<Tables>) => ofCancellations(db).where('settledAt', 'is', null).orderBy('receivedAt'),
  settled: (db: Kysely<Tables>, since: Instant) =>
    ofCancellations(db).where('settledAt', 'is not', null).where('settledAt', '>=', since).where('refundPence', '>', 0),
  /** Decided lately: what is paid by hand may not be paid back yet. */
  refunds: (db: Kysely<Tables>, since: Instant) =>
    ofRequests(db).where('decidedAt', 'is not', null).where('decidedAt', '>=', since).where('refundPence', '>', 0).orderBy('decidedAt'),
}

/** For so long after a decision a refund by hand is looked for. */
const lookBackMs = days(90)

/** Everything that customers have asked for and that isn't done yet; what is due first comes first. */
export async function readDue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<DueRequest[]> {
  const now = clock.now()
  const today = londonDay(now)
  const complaints = (await dueQueries.complaints(db).execute()).flatMap((complaint) => {
    const next = nextComplaintStep(complaint)
    return next ? [{ ...complaint, what: complaintTexts[next.step], dueOn: next.dueOn }] : []
  })
  const parts = (await readAwaitedParts({ db, clock })).flatMap(({ isToBook, arrivedOn, dueOn, isOverdue, ...part }) => {
    if (isToBook)
      return [{ ...part, at: 'parts' as const, what: 'The part has arrived: book the return visit', dueOn: arrivedOn ?? undefined }]
    return isOverdue
      ? [{ ...part, at: 'parts' as const, what: 'The part is late: chase it, and tell the customer a new day', dueOn: dueOn ?? undefined }]
      : []
  })
  const requests: readonly Omit<DueRequest, 'isOverdue'>[] = [
    ...complaints,
    ...parts,
    ...(await readUnsatisfied(db)),
    ...(await readCancelled(db)),
    ...(await readLateReturns(db)),
    ...(await readToPayBack(db, now)),
  ]
  return requests
    .map(({ id, bookingId, reference, at, what, dueOn }) => ({
      ...{ id, bookingId, reference, at, what, dueOn },
      isOverdue: dueOn !== undefined && dueOn < today,
    }))
    .toSorted((a, b) => ((a.dueOn ?? 'later') < (b.dueOn ?? 'later') ? -1 : 1))
}

async function readUnsatisfied(db: Kysely<Tables>) {
  const requests = await dueQueries.satisfaction(db).execute()
  return requests.map((each) => ({
    ...each,
    what: each.wish === 'refund' ? 'Decide on the refund they asked for' : 'Book the free return visit they asked for',
    dueOn: satisfactionDue(each.askedAt),
  }))
}

const readCancelled = async (db: Kysely<Tables>) =>
  (await dueQueries.cancellations(db).execute()).map((each) => ({
    ...each,
    what: 'Refund what they cancelled by their legal right',
    dueOn: cancellationRefundDay(each.receivedAt),
  }))

/** Refunds that were decided and that no card took: cash and transfers are paid back by a person. */
async function readToPayBack(db: Kysely<Tables>, now: Date) {
  const since = later(now, -lookBackMs)
  const decided = [
    ...(await dueQueries.refunds(db, since).execute()).map((each) => ({ ...each, dueOn: satisfactionDue(each.askedAt) })),
    ...(await dueQueries.settled(db, since).execute()).map((each) => ({ ...each, dueOn: cancellationRefundDay(each.receivedAt) })),
  ]
  const balances = await readBalances(
    db,
    decided.map(({ bookingId }) => bookingId),
  )
  return decided.flatMap((each) => {
    const owedPence = balances.get(each.bookingId)?.owedPence ?? 0
    return owedPence < 0 ? [{ ...each, what: `Pay back ${poundsText(-owedPence)} by hand` }] : []
  })
}

/** How many are overdue, or due today or tomorrow. */
export async function readPressingCount(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const tomorrow = addDays(londonDay(services.clock.now()), 1)
  return (await readDue(services)).filter(({ dueOn }) => dueOn !== undefined && dueOn <= tomorrow).length
}

/**
 * Credits that we owe for free return visits at which we were late, less what they took off extra work there: until the bill of the first
 * visit is credited, or the credit is withdrawn (docs/decisions/0120-free-return-visits.md).
 */
async function readLateReturns(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('credits')
    .innerJoin('bookings', 'bookings.id', 'credits.bookingId')
    .select(['credits.id', 'credits.amountPence', 'credits.createdAt', 'bookings.returnOf', 'bookings.reference'])
    .select(({ selectFrom }) => [
      selectFrom('extraWorks')
        .select(({ fn }) => fn.sum<number | string | null>('extraWorks.amountPence').as('pence'))
        .whereRef('extraWorks.bookingId', '=', 'bookings.id')
        .where('extraWorks.state', '=', 'agreed')
        .as('workPence'),
      selectFrom('creditNotes')
        .innerJoin('bills', 'bills.id', 'creditNotes.billId')
        .select(({ fn }) => fn.sum<number | string | null>('creditNotes.amountPence').as('pence'))
        .whereRef('bills.bookingId', '=', 'bookings.returnOf')
        .whereRef('creditNotes.issuedAt', '>=', 'credits.createdAt')
        .as('creditedPence'),
    ])
    .where('credits.promise', '=', 'window')
    .where('credits.amountPence', '>', 0)
    .where('credits.withdrawnAt', 'is', null)
    .where('bookings.returnOf', 'is not', null)
    .where('bookings.status', 'in', ['completed', 'no_access'])
    .where('bookings.erasedAt', 'is', null)
    .execute()
  return rows.flatMap(({ id, reference, returnOf, createdAt, amountPence, workPence, creditedPence }) => {
    const leftPence = amountPence - Number(workPence ?? 0) - Number(creditedPence ?? 0)
    if (leftPence <= 0 || !returnOf) return []
    const what = `We were late for the free visit ${reference}: give ${poundsText(leftPence)} as a credit note on the first bill`
    return [{ id, bookingId: returnOf, reference, what, dueOn: addDays(londonDay(createdAt), refundWithinDays) }]
  })
}

/** Chore: raises an alarm for each step that we owe a customer after their visit and that is overdue; once for each step. */
export async function warnOfOverdue(services: Services): Promise<void> {
  const overdue = (await readDue(services)).filter(({ isOverdue }) => isOverdue)
  if (overdue.length === 0) return
  await services.db.transaction().execute(async (tx) => {
    for (const { id, bookingId, reference, what, dueOn = '' } of overdue)
      await raiseAlarm(
        tx,
        services.clock.now(),
        { kind: 'request_overdue', bookingId, reference, what, dueOn },
        idFrom(id, `${what} ${dueOn}`),
      )
  })
  services.jobsAdded()
}
