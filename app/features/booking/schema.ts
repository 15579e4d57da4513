import { z } from 'zod'
import { Refusal } from '#app/platform/errors.ts'
import { isDay } from '#app/platform/london.ts'
import { sanitise, withoutMarks } from '#app/platform/sanitise.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { type EmergencyTypeName, emergencyTypes } from '#content/emergency-types.ts'

/** What the booking form takes, one rule per field, used by the form, its action and the API (specification 1 sections 3, 5). */

/** Far beyond every limit: what is longer is cut before it is looked at, and is refused for its length all the same. */
const longest = 5_000

/** A sanitised text of several lines, '' when absent. */
const text = z.preprocess(
  (value) => value ?? '',
  z.string('Please enter text').transform((value) => sanitise(value.slice(0, longest))),
)

/** A sanitised text of one line: a line feed in a name could forge a line of a mail to staff. */
const line = text.transform((value) => value.replace(/\s+/g, ' '))

const between = (min: number, max: number, label: string, required?: string) => limited(line, min, max, label, required)

const limited = (source: typeof line | typeof text, min: number, max: number, label: string, required?: string) =>
  source
    .refine((value) => required === undefined || value !== '', { error: required, abort: true })
    .refine((value) => value === '' || (value.length >= min && value.length <= max), {
      error: min > 1 ? `${label} must be ${min} to ${max} characters long` : `${label} must be ${max} characters or fewer`,
    })

const phone = text
  .refine((value) => value !== '', { error: 'Phone number is required', abort: true })
  .transform((value, context) => {
    const number = normalisePhone(value)
    if (number) return number
    context.addIssue('Please enter a valid phone number')
    return z.NEVER
  })

const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/
const email = z
  .preprocess(
    (value) => value ?? '',
    z.string('Email is required').transform((value) => withoutMarks(value).trim()),
  )
  .refine((value) => value !== '', { error: 'Email is required', abort: true })
  .refine((value) => value.length <= 254 && emailPattern.test(value) && sanitise(value) === value, {
    error: 'Please enter a valid email address',
  })

const typeNames = new Set<string>(emergencyTypes.map((type) => type.name))
const service = text
  .refine((value) => typeNames.has(value), { error: 'Please select an emergency type' })
  .transform((value) => value as EmergencyTypeName)

const day = text
  .refine((value) => value === '' || isDay(value), { error: 'Please enter a date as year-month-day, e.g. 2026-11-20' })
  .transform((value) => value || undefined)

const flag = z.preprocess(
  (value) => value === true || value === 'true' || value === 'on' || value === 'yes' || value === '1' || value === 1,
  z.boolean(),
)

export const serviceLevels = ['standard', 'redline'] as const
export type ServiceLevel = (typeof serviceLevels)[number]

/** Step 1 of the form. */
export const serviceLevel = z.enum(serviceLevels, { error: 'Please choose a service level' })

/** Step 2 of the form. */
export const contactFields = { name: between(2, 100, 'Name', 'Name is required'), phone, email }

/** Step 3 of the form. */
export const emergencyFields = {
  service,
  description: limited(text, 0, 1000, 'Description'),
  postcode: between(1, 200, 'Postcode'),
  borough: between(1, 200, 'Borough'),
  preferredDate: day,
  timeSlot: between(1, 200, 'Arrival slot'),
  address: between(1, 200, 'Address'),
  accessNotes: between(1, 200, 'How to get in'),
  siteContact: between(1, 200, 'Who lets us in'),
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

/** The submitted booking payload (specification 1 section 3; DESIGN 5). */
export const SubmitBooking = z.object({
  serviceLevel,
  ...contactFields,
  ...emergencyFields,
  submittedAt: clientTime,
  triggered_from: clientText,
  estimatedPrice: clientFigure,
  detectedBorough: clientText,
  /** The honeypot: people leave it empty. */
  company: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' ? value.trim() : value ? 'filled' : '')),
})
export type BookingInput = z.output<typeof SubmitBooking>

/** The field names a visitor can be told about. */
export type FieldName = keyof typeof contactFields | keyof typeof emergencyFields | 'serviceLevel'
export type FieldProblems = Partial<Record<FieldName, string>>

/** What the visitor has typed so far, as typed, right or wrong: nothing of it is ever lost. */
export type Answers = Partial<Record<FieldName, string>>

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

/** More than 5 submits in 60 seconds (specification 1 section 8). */
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

/** The security token does not belong to this browser; the answer carries a fresh one (specification 1 section 8). */
export class CsrfMismatch extends Refusal {
  readonly code = 'csrf_mismatch'
  readonly status = 403
  override readonly title = 'Security Error'
  constructor() {
    super('Invalid session. Please refresh the page and try again.')
  }
}

/** Red Line was chosen and there is nowhere to pay (specification 1 section 8). */
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

/** No booking has this private link, or the link was revoked. */
export class BookingNotFound extends Refusal {
  readonly code = 'not_found'
  readonly status = 404
  constructor() {
    super('We cannot find this booking. Check the link in your confirmation, or call us.')
  }
}
