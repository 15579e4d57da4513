import { z } from 'zod'
import { contactFields, emailIfAny, emergencyFields } from '#app/features/booking/schema.ts'
import { Refusal } from '#app/platform/errors.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import { normalisePhone } from '#app/platform/uk.ts'

/** What staff do with bookings, engineers and shifts: what goes in, and why it may be refused (DESIGN 5). */

/** An act of one of us on a booking. Whoever calls has checked that `staffId` is staff. */
export interface StaffAct {
  bookingId: string
  /** The id of the user. */
  staffId: string
  /** `versionOf` the booking that they saw: where it has changed since, nothing is done. */
  seen: string
}

/** The details that staff correct, all of them, as a form sends them: absent is empty. Checked as the booking form checks them. */
export const EditFields = z.object({
  ...contactFields,
  email: emailIfAny,
  service: emergencyFields.service,
  description: emergencyFields.description,
  address: emergencyFields.address,
  postcode: emergencyFields.postcode,
  borough: emergencyFields.borough,
  accessNotes: emergencyFields.accessNotes,
  siteContact: emergencyFields.siteContact,
  vulnerableOccupant: emergencyFields.vulnerableOccupant,
})
export type EditInput = z.output<typeof EditFields>

const line = (typed: string) => sanitise(typed.slice(0, 1_000)).replace(/\s+/g, ' ')
const text = z.preprocess((value) => value ?? '', z.string('Please enter text').transform(line))

/** An engineer, as staff enter them. */
export const EngineerFields = z.object({
  name: text.pipe(z.string().min(2, 'Name must be 2 to 100 characters long').max(100, 'Name must be 2 to 100 characters long')),
  phone: text.transform((typed, context) => {
    const phone = normalisePhone(typed)
    if (phone) return phone
    context.addIssue(typed ? 'Please enter a valid phone number' : 'Phone number is required')
    return z.NEVER
  }),
  /** Seven digits, spaces allowed; empty: no gas work. */
  gasSafeNumber: text.transform((typed, context) => {
    const digits = typed.replace(/\s/g, '')
    if (digits === '') return null
    if (/^\d{7}$/.test(digits)) return digits
    context.addIssue('A Gas Safe number has 7 digits. Leave it empty for an engineer without one')
    return z.NEVER
  }),
  base: text.pipe(z.string().max(200, 'Starts from must be 200 characters or fewer')),
})
export type EngineerInput = z.input<typeof EngineerFields>

/** A shift by London's clocks. One that ends at or before its beginning ends on the next day. */
export const ShiftFields = z.object({
  day: text.pipe(z.string().regex(/^\d{4}-\d\d-\d\d$/, 'Please enter a date as year-month-day, e.g. 2026-11-20')),
  from: text.pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time as hours:minutes, e.g. 08:00')),
  until: text.pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time as hours:minutes, e.g. 18:00')),
})
export type ShiftInput = z.input<typeof ShiftFields>

/** The step cannot follow, or an engineer cannot have the job; the message says why, and what to do. */
export class StepRefused extends Refusal {
  readonly code = 'step_refused'
  readonly status = 409
}

/** What was entered breaks a rule; which, by field. */
export class InvalidEntry extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    super('There is a problem with what you entered. Please check the fields named.')
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}

/** There is no such engineer or shift. */
export class EntryNotFound extends Refusal {
  readonly code = 'not_found'
  readonly status = 404
}
