import { z } from 'zod'
import { contactByOf, type FieldProblems, readAnswer, serviceLevels, type TypedField } from '#app/features/booking/answers.ts'
import { emailRequired } from '#app/platform/fields.ts'
import { plainText, sanitiseLine } from '#app/platform/sanitise.ts'
import { fieldReadBy } from '#app/platform/zod-field.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'

const notText: Partial<Record<TypedField, string>> = { email: emailRequired }

/** An answer read by its field's rule; '' if absent. */
const answer = (field: TypedField) => fieldReadBy((typed) => readAnswer(field, typed), notText[field])

const flag = z.preprocess(
  (value) => value === true || value === 'true' || value === 'on' || value === 'yes' || value === '1' || value === 1,
  z.boolean(),
)

/** An email address, or ''. */
export const emailIfAny = z
  .unknown()
  .optional()
  .transform((value, context) => {
    const typed = typeof value === 'string' ? value : ''
    const read = plainText(typed) === '' ? { value: '' } : readAnswer('email', typed)
    if ('value' in read) return read.value
    context.addIssue(read.problem)
    return z.NEVER
  })

/** Step 1 of the form. */
const serviceLevel = z.enum(serviceLevels, { error: 'Please choose a service level' })

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

/** The customer books for a business. */
export const forBusiness = flag

/** The client's clock and figures are only compared and logged: they never cause a refusal. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

const clientTime = z
  .unknown()
  .optional()
  .transform((value) => {
    const time = typeof value === 'string' && isoTime.test(value) ? new Date(value) : undefined
    return time && time.getTime() >= 0 && time.getTime() <= Date.UTC(2200, 0, 1) ? time : undefined
  })

const clientFigure = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined))

const clientText = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? sanitiseLine(value.slice(0, 1_000)).slice(0, 200) : ''))

/** The way they want to hear from us: never a reason to refuse a booking. */
const contactBy = z
  .unknown()
  .optional()
  .transform((value) => contactByOf({ contactBy: typeof value === 'string' ? value : undefined }))

/** The payload of a booking. */
export const SubmitBooking = z.object({
  serviceLevel,
  ...contactFields,
  contactBy,
  ...emergencyFields,
  /** For a visit that isn't urgent: the customer expressly asked us to start within the period of the right to cancel. */
  startAsked: flag,
  forBusiness,
  /** The times of submission and of this request, by the client's clock, which may be wrong. */
  submittedAt: clientTime,
  sentAt: clientTime,
  triggered_from: clientText,
  estimatedPrice: clientFigure,
  detectedBorough: clientText,
  /** The most that the customer pays, as the page showed it: no one owes more (`PriceChanged`). */
  shownMostPence: clientFigure,
  /** No one is there to see another price: it is stored at the current one, and the customer is called first. */
  callFirst: flag,
  /** The parts of the total, from clients that don't send the total. */
  shownEstimatePence: clientFigure,
  shownFeePence: clientFigure,
  shownDiscountPence: clientFigure,
  /** The honeypot: people leave it empty. */
  company: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' ? plainText(value) : value ? 'filled' : '')),
})

/** The same by phone: a caller may have no email address. */
export const TakeBooking = SubmitBooking.extend({ email: emailIfAny })

export type BookingInput = z.output<typeof SubmitBooking>

/** The first problem of each field, in the form's order. */
export function problemsOf(error: z.ZodError): FieldProblems {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) problems[String(issue.path[0])] ??= issue.message
  return problems
}
