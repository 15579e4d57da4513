import { storedDangers } from '#app/features/booking/find-dangers.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { ToldChange } from './read-change.server.ts'

/** The signed webhook's body for a new booking: everything a dispatcher's automation needs, and nothing secret. */
export const webhookBody = (booking: Booking) => ({
  type: booking.paymentDueAt === null ? 'booking.received' : 'booking.awaiting_payment',
  timestamp: booking.createdAt,
  data: {
    reference: booking.reference,
    serviceLevel: booking.serviceLevel,
    service: booking.service,
    description: booking.description,
    name: booking.name,
    phone: booking.phone,
    email: booking.email,
    contactBy: booking.contactBy,
    address: booking.address,
    postcode: booking.postcode,
    borough: booking.borough,
    inArea: booking.inArea === 1,
    accessNotes: booking.accessNotes,
    siteContact: booking.siteContact,
    vulnerableOccupant: booking.vulnerableOccupant === 1,
    forBusiness: booking.forBusiness === 1,
    startAsked: booking.startAskedAt !== null,
    preferredDate: booking.preferredDate,
    slotStartsAt: booking.slotStartsAt,
    slotEndsAt: booking.slotEndsAt,
    promisedFrom: booking.promisedFrom,
    promisedUntil: booking.promisedUntil,
    estimatePence: booking.estimatePence,
    priorityFeePence: booking.priorityFeePence,
    paymentDueAt: booking.paymentDueAt,
    /** Dangers in the customer's words: 'gas', 'fumes', 'electricity', 'ceiling', 'trapped'. */
    dangers: storedDangers(booking),
    late: booking.late === 1,
    createdAt: booking.createdAt,
  },
})

/** Types of changes whose name differs here. A step of the visit has the name of its new status. */
const types: Partial<Record<ToldChange['change'], string>> = { set_out: 'en_route', money_returned: 'refunded' }

/** The same of a change (docs/api.md lists the types), with the booking as it is now. */
export function webhookChangeBody(booking: Booking, { change, at, actor, text }: ToldChange) {
  const { status, revision } = booking
  const said = change === 'message' ? { message: text } : { note: text }
  return {
    type: `booking.${types[change] ?? change}`,
    timestamp: at,
    data: { ...webhookBody(booking).data, status, revision, actor, ...said },
  }
}
