import { isHelpInDoubt } from '#app/features/areas/help-in-doubt.ts'
import { dateProblem, furthestDays } from '#app/features/booking/answers.ts'
import { readActIds } from '#app/features/booking/history.server.ts'
import { isExpected, isToDispatch } from '#app/features/booking/lifecycle.ts'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import {
  type Booking,
  type BookingEvent,
  type BookingMessage,
  readMessages,
  readTrackedBooking,
} from '#app/features/booking/read-booking.server.ts'
import { DearerTime } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { cancellationOf, cancellationText, mayAskToStart } from '#app/features/capacity/cancellation.ts'
import { expectedLateText, isExpectedLate } from '#app/features/capacity/late-arrival.ts'
import { type CallFacts, isOfThisVisit, promisedCall } from '#app/features/capacity/missed-promises.ts'
import { readMissed } from '#app/features/capacity/read-credits.server.ts'
import { readNextAvailable } from '#app/features/capacity/read-next-available.server.ts'
import { readSlots } from '#app/features/capacity/take-place.server.ts'
import { asksProof } from '#app/features/capacity/unproven-places.server.ts'
import { progressOf } from '#app/features/capacity/visit-progress.ts'
import { readPaidFee } from '#app/features/payments/paid-fee.server.ts'
import { readRefunds } from '#app/features/payments/read-payment.server.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { readFee } from '#app/features/red-line/read-fee.server.ts'
import { isMadeSafe } from '#app/features/visit/made-safe.server.ts'
import { readWorksOfLink, type WorkView } from '#app/features/visit/read-extra-work.server.ts'
import { readMoneyRows } from '#app/features/visit/read-statement.server.ts'
import { statementOf } from '#app/features/visit/statement.ts'
import { addsAtCost, leftText, statementView } from '#app/features/visit/statement-words.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { dateProblemText } from '#app/platform/fields.ts'
import { londonDay } from '#app/platform/london.ts'
import { readOnlinePause } from '#app/platform/online-pause.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { addDays, isDay, type LondonDay } from '#app/values/day.ts'
import { newToken } from '#app/values/ids.ts'
import { readMarks } from './booking-marks.server.ts'
import { timeChangeOf } from './page/time-change.ts'
import { visitLookOf } from './page/visit-look.ts'

/** The page of a booking, and its two steps. */
export type TrackStep = 'overview' | 'time' | 'cancel'
export type Done = 'proven' | 'rescheduled' | 'cancelled' | 'message' | 'agreed' | 'declined' | 'returning' | 'asked'

/** Typed or chosen values on the page; none is lost. */
export interface TrackAnswers {
  message?: string
  /** The message's own key, kept while it is not sent. */
  messageKey?: string
  preferredDate?: string
  timeSlot?: string
  /** For an answer to extra work: its id, and the name. */
  workId?: string
  signer?: string
}

export interface TrackSituation {
  step: TrackStep
  answers?: TrackAnswers
  /** By field name, or by id if the page has several of that name. */
  problems?: Readonly<Record<string, string>>
  refusal?: Refusal
  done?: Done
  /** From the link in our email: the proof of the booking (`booking/proof.ts`). */
  proof?: string
}

/**
 * Everything on the page of a private link, and nothing else: anyone with the address can request its data too. Throws `BookingNotFound`.
 */
