import { z } from 'zod'
import { locate } from '#app/features/areas/locate.ts'
import { districtFor } from '#app/features/areas/postcode-lookups.server.ts'
import { actByStaff, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import { dangersText } from '#app/features/booking/find-dangers.ts'
import { renewedLink } from '#app/features/booking/private-link.server.ts'
import { type Booking, readMessages } from '#app/features/booking/read-booking.server.ts'
import { InvalidBooking, StepRefused } from '#app/features/booking/refusals.ts'
import { searchTextOf } from '#app/features/booking/search-text.ts'
import { refuseIfVisited } from '#app/features/booking/visit-end.server.ts'
import { requireEngineer } from '#app/features/capacity/require-engineer.server.ts'
import { contactFields, emailIfAny, emergencyFields, forBusiness, problemsOf } from '#app/features/intake/booking-input.ts'
import { emailRequired } from '#app/platform/fields.ts'
import type { Services } from '#app/platform/services.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { isMobile } from '#app/platform/uk.ts'
import { requireStep } from './steps/require-step.server.ts'
import { takeChangedJob } from './steps/take-window.server.ts'

/** All details that staff can correct, as a form sends them: absent is empty. Checked as the booking form checks them. */
const EditFields = z.object({
  ...contactFields,
  email: emailIfAny,
  /** Absent: as it was. */
  contactBy: z.enum(['both', 'text', 'email'], 'Choose how they’d like to hear from us.').optional(),
  service: emergencyFields.service,
  description: emergencyFields.description,
  address: emergencyFields.address,
  postcode: emergencyFields.postcode,
  borough: emergencyFields.borough,
  accessNotes: emergencyFields.accessNotes,
  siteContact: emergencyFields.siteContact,
  vulnerableOccupant: emergencyFields.vulnerableOccupant,
  forBusiness,
})

type EditInput = z.output<typeof EditFields>

interface EditBooking extends StaffAct {
  /** All fields of `EditFields`, as a form sends them: one that is absent is empty, a checkbox that is absent is off. */
  fields: Record<string, unknown>
  /** Questions about the job as it is now that were confirmed (`AnswerNeeded`). */
  confirmed?: string
}

const labels = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  contactBy: 'how we send updates',
  service: 'emergency',
  description: 'description',
  address: 'address',
  postcode: 'postcode',
  borough: 'borough',
  inArea: 'area',
  accessNotes: 'how to get in',
  siteContact: 'who lets us in',
  vulnerableOccupant: 'vulnerable person',
  forBusiness: 'private or business',
} as const

/**
 * Corrects a booking's details, by the rules of the booking form; the postcode decides the borough. Price and terms stay frozen. A new
 * email address gets a new private link, as does a new number if the old one may have been texted the link; the old link stops working
 * (docs/decisions/0022). A job that takes longer, or is elsewhere, must be confirmed if it can no longer be kept or leaves no one for
 * another booking, and the history says so. Throws `AnswerNeeded`, `InvalidBooking` with what is wrong, `BookingOvertaken`, `StepRefused`
 * or `BookingNotFound`.
 */
export async function editBooking(services: Services, { fields, confirmed, ...act }: EditBooking): Promise<void> {
  const parsed = EditFields.safeParse(fields)
  if (!parsed.success) throw new InvalidBooking(problemsOf(parsed.error))
  // Before the transaction: no row stays locked while another service answers.
  const district = services.config.postcodeLookupUrl ? await districtFor(services, parsed.data.postcode) : undefined
  await actByStaff(services, { ...act, act: 'edit', wish: parsed.data }, async (tx, { booking, now }) => {
    requireStep('edit', booking)
    // Only bookings by phone may have none.
    if (parsed.data.email === '' && booking.channel === 'online') throw new InvalidBooking({ email: emailRequired })
    const set = changedOf(booking, parsed.data, district, services.published.current().boroughs)
    const changed = Object.keys(set) as (keyof typeof labels)[]
    if (changed.length === 0) throw new StepRefused('You haven’t changed anything.')
    // The customer who had the visit is asked for the review, and has the link to it.
    if (set.email !== undefined || (set.phone !== undefined && booking.email === ''))
      await refuseIfVisited(tx, booking.id, 'An engineer has been to this job, so where we write to its customer can’t be changed now.')
    const edited = { ...booking, ...set }
    const written = (await readMessages(tx, booking.id)).flatMap(({ sender, text }) => (sender === 'customer' ? [text] : []))
    const derived = { searchText: searchTextOf(edited), dangers: dangersText(edited.description, edited.accessNotes, ...written) }
    // The assigned engineer must be allowed to do the job as it is now.
    if (booking.engineerId) await requireEngineer(tx, booking.engineerId, { ...edited, ...derived })
    const doubt = await takeChangedJob(tx, { before: booking, after: { ...edited, ...derived }, now, confirmed })
    const isElsewhere = set.email !== undefined || (set.phone !== undefined && mayHaveLink(services, booking))
    const words = changed.map((field) => labels[field]).join(', ')
    return {
      set: { ...set, ...derived, ...(isElsewhere && renewedLink(services.secrets, booking)) },
      isRevised: true,
      text: `changed: ${words}${isElsewhere ? ' (we’re sending the customer a new private link)' : ''}${doubt}`,
      detail: { fields: changed.join(' ') },
      announces: isElsewhere ? 'new_address' : undefined,
    }
  })
}

/** True if the private link may have been texted to the booking's number. */
const mayHaveLink = (services: Services, { phone, contactBy, email }: Booking): boolean =>
  textsArrive(services) && isMobile(phone) && (contactBy !== 'email' || email === '')

/** The columns that differ from the booking's. */
function changedOf(
  booking: Booking,
  { postcode, borough, vulnerableOccupant, forBusiness: isForBusiness, ...others }: EditInput,
  district: string | undefined,
  served: readonly string[],
) {
  const place = locate(postcode, borough, district, served)
  const wanted = {
    ...others,
    ...{ postcode: place.postcode, borough: place.borough, inArea: place.inArea ? (1 as const) : (0 as const) },
    vulnerableOccupant: vulnerableOccupant ? (1 as const) : (0 as const),
    forBusiness: isForBusiness ? (1 as const) : (0 as const),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => value !== undefined && booking[column as keyof Booking] !== value),
  ) as Partial<typeof wanted>
}
