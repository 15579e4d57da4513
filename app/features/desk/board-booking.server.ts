import type { Kysely } from 'kysely'
import { readComplaints } from '#app/features/aftercare/read-complaints.server.ts'
import { dangerFirstSteps } from '#app/features/booking/danger-labels.ts'
import { readActs, readNames } from '#app/features/booking/history.server.ts'
import { staffSteps, statuses } from '#app/features/booking/lifecycle.ts'
import { type Booking, readBooking, readHistory, readMessages } from '#app/features/booking/read-booking.server.ts'
import { readNotes } from '#app/features/booking/read-notes.server.ts'
import { repeatedBy } from '#app/features/booking/same-visit.ts'
import { arrivalNow } from '#app/features/capacity/arrival-window.ts'
import { missedText, owedText } from '#app/features/capacity/missed-promises.ts'
import { readMissed } from '#app/features/capacity/read-credits.server.ts'
import { readDiary } from '#app/features/capacity/read-visit-plan.server.ts'
import { hasPlannedHours, readWorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { readReturnable } from '#app/features/dispatch/require-returnable.server.ts'
import { readOverpaidPence } from '#app/features/payments/bill-balance.server.ts'
import { disputeText, readDisputes } from '#app/features/payments/disputes.server.ts'
import { handMethods, isHandMethod, paidInWords } from '#app/features/payments/hand-payments.ts'
import { hasRefundSince } from '#app/features/payments/read-payment.server.ts'
import { type RefundReason, refundStateText, staffRefundReason } from '#app/features/payments/refund-reasons.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { startHistory } from '#app/features/visit/ask-to-start.server.ts'
import { readCorrectionHistory } from '#app/features/visit/correct-visit-time.server.ts'
import { readCreditDoubts } from '#app/features/visit/credit-doubts.server.ts'
import { readFeeQuestions } from '#app/features/visit/fee-questions.server.ts'
import { readReplacedSheets } from '#app/features/visit/job-sheet.server.ts'
import { readMoneyHistory, readOwed } from '#app/features/visit/money-history.server.ts'
import { readCallsOf, readTryHistory } from '#app/features/visit/read-door-wait.server.ts'
import { readUndecidedOf, readWorkHistory } from '#app/features/visit/read-extra-work.server.ts'
import { readGasHistory } from '#app/features/visit/read-gas-record.server.ts'
import { readPhotoHistory } from '#app/features/visit/read-photos.server.ts'
import { readStatement } from '#app/features/visit/read-statement.server.ts'
import { readFaultHistory, readReturnView } from '#app/features/visit/return-fault.server.ts'
import { statementView } from '#app/features/visit/statement-words.ts'
import { undoOf } from '#app/features/visit/undo.ts'
import { londonDay, momentText, spokenTimeAt, timeText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { isMobile, phoneText } from '#app/platform/uk.ts'
import { days, hours, later, toInstant } from '#app/values/clock.ts'
import { newToken } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { readChoices } from './board/engineer-choices.ts'
import { readAttempts } from './board/read-attempts.server.ts'
import { readUndelivered } from './board/read-undelivered.server.ts'
import { cardOf } from './card.ts'
import { readNextReaches } from './ladder/next-reaches.server.ts'
import { boardQueries, readBoardMark } from './read-board.server.ts'
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
    undo: 'until' in undo && last ? { what: last.text, until: spokenTimeAt(undo.until) } : undefined,
    details: detailsOf(booking),
    arrival: arrivalNow(booking),
    window: {
      day: londonDay(booking.promisedFrom),
      from: timeText(booking.promisedFrom),
      until: timeText(booking.promisedUntil),
      today: londonDay(now),
    },
    isReturnable: !('refused' in (await readReturnable(db, booking, now))),
    reopenWindow: reopenWindowOf(booking, now),
    choices: await readChoicesFor(db, booking, now),
    engineer: await readEngineerOf(db, booking.engineerId),
    money: await readMoney(db, booking),
    moneyDoubts: [...(await readCreditDoubts(db, id)), ...(await readFeeQuestions(db, id))],
    nextReach: (await readNextReaches(services, [id])).get(id),
    undelivered: (await readUndelivered(db, [id])).get(id),
    numberProblem: await readNumberProblem(db, booking),
    lateCredit: poundsText(frozenBilling(booking).lateArrivalCreditPence),
    missed: missed.map((each) => ({
      promise: each.promise,
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

/** Why texts don't reach a customer who wants them, in words; undefined if they do. */
async function readNumberProblem(db: Kysely<Tables>, { phone, contactBy }: Booking): Promise<string | undefined> {
  if (contactBy === 'email' || phone === '') return undefined
  if (!isMobile(phone)) return `We can’t text ${phoneText(phone)}: it isn’t a UK mobile. We email instead.`
  const number = await db.selectFrom('textNumbers').selectAll().where('phone', '=', phone).executeTakeFirst()
  if (number?.stoppedAt) return `${phoneText(phone)} has asked for no more texts. We email instead.`
  if (!number?.failedAt) return undefined
  return `Text not delivered: ${phoneText(phone)}, ${momentText(number.failedAt)}${number.errorCode ? ` (error ${number.errorCode})` : ''}. We email instead.`
}

/** The window that reopening suggests: the promised one if it is in the future, else two hours from the next full hour. */
function reopenWindowOf({ promisedFrom, promisedUntil }: Booking, now: Date) {
  const hour = toInstant(new Date(Math.ceil(now.getTime() / hours(1)) * hours(1)))
  const [from, until] = promisedFrom > toInstant(now) ? [promisedFrom, promisedUntil] : [hour, later(hour, hours(2))]
  return { day: londonDay(from), from: timeText(from), until: timeText(until), today: londonDay(now) }
}

/** Linked bookings: duplicates and return visits, in both directions. */
async function readLinked(db: Kysely<Tables>, { id, duplicateOf, returnOf }: Booking) {
  const columns = ['id', 'reference'] as const
  const to = [duplicateOf, returnOf].filter((each) => each !== null)
  const linkedTo = to.length > 0 ? await db.selectFrom('bookings').select(columns).where('id', 'in', to).execute() : []
  const one = (wanted: string | null) => linkedTo.find((each) => each.id === wanted)
  return {
    duplicateOf: one(duplicateOf),
    returnOf: one(returnOf),
    duplicates: await db
      .selectFrom('bookings')
      .select(columns)
      .where('duplicateOf', '=', id)
      .where('duplicateOf', 'is not', null)
      .limit(20)
      .execute(),
    returns: await db
      .selectFrom('bookings')
      .select(columns)
      .where('returnOf', '=', id)
      .where('returnOf', 'is not', null)
      .limit(20)
      .execute(),
  }
}

/** The fields that staff may correct, as in the form. */
function detailsOf(booking: Booking) {
  const { name, phone, email, contactBy, service, description, address, postcode, accessNotes, siteContact, channel, triggeredFrom } =
    booking
  return {
    ...{ name, phone, email, contactBy, service, description, address, postcode, accessNotes, siteContact, channel, triggeredFrom },
    borough: booking.borough ?? '',
    isVulnerable: booking.vulnerableOccupant === 1,
    forBusiness: booking.forBusiness === 1,
    start: startText(booking),
    bookedAt: momentText(booking.createdAt),
  }
}

/** Whether the customer asked us to start within the period in which they may cancel; undefined where it doesn't matter. */
function startText({ slotStartsAt, forBusiness, startAskedAt }: Booking): string | undefined {
  if (slotStartsAt === null || forBusiness) return undefined
  return startAskedAt ? `Asked for, ${momentText(startAskedAt)}` : 'Not asked for: if they cancel within 14 days, they pay nothing'
}

/** The most they will pay, line by line, and what is owed until the bill. */
async function readMoney(db: Kysely<Tables>, booking: Booking) {
  return { statement: statementView(await readStatement(db, booking), 'staff'), owed: await readOwed(db, booking.id) }
}

/** Engineers for a booking, best first. */
async function readChoicesFor(db: Kysely<Tables>, booking: Booking, now: Date) {
  const until = Math.max(Date.parse(booking.promisedUntil), now.getTime())
  const workingHours = await readWorkingHours(db, toInstant(now), later(new Date(until), 1))
  const open = await boardQueries.open(db, later(new Date(until), days(2))).execute()
  const arrived = open.filter(({ status }) => status === 'arrived').map(({ id }) => id)
  const rows = {
    engineers: await boardQueries.engineers(db).execute(),
    open,
    steps: arrived.length > 0 ? await boardQueries.steps(db, arrived).execute() : [],
    workingHours,
    isPlanned: workingHours.length > 0 || (await hasPlannedHours(db)),
    diary: await readDiary(db, now, { from: booking.promisedFrom, until: booking.promisedUntil }),
  }
  return readChoices(rows, now)(booking)
}

async function readEngineerOf(db: Kysely<Tables>, engineerId: string | null) {
  if (!engineerId) return undefined
  return db.selectFrom('engineers').select(['id', 'name', 'phone', 'gasSafeNumber']).where('id', '=', engineerId).executeTakeFirst()
}

/**
 * Everything paid for a booking. `left`: the most that may be refunded now, in pounds; `creditsFirst`: nothing can be refunded before a
 * credit note.
 */
async function readPayments({ db }: Services, bookingId: string) {
  const payments = await db.selectFrom('payments').selectAll().where('bookingId', '=', bookingId).orderBy('id').limit(50).execute()
  const refunds =
    payments.length > 0
      ? await db
          .selectFrom('refunds')
          .selectAll()
          .where(
            'paymentId',
            'in',
            payments.map(({ id }) => id),
          )
          .orderBy('id')
          .limit(200)
          .execute()
      : []
  const overpaidPence = await readOverpaidPence(db, bookingId)
  const disputes = await readDisputes(db, [bookingId])
  return payments.map(({ id, amountPence, provider, paidAt, outcome, voidedAt }) => {
    const own = refunds.filter(({ paymentId }) => paymentId === id)
    const returnedPence = own.filter(({ state }) => state !== 'failed').reduce((sum, refund) => sum + refund.amountPence, 0)
    const leftPence = amountPence - returnedPence
    // Once there is a bill, its credit notes come first.
    const disputed = disputes.filter(({ paymentId }) => paymentId === id)
    const isOurs = !disputed.some(({ state }) => state === 'open' || state === 'lost')
    const mostPence = voidedAt || !isOurs ? 0 : outcome === 'confirmed' ? Math.min(leftPence, overpaidPence ?? leftPence) : leftPence
    return {
      id,
      text: `${poundsText(amountPence)} ${paidInWords(isHandMethod(provider) ? handMethods[provider] : 'Card')}, ${momentText(paidAt)}`,
      isVoided: voidedAt !== null,
      isByCard: !isHandMethod(provider),
      returnedPence,
      left: mostPence > 0 ? (mostPence / 100).toFixed(2) : undefined,
      creditsFirst: !voidedAt && isOurs && mostPence === 0 && leftPence > 0,
      returns: [
        ...own.map((refund) => ({
          id: refund.id,
          text: `${refundStateText(refund)}, ${momentText(refund.createdAt)}: ${refund.note ?? staffRefundReason(refund.reason as RefundReason)}`,
        })),
        ...disputed.map((dispute) => ({ id: dispute.id, text: disputeText(dispute) })),
      ],
    }
  })
}

/** The history, newest first: acts of staff in their words, and everyone else's. */
async function readWords(services: Services, booking: Booking, acts: Awaited<ReturnType<typeof readActs>>) {
  const { db } = services
  const { id } = booking
  const events = (await readHistory(db, id)).slice(-200)
  const ofActs = new Set(acts.map((act) => act.id))
  const others = events.filter((event) => !ofActs.has(event.id))
  const money = await readMoneyHistory(db, id)
  const tries = await readTryHistory(db, id)
  const work = [
    ...(await readPhotoHistory(db, id)),
    ...(await readWorkHistory(db, id)),
    ...(await readGasHistory(db, id)),
    ...(await readCorrectionHistory(db, id)),
    ...(await readReplacedSheets(db, id)),
    ...(await readFaultHistory(db, id)),
    ...startHistory(booking),
  ]
  const alarms = await db.selectFrom('escalations').select(['id', 'at', 'text']).where('bookingId', '=', id).execute()
  const names = await readNames(
    db,
    [...acts, ...others, ...money, ...tries, ...work]
      .map(({ actor }) => actor)
      .filter((actor) => actor !== 'customer' && actor !== 'system'),
  )
  const who = (actor: string) =>
    actor === 'customer' ? 'The customer' : actor === 'system' ? 'The website' : (names.get(actor) ?? 'A colleague')
  return [
    ...acts.map((act) => ({
      ...{ id: act.id, at: act.at, by: who(act.actor), isUndone: act.undoneAt !== null },
      what: act.text,
    })),
    ...alarms.map(({ text, ...each }) => ({ ...each, by: 'The website', isUndone: false, what: `raised an alarm: ${text}` })),
    ...(await readAttempts(db, id)).map((each) => ({ ...each, by: 'The website', isUndone: false })),
    ...[...tries, ...work].map(({ actor, ...each }) => ({ ...each, by: who(actor), isUndone: false })),
    ...money.map(({ actor, ...each }) => ({ ...each, by: who(actor), isUndone: false })),
    ...others.map(({ id: key, at, actor, kind, toStatus, fromStatus, note }) => ({
      ...{ id: key, at, by: who(actor), isUndone: false },
      what: [kindText(kind) ?? (fromStatus === null ? 'booked' : `changed the status to “${statuses[toStatus].label}”`), note]
        .filter(Boolean)
        .join('. '),
    })),
  ]
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1))
    .map((each) => ({ ...each, at: momentText(each.at) }))
}

const kindText = (kind: 'status' | 'rescheduled' | 'cancelled'): string | undefined =>
  kind === 'rescheduled' ? 'changed the time' : kind === 'cancelled' ? 'cancelled it' : undefined
