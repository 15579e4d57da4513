import { londonDay } from '#app/platform/london.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { type BusinessDetails, business, postalAddress } from '#content/business.ts'
import { billDueDays, billTaxPointDays } from '#content/fees.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { ReadDraft } from './drafting/read-draft.server.ts'

/* The data frozen with a bill besides its lines. */

/** The supplier, as the law requires on a bill (docs/sources/vat-invoices.md). Undefined fields aren't stated. */
export interface Supplier {
  /** The business name. */
  name: string
  legalName?: string
  address?: string
  companyNumber?: string
  vatNumber?: string
  /** Account for bank transfers, in one line. */
  bankAccount?: string
  phone: string
  email?: string
}

/** The bill's addressee and the address of the work: no phone number or email address. */
export interface BilledCustomer {
  name: string
  address: string
}

/** The visit, as the bill describes it. */
export interface BilledVisit {
  /** The booking's: 'BK-…'. */
  reference: string
  service: string
  /** Instants; absent if the work wasn't done. */
  arrivedAt?: string
  leftAt?: string
}

/** Our details as a bill states them. */
export function supplierOf(details: BusinessDetails): Supplier {
  const { emergencyPhone, email, company } = details
  const { form = 'company', legalName, number, vatNumber, vatStatus, bankAccount } = company
  const address = postalAddress(details)
  return {
    ...{ name: business.name, phone: emergencyPhone.text },
    ...(email && { email }),
    ...(legalName && { legalName }),
    ...(address && { address }),
    ...(form === 'company' && number && { companyNumber: number }),
    ...(vatNumber && vatStatus !== 'not-registered' && { vatNumber }),
    ...(bankAccount && { bankAccount }),
  }
}

export const billedCustomerOf = ({ name, address, postcode }: Pick<BookingsTable, 'name' | 'address' | 'postcode'>): BilledCustomer => ({
  name,
  address: [address, postcode].filter((part) => part !== '').join(', '),
})

export const billedVisitOf = (booking: Pick<BookingsTable, 'reference' | 'service'>, { visit }: Pick<ReadDraft, 'visit'>): BilledVisit => ({
  ...{ reference: booking.reference, service: booking.service },
  ...(visit && { arrivedAt: visit.arrivedAt, leftAt: visit.leftAt }),
})

/** The days of a bill. */
interface BillDays {
  suppliedOn: LondonDay
  /** The time of supply for VAT: the day of the bill if it is issued within 14 days of the work, otherwise the day of the work. */
  taxPoint: LondonDay
  dueOn: LondonDay
}

/** The days of a bill that is issued at `now`, for work that ended at `endedAt`. */
export function daysOf(endedAt: string, now: Date): BillDays {
  const [suppliedOn, issuedOn] = [londonDay(endedAt), londonDay(now)]
  return {
    suppliedOn,
    taxPoint: issuedOn <= addDays(suppliedOn, billTaxPointDays) ? issuedOn : suppliedOn,
    dueOn: addDays(issuedOn, billDueDays),
  }
}
