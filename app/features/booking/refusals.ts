import { CodedRefusal, Refusal } from '#app/platform/errors.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import type { Instant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import { type OwnerOverrides, overridesForPages } from '#content/owner-overrides.ts'
import type { FieldProblems } from './answers.ts'

/** Answers that break a rule of the form. */
export class InvalidBooking extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
  readonly fields: FieldProblems
  constructor(fields: FieldProblems) {
    super('Some of the details need correcting. Please check them and send the booking again.')
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}

/** The same idempotency key with other content. */
export class KeyReused extends CodedRefusal {
  constructor() {
    super(409, 'key_reused', 'This Idempotency-Key was already used for a different booking. Use a new key for a new booking.')
  }
}

/** More than 5 submits in 60 seconds. */
export class TooManySubmits extends CodedRefusal {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super(429, 'too_many_requests', 'Please wait a moment before submitting again.', { title: 'Too Many Requests', retryAfterSeconds })
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The security token does not belong to this browser; the response has a fresh one. */
export class CsrfMismatch extends CodedRefusal {
  constructor() {
    super(403, 'csrf_mismatch', 'Invalid session. Please refresh the page and try again.', { title: 'Security Error' })
  }
}

/**
 * The page showed another price than the one that applies, or applied when the button was pressed: nothing was stored, and the price is
 * shown first.
 */
export class PriceChanged extends Refusal {
  readonly code = 'price_changed'
  readonly status = 409
  override readonly title = 'The price has changed'
  readonly #overrides: OwnerOverrides
  constructor(what: string, overrides: OwnerOverrides) {
    super(`${what} Nothing has been booked and there’s nothing to pay. Check the price below, then submit your booking again if you agree.`)
    this.#overrides = overrides
  }
  /** So that the page shows it too. */
  override details() {
    return { changed: overridesForPages(this.#overrides) ?? {} }
  }
}

/** The customer moves their visit to an hour that may cost more: nothing was changed, the new price is to be agreed first. */
export class DearerTime extends Refusal {
  readonly code = 'dearer_time'
  readonly status = 409
  override readonly title = 'That time costs more'
  /** The most that they would pay. */
  readonly mostPence: number
  constructor(mostPence: number, beforePence: number) {
    super(
      `The most you’ll pay at that time is ${poundsText(mostPence)}, instead of ${poundsText(beforePence)}, because our minimum charge is the call-out. We haven’t changed anything yet.`,
    )
    this.mostPence = mostPence
  }
}

export interface Happening {
  /** The actor, for colleagues: a name, 'The customer' or 'The website'. */
  by: string
  /** The act, after the name: 'gave the job to Dan Okoro'. */
  what: string
  at: Instant
}

/** 'Priya Shah gave the job to Dan Okoro at 2.05pm.', with the day if that was on another one. */
const happeningText = ({ by, what, at }: Happening, now: Date): string => `${by} ${what} at ${spokenTimeSeen(at, now)}.`

/**
 * The booking has changed since someone saw it, so their act was not done. Staff are told who did what in the meantime, and when; others
 * only that it has changed.
 */
export class BookingOvertaken extends Refusal {
  readonly code = 'booking_overtaken'
  readonly status = 409
  /** Oldest first; for staff only. */
  readonly happened: readonly Happening[]
  constructor(since?: { happened: readonly Happening[]; now: Date }) {
    const what = since?.happened.map((each) => happeningText(each, since.now)).join(' ') || 'The booking has changed since you opened it.'
    super(
      since
        ? `${what} Your change wasn’t saved. Check the booking again before you decide.`
        : 'This booking has changed since you opened the page. Your change wasn’t saved. Please check the details and try again.',
    )
    this.happened = since?.happened ?? []
  }
  override details() {
    return { happened: this.happened }
  }
}

/** The booking can't be changed this way; the message says why, and what to do instead. */
export class ChangeRefused extends Refusal {
  readonly code = 'change_refused'
  readonly status = 409
}

/** A message that breaks a rule. */
export class InvalidMessage extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
}

/** No booking has this private link, or the link was revoked. */
export class BookingNotFound extends CodedRefusal {
  constructor() {
    super(404, 'not_found', 'We can’t find this booking. Check the link in your confirmation, or call us.')
  }
}

/** The step isn't possible, or an engineer can't have the job; the message has the reason and the alternative. */
export class StepRefused extends Refusal {
  readonly code = 'step_refused'
  readonly status = 409
}

/** Why nothing more is recorded on an erased booking. */
export const erasedText = 'The customer has had this booking erased, so we no longer have its details.'

/** There is no such engineer or shift. */
export class EntryNotFound extends Refusal {
  readonly code = 'not_found'
  readonly status = 404
}

/** A question about an act that is allowed but unusual. */
export interface Question {
  /** Its subject, without spaces. Confirming sends this back, so that the wording may change. */
  code: string
  text: string
}

/** The act is done when it is sent again with `confirms` as its field `confirmed`. */
export class AnswerNeeded extends Refusal {
  readonly code = 'answer_needed'
  readonly status = 409
  readonly questions: readonly Question[]
  constructor(questions: readonly Question[]) {
    super(questions.map(({ text }) => text).join(' '))
    this.questions = questions
  }
  /** The codes of the questions. */
  get confirms(): string {
    return this.questions.map(({ code }) => code).join(' ')
  }
}

/** Throws `AnswerNeeded` unless `confirmed` has the code of each question. */
export function requireAnswer(questions: readonly Question[], confirmed = ''): void {
  const codes = confirmed.split(' ')
  if (questions.some(({ code }) => !codes.includes(code))) throw new AnswerNeeded(questions)
}
