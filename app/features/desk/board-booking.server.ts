import type { Kysely } from 'kysely'
import { readComplaints } from '#app/features/aftercare/read-complaints.server.ts'
import { dangerFirstSteps } from '#app/features/booking/danger-labels.ts'
import { readActs } from '#app/features/booking/history.server.ts'
import { staffSteps, statuses } from '#app/features/booking/lifecycle.ts'
import { type Booking, readBooking, readMessages, readNotes } from '#app/features/booking/read-booking.server.ts'
import { repeatedBy } from '#app/features/booking/same-visit.ts'
import { arrivalNow } from '#app/features/capacity/arrival-window.ts'
import { missedText, owedText } from '#app/features/capacity/missed-promises.ts'
import { readMissed } from '#app/features/capacity/read-credits.server.ts'
import { readDiary } from '#app/features/capacity/read-visit-plan.server.ts'
import { hasPlannedHours, readWorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { readReturnable } from '#app/features/dispatch/require-returnable.server.ts'
import { hasRefundSince } from '#app/features/payments/read-payment.server.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { readCreditDoubts } from '#app/features/visit/credit-doubts.server.ts'
import { readFeeQuestions } from '#app/features/visit/fee-questions.server.ts'
import { readOwed } from '#app/features/visit/money-history.server.ts'
import { readCallsOf } from '#app/features/visit/read-door-wait.server.ts'
import { readUndecidedOf } from '#app/features/visit/read-extra-work.server.ts'
import { readStatement } from '#app/features/visit/read-statement.server.ts'
import { readReturnView } from '#app/features/visit/return-fault.server.ts'
import { statementView } from '#app/features/visit/statement-words.ts'
import { undoOf } from '#app/features/visit/undo.ts'
import { londonDay, momentText, spokenTimeAt, timeText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { isMobile, phoneText } from '#app/platform/uk.ts'
import { days, hours, type Instant, later, toInstant } from '#app/values/clock.ts'
import { newToken } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { readChoices } from './board/engineer-choices.ts'
import { readWords } from './board/read-history.server.ts'
import { readPayments } from './board/read-payments.server.ts'
import { readUndelivered } from './board/read-undelivered.server.ts'
import { boardQueries } from './board-queries.server.ts'
import { cardOf } from './card.ts'
import { readNextReaches } from './ladder/next-reaches.server.ts'
import { readBoardMark } from './read-board.server.ts'
import { readOnlyRecord } from './read-records.server.ts'
import { readBookingsOfCustomer } from './search-bookings.server.ts'

/**
 * Everything staff see of one booking: its facts, what can be done with it now, its money, messages, notes, and its history in words with
 * names. Throws `BookingNotFound`.
 */
export async function readBookingView(services: Services, id: string) {
  const { db, clock } = services
  const mark = await readBoardMark(services)
  const booking = await readBooking(services, id)
  const now = clock.now()
  const engineers = await boardQueries.engineers(db).execute()
  const paid = booking.serviceLevel === 'redline' ? await boardQueries.paid(db, [id]).executeTakeFirst() : undefined
  const names = new Map(engineers.map((engineer) => [engineer.id, engineer.name]))
  const acts = await readActs(db, id)
  const missed = await readMissed(db, id)
  const ofCustomer = await readBookingsOfCustomer(services, booking)
  const last = acts.at(-1)
  const undo = undoOf(last, booking, now, last && (await hasRefundSince(db, id, last.at)))
  return {
    now: now.toISOString(),
    mark,
    card: cardOf(booking, {
      ...{ now, paidAt: paid?.paidAt, missed, names, repeats: repeatedBy(booking, ofCustomer) },
      calls: (await readCallsOf(db, [id])).get(id),
      undecidedPence: (await readUndecidedOf(db, [id])).get(id),
    }),
    linked: await readLinked(db, booking),
    returnVisit: await readReturnView(db, booking),
    record: await readOnlyRecord(
      db,
      booking.customerId ? [id] : ofCustomer.flatMap((row) => (row.phone === booking.phone ? [row.id] : [])),
    ),
    isOnRecord: booking.customerId !== null,
    dangerSteps: dangerFirstSteps(booking),
    status: statuses[booking.status].situation,
    steps: staffSteps(booking.status),
    payUntil: booking.paymentDueAt && spokenTimeAt(booking.paymentDueAt),
    undo: 'until' in undo && last ? { what: last.text, until: spokenTimeAt(undo.until) } : undefined,
    details: detailsOf(booking),
    arrival: arrivalNow(booking),
    window: windowOf(booking.promisedFrom, booking.promisedUntil, now),
    isReturnable: !('refused' in (await readReturnable(db, booking, now))),
    reopenWindow: reopenWindowOf(booking, now),
    choices: await readChoicesFor(db, { booking, engineers, now }),
    engineer: await readEngineerOf(db, booking.engineerId),
    money: await readMoney(db, booking),
    moneyDoubts: [...(await readCreditDoubts(db, id)), ...(await readFeeQuestions(db, id))],
    nextReach: (await readNextReaches(services, [id])).get(id),
    undelivered: (await readUndelivered(db, [id])).get(id),
    numberProblem: await readNumberProblem(db, booking),
    lateCredit: poundsText(frozenBilling(booking).lateArrivalCreditPence),
    missed: missed.map((each) => ({
      text: `${missedText(booking, each.promise)} (due by ${momentText(each.missedAt)})`,
      owed: owedText(each),
    })),
    payments: await readPayments(services, id),
    others: ofCustomer.filter((row) => row.id !== id).map((row) => cardOf(row, { now, names })),
    complaints: await readComplaints(db, id, now),
    messages: (await readMessages(db, id)).map(({ id: key, at, sender, text, readAt, answeredAt }) => ({
      ...{ id: key, at: momentText(at), sender, text },
      state: sender === 'staff' ? undefined : answeredAt ? ('answered' as const) : readAt ? ('read' as const) : ('unread' as const),
    })),
    notes: (await readNotes(db, id)).map((note) => ({ ...note, at: momentText(note.at) })),
    history: await readWords(services, booking, acts),
    keys: { note: newToken(), message: newToken() },
    isErased: booking.erasedAt !== null,
  }
}

export type BookingView = Awaited<ReturnType<typeof readBookingView>>

/** The reason why texts don't reach a customer who wants them, in words; undefined if they do. */
async function readNumberProblem(db: Kysely<Tables>, { phone, contactBy }: Booking): Promise<string | undefined> {
  if (contactBy === 'email' || phone === '') return undefined
  if (!isMobile(phone)) return `We can’t text ${phoneText(phone)}: it isn’t a UK mobile. We email instead.`
  const number = await db
    .selectFrom('textNumbers')
    .select(['stoppedAt', 'failedAt', 'errorCode'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (number?.stoppedAt) return `${phoneText(phone)} has asked for no more texts. We email instead.`
  if (!number?.failedAt) return undefined
  return `Text not delivered: ${phoneText(phone)}, ${momentText(number.failedAt)}${number.errorCode ? ` (error ${number.errorCode})` : ''}. We email instead.`
}

/** The window that reopening suggests: the promised one if it is in the future, else two hours from the next full hour. */
function reopenWindowOf({ promisedFrom, promisedUntil }: Booking, now: Date) {
  const hour = toInstant(new Date(Math.ceil(now.getTime() / hours(1)) * hours(1)))
  const [from, until] = promisedFrom > toInstant(now) ? [promisedFrom, promisedUntil] : [hour, later(hour, hours(2))]
  return windowOf(from, until, now)
}

/** A window as the fields of a form. */
const windowOf = (from: Instant, until: Instant, now: Date) => ({
  ...{ day: londonDay(from), from: timeText(from), until: timeText(until), today: londonDay(now) },
})

/** Linked bookings: duplicates and return visits, in both directions. */
async function readLinked(db: Kysely<Tables>, { id, duplicateOf, returnOf }: Booking) {
  const columns = ['id', 'reference'] as const
  const to = [duplicateOf, returnOf].filter((each) => each !== null)
  const linkedTo = to.length > 0 ? await db.selectFrom('bookings').select(columns).where('id', 'in', to).execute() : []
  const one = (wanted: string | null) => linkedTo.find((each) => each.id === wanted)
  const those = (column: 'duplicateOf' | 'returnOf') =>
    db.selectFrom('bookings').select(columns).where(column, '=', id).where(column, 'is not', null).limit(20).execute()
  return {
    duplicateOf: one(duplicateOf),
    returnOf: one(returnOf),
    duplicates: await those('duplicateOf'),
    returns: await those('returnOf'),
  }
}

/** The fields that staff may correct, as in the form. */
function detailsOf(booking: Booking) {
  const { name, phone, email, contactBy, service, description, address, postcode, accessNotes, siteContact, channel } = booking
  return {
    ...{ name, phone, email, contactBy, service, description, address, postcode, accessNotes, siteContact, channel },
    borough: booking.borough ?? '',
    isVulnerable: booking.vulnerableOccupant === 1,
    forBusiness: booking.forBusiness === 1,
    start: startText(booking),
    bookedAt: momentText(booking.createdAt),
  }
}

/** The customer's request that we start within the period in which they may cancel; undefined where it doesn't matter. */
function startText({ slotStartsAt, forBusiness, returnOf, startAskedAt }: Booking): string | undefined {
  if (slotStartsAt === null || forBusiness || returnOf) return undefined
  return startAskedAt ? `Asked for, ${momentText(startAskedAt)}` : 'Not asked for: if they cancel within 14 days, they pay nothing'
}

/** The most they will pay, line by line, and what is owed until the bill. */
async function readMoney(db: Kysely<Tables>, booking: Booking) {
  return { statement: statementView(await readStatement(db, booking), 'staff'), owed: await readOwed(db, booking.id) }
}

type Engineers = Parameters<typeof readChoices>[0]['engineers']

/** Engineers for a booking, best first. */
async function readChoicesFor(db: Kysely<Tables>, { booking, engineers, now }: { booking: Booking; engineers: Engineers; now: Date }) {
  const until = Math.max(Date.parse(booking.promisedUntil), now.getTime())
  const workingHours = await readWorkingHours(db, toInstant(now), later(new Date(until), 1))
  const open = await boardQueries.open(db, later(new Date(until), days(2))).execute()
  const arrived = open.filter(({ status }) => status === 'arrived').map(({ id }) => id)
  const rows = {
    ...{ engineers, open },
    steps: arrived.length > 0 ? await boardQueries.steps(db, arrived).execute() : [],
    workingHours,
    isPlanned: await hasPlannedHours(db),
    diary: await readDiary(db, now, { from: booking.promisedFrom, until: booking.promisedUntil }),
  }
  return readChoices(rows, now)(booking)
}

async function readEngineerOf(db: Kysely<Tables>, engineerId: string | null) {
  if (!engineerId) return undefined
  return db.selectFrom('engineers').select(['id', 'name', 'phone', 'gasSafeNumber']).where('id', '=', engineerId).executeTakeFirst()
}