export async function readTrackView(services: Services, token: string, situation: TrackSituation) {
  const { booking, events } = await readTrackedBooking(services, token)
  const now = services.clock.now()
  const messages = await readMessages(services.db, booking.id)
  const ours = await readActIds(services.db, booking.id)
  const fee = await readFee(services, booking)
  // An expired hold is over, even before it has been ended.
  const standing = fee?.state === 'expired' ? { ...booking, status: 'expired' as const } : booking
  const paidFee = await readPaidFee(services.db, booking.id)
  const missed = (await readMissed(services.db, booking.id)).filter(isOfThisVisit(booking))
  // Nothing is suggested before an engineer is on site.
  const works = booking.engineerId ? await readWorksOfLink(services.db, standing) : []
  const cancellation = cancellationOf(standing, events, now, paidFee)
  const link = trackingUrl(services, booking)
  const isAsked = await asksProof(services.db, standing)
  const { step, answers = {}, problems = {}, refusal, done, proof } = situation
  return {
    step,
    answers: { ...answers, messageKey: answers.messageKey || newToken() },
    problems: step === 'time' ? { ...dayProblem(answers.preferredDate, now), ...problems } : problems,
    now: toInstant(now),
    /** The page's mark, as in the stream of this link (`booking-marks.server.ts`). */
    mark: (await readMarks(services.db, [booking.trackingTokenHash])).get(booking.trackingTokenHash)?.mark ?? '',
    look: visitLookOf(standing.status, missed),
    alert: refusal && { title: refusal.title ?? 'There is a problem', message: refusal.message },
    /** The most that they would pay at the time they chose, to be agreed. */
    dearerPence: refusal instanceof DearerTime ? refusal.mostPence : undefined,
    done: done && isStill(done, { events, messages, works, booking }) ? done : undefined,
    works,
    mayAskToStart: isExpected(standing.status) && mayAskToStart(standing, events, now),
    /** Only from the link that has it: the page never has it otherwise. */
    proof: isAsked ? proof : undefined,
    path: new URL(link).pathname,
    version: versionOf(booking),
    ...shownOf(standing, isAsked, now),
    isMadeSafe: standing.status === 'completed' && (await isMadeSafe(services.db, booking.id)),
    engineer: await readEngineerOf(services, booking),
    fee,
    /** Payments that are refunded. */
    refunds: await readRefunds(services, booking.id),
    missed,
    callDueAt: callDueAtOf({ ...standing, paidAt: paidFee?.paidAt ?? null }),
    ...(await readMoney(services, standing, works)),
    steps: progressOf(standing, events, { paidAt: paidFee?.paidAt, missed }),
    // Without staff's notes, and without events that changed no status.
    events: events
      .filter(({ kind, fromStatus, toStatus }) => kind !== 'status' || fromStatus !== toStatus)
      .map(({ id, at, toStatus, kind, note }) => ({ id, at, toStatus, kind, byUs: ours.has(id), note: kind === 'status' ? '' : note })),
    messages: messages.map(({ id, at, sender, text }) => ({ id, at, sender, text })),
    timeChange: timeChangeOf(standing, now, await readOnlinePause(services.db, now)),
    cancellation:
      'refused' in cancellation ? cancellation : { text: cancellationText(cancellation), chargePence: cancellation.chargePence },
    time: step === 'time' ? await readTimes(services, booking, answers.preferredDate, now) : undefined,
    feedUrl: `${link}/booking.ics`,
  }
}

export type TrackView = Awaited<ReturnType<typeof readTrackView>>

/** Returns true if the act that the address reports is still in effect: it may be an old address, opened again. */
function isStill(
  done: Done,
  {
    events,
    messages,
    works,
    booking,
  }: {
    events: readonly BookingEvent[]
    messages: readonly BookingMessage[]
    works: readonly WorkView[]
    booking: Booking
  },
): boolean {
  if (done === 'proven') return booking.provenAt !== null
  if (done === 'returning') return booking.returnOf !== null
  if (done === 'asked') return booking.startAskedAt !== null
  if (done === 'agreed' || done === 'declined') return works.some(({ state }) => state === done)
  return done === 'message' ? messages.at(-1)?.sender === 'customer' : events.at(-1)?.kind === done
}

/** The latest time to call a customer whose engineer isn't on the way; undefined if no call is promised, or one was tried. */
export function callDueAtOf(facts: CallFacts): Instant | undefined {
  const call = isToDispatch(facts.status) ? promisedCall(facts) : undefined
  return call?.isTried ? undefined : call?.dueAt
}

