import { z } from 'zod'
import type { Instant } from '#app/platform/clock.ts'
import { Refusal } from '#app/platform/errors.ts'
import type { Read } from '#app/platform/fields.ts'
import { timeText } from '#app/platform/london.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import { fieldReadBy } from '#app/platform/zod-field.ts'
import { changedForPages } from '#content/changed.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import { type FieldProblems, readAnswer, serviceLevels, type TypedField } from './answers.ts'

/** What the booking form takes: answers.ts's rules as one schema for its action and the API. */

const notText: Partial<Record<TypedField, string>> = { email: 'Email is required' }

/** An answer that is read by the rule of its field; '' when absent. */
const answer = (field: TypedField) => fieldReadBy((typed) => readAnswer(field, typed), notText[field])

const flag = z.preprocess(
  (value) => value === true || value === 'true' || value === 'on' || value === 'yes' || value === '1' || value === 1,
  z.boolean(),
)

/** An address of mail, or ''. */
export const emailIfAny = z.unknown().transform((value, context) => {
  const typed = typeof value === 'string' ? value.trim() : ''
  const read = typed === '' ? { value: '' } : readAnswer('email', typed)
  if ('value' in read) return read.value
  context.addIssue(read.problem)
  return z.NEVER
})

/** Step 1 of the form. */
export const serviceLevel = z.enum(serviceLevels, { error: 'Please choose a service level' })

/** Step 2 of the form. */
export const contactFields = { name: answer('name'), phone: answer('phone'), email: answer('email') }

/** Step 3 of the form. */
export const emergencyFields = {
  service: answer('service').transform((value) => value as EmergencyTypeName),
  description: answer('description'),
  postcode: answer('postcode'),
  borough: answer('borough'),
  preferredDate: answer('preferredDate').transform((value) => value || undefined),
  timeSlot: answer('timeSlot'),
  address: answer('address'),
  accessNotes: answer('accessNotes'),
  siteContact: answer('siteContact'),
  vulnerableOccupant: flag,
}

/** The client's clock and figures are only compared and logged: whatever they are, they refuse nothing. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/
const clientTime = z
  .unknown()
  .optional()
  .transform((value) => {
    const time = typeof value === 'string' && isoTime.test(value) ? new Date(value) : undefined
    return time && time.getTime() >= Date.UTC(2020, 0, 1) && time.getTime() <= Date.UTC(2200, 0, 1) ? time : undefined
  })
const clientFigure = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined))
const clientText = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? sanitise(value).slice(0, 200) : ''))

/** A message about a booking, as it may be kept; or what is wrong with it. Sanitised as the form's description is. */
export function readMessage(typed: string): Read {
  // Far beyond the limit: what is longer is refused for its length all the same.
  const value = sanitise(typed.slice(0, 5 * longestMessage))
  if (value === '') return { problem: 'Please write a message' }
  return value.length <= longestMessage ? { value } : { problem: `Message must be ${longestMessage} characters or fewer` }
}

/** Characters of a message about a booking. */
export const longestMessage = 1000

/** The submitted booking payload. */
export const SubmitBooking = z.object({
  serviceLevel,
  ...contactFields,
  ...emergencyFields,
  /** An offer's code; one that does not apply, or no more, is passed over. */
  offer: answer('offer'),
  submittedAt: clientTime,
  triggered_from: clientText,
  estimatedPrice: clientFigure,
  detectedBorough: clientText,
  /** The priority fee and what the offer takes off, as the page showed them: nobody owes more than they were shown (`PriceChanged`). */
  shownFeePence: clientFigure,
  shownDiscountPence: clientFigure,
  /** The honeypot: people leave it empty. */
  company: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' ? value.trim() : value ? 'filled' : '')),
})
/** The same as it is taken by phone: a caller may have no address of mail. */
export const TakeBooking = SubmitBooking.extend({ email: emailIfAny })

export type BookingInput = z.output<typeof SubmitBooking>

