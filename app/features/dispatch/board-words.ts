import { changed } from '#content/changed.ts'
import { poundsText } from '#content/money.ts'
import { billingTerms } from '#content/rates.ts'
import type { BookingStatus } from '#db/tables.ts'

/** What staff call a status, in a word or two. */
export const statusLabels: Record<BookingStatus, string> = {
  awaiting_payment: 'At the payment',
  received: 'Waiting',
  confirmed: 'To assign',
  assigned: 'Assigned',
  en_route: 'On the way',
  arrived: 'At the door',
  completed: 'Completed',
  cancelled: 'Cancelled',
  no_access: 'No access',
  expired: 'Not paid',
}

/** What so many late arrivals cost us: '£50'; 'money' once the owner has changed it, since each booking keeps what it was promised. */
export const lateCreditText = (count = 1): string =>
  changed().fees?.lateArrivalCreditPence === undefined ? poundsText(count * billingTerms.lateArrivalCreditPence) : 'money'