/** The most that the customer will pay: as agreed, line by line once it differs, and with each suggestion that waits for an answer. */
async function readMoney({ db }: Services, booking: Booking, works: readonly WorkView[]) {
  const rows = await readMoneyRows(db, booking)
  const statement = statementOf(booking, rows)
  const isAgreed = statement.mostPence === statementOf({ ...booking, status: 'received' }).mostPence
  const mostWith = (work: WorkView) => statementOf(booking, { ...rows, agreed: [...rows.agreed, work] }).mostPence
  return {
    mostPence: statement.mostPence,
    isAtCost: addsAtCost(statement),
    statement: isAgreed ? undefined : statementView(statement, 'customer'),
    /** While nothing has changed: the sums paid and left. */
    paidTexts: isAgreed && statement.heldPence > 0 ? leftText(statement, 'customer') : [],
    /** By the suggestion's id. */
    mostWithPence: Object.fromEntries(works.filter(({ state }) => state === 'proposed').map((work) => [work.id, mostWith(work)])),
  }
}

/** Returns the assigned engineer's details, for the customer to check at the door; undefined until there is one. */
export async function readEngineerOf(services: Services, booking: Booking): Promise<ShownEngineer | undefined> {
  const { engineerId } = booking
  if (!engineerId) return undefined
  const engineer = await services.db
    .selectFrom('engineers')
    .leftJoin('portraits', 'portraits.engineerId', 'engineers.id')
    .select(['name', 'gasSafeNumber', 'portraits.sha256 as portrait'])
    .where('engineers.id', '=', engineerId)
    .executeTakeFirst()
  if (!engineer) return undefined
  const { portrait, ...shown } = engineer
  const path = new URL(trackingUrl(services, booking)).pathname
  return { ...shown, ...(portrait && { photoPath: `${path}/engineer?v=${portrait.slice(0, 12)}` }) }
}

export interface ShownEngineer {
  name: string
  gasSafeNumber: string | null
  /** The address of their photo; without one their initial is shown. */
  photoPath?: string
}

/** The booking's fields that private pages show. `isAsked`: its customer is asked to prove it (`asksProof`). */
export function shownOf(booking: Booking, isAsked: boolean, now: Date) {
  const { reference, status, email, serviceLevel, service, address, postcode, borough, description } = booking
  const { promisedFrom, promisedUntil, slotStartsAt, startAskedAt } = booking
  const what = { serviceLevel, service, address, postcode, borough, description, dangers: booking.dangers }
  const { estimate, capPence, priorityFeePence, phoneFeePence, offer } = JSON.parse(booking.frozenTerms) as FrozenTerms
  return {
    booking: {
      reference,
      status,
      /** Outside our boroughs, and we haven't said yet if we can help. */
      isOutside: isHelpInDoubt(booking),
      /** True if the visit has no time yet: we call to agree one. */
      isToAgree: booking.toAgree === 1 && isToDispatch(booking.status),
      asksProof: isAsked,
      closedAs: booking.closedAs,
      email,
      ...what,
      promisedFrom,
      promisedUntil,
      expectedAt: status === 'en_route' ? booking.expectedAt : null,
      lateText: isExpectedLate(booking) ? expectedLateText(booking, now) : undefined,
      slotStartsAt,
      startAskedAt,
      forBusiness: booking.forBusiness === 1,
    },
    terms: { estimate, capPence, priorityFeePence, phoneFeePence, offer, channel: booking.channel },
  }
}

/** The days and slots that a visit can be moved to; `wanted`: the requested day, valid or not. */
export async function readTimes({ db, published }: Services, booking: Booking, wanted: string | undefined, now: Date) {
  const { preferredDate } = booking
  const today = londonDay(now)
  const day = [wanted, preferredDate].find((each): each is LondonDay => isFreeDay(each ?? '', today)) ?? today
  const slots = await readSlots(db, day, now, booking, booking.id)
  const asapMinutes = await readNextAvailable(db, now, published.current().windows, booking)
  return { today, day, furthest: addDays(today, furthestDays), slots, asapMinutes }
}

const isFreeDay = (day: string, today: LondonDay) => isDay(day) && dateProblem(day, today) === undefined

function dayProblem(wanted: string | undefined, now: Date): { preferredDate?: string } {
  if (!wanted) return {}
  const problem = isDay(wanted) ? dateProblem(wanted, londonDay(now)) : dateProblemText
  return problem ? { preferredDate: problem } : {}
}