/** The first problem of each field, in the form's order. */
export function problemsOf(error: z.ZodError): FieldProblems {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) problems[String(issue.path[0])] ??= issue.message
  return problems
}

/** Answers that break a rule of the form. */
export class InvalidBooking extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
  readonly fields: FieldProblems
  constructor(fields: FieldProblems) {
    super('There is a problem with the booking. Please check the fields named and send it again.')
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}

/** The same idempotency key with other content. */
export class KeyReused extends Refusal {
  readonly code = 'key_reused'
  readonly status = 409
  constructor() {
    super('This Idempotency-Key was already used for a different booking. Use a new key for a new booking.')
  }
}

/** More than 5 submits in 60 seconds. */
export class TooManySubmits extends Refusal {
  readonly code = 'too_many_requests'
  readonly status = 429
  override readonly title = 'Too Many Requests'
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('Please wait a moment before submitting again.')
    this.retryAfterSeconds = retryAfterSeconds
  }
  override headers() {
    return { 'Retry-After': String(this.retryAfterSeconds) }
  }
}

/** The security token does not belong to this browser; the answer carries a fresh one. */
export class CsrfMismatch extends Refusal {
  readonly code = 'csrf_mismatch'
  readonly status = 403
  override readonly title = 'Security Error'
  constructor() {
    super('Invalid session. Please refresh the page and try again.')
  }
}

/** Red Line was chosen and there is nowhere to pay. */
export class PaymentNotConfigured extends Refusal {
  readonly code = 'payment_not_configured'
  readonly status = 503
  override readonly title = 'Configuration Error'
  constructor() {
    super('Payment system not configured. Please contact support.')
  }
  override details() {
    return { alternative: 'standard' }
  }
}

/** The owner has changed the priority fee or the offer since the page showed it: nothing was stored, the new price is shown first. */
export class PriceChanged extends Refusal {
  readonly code = 'price_changed'
  readonly status = 409
  override readonly title = 'The price has changed'
  constructor({ feePence, isFee }: { feePence: number; isFee: boolean }) {
    const what = isFee
      ? `The Red Line priority fee is now ${poundsText(feePence)}.`
      : 'The offer you chose is no longer what this page said.'
    super(`${what} Nothing was booked and there is nothing to pay. Check the price below, then send it again if you agree.`)
  }
  /** So that the page says it too. */
  override details() {
    return { changed: changedForPages() ?? {} }
  }
}

export interface Happening {
  /** Who, as colleagues know them: a name, 'The customer' or 'The website'. */
  by: string
  /** What, after the name: 'gave the job to Dan Okoro'. */
  what: string
  at: Instant
}

/** 'Priya Shah gave the job to Dan Okoro at 14:05.' */
const happeningText = ({ by, what, at }: Happening): string => `${by} ${what} at ${timeText(at)}.`

/**
 * The booking is no longer what somebody saw before acting on it: nothing was done. Staff are told who did what meanwhile, and when;
 * anybody else, that it has changed.
 */
export class BookingOvertaken extends Refusal {
  readonly code = 'booking_overtaken'
  readonly status = 409
  /** Oldest first; of staff alone. */
  readonly happened: readonly Happening[]
  constructor(happened?: readonly Happening[]) {
    const what = happened?.map(happeningText).join(' ') || 'The booking has changed since you opened it.'
    super(
      happened
        ? `${what} Nothing of yours was done. Look at the booking as it stands now, then decide again.`
        : 'This booking has changed since you opened the page. Nothing was done. Check what it says now, then press again.',
    )
    this.happened = happened ?? []
  }
  override details() {
    return { happened: this.happened }
  }
}

/** The booking can no longer be changed so; the message says why, and what to do instead. */
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
export class BookingNotFound extends Refusal {
  readonly code = 'not_found'
  readonly status = 404
  constructor() {
    super('We cannot find this booking. Check the link in your confirmation, or call us.')
  }
}
