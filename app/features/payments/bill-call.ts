/**
 * A customer to call about money: the last reminder of their bill has been sent, or there is no email address to remind; we owe them
 * something that isn't refunded automatically; or they dispute a payment with their bank.
 */
export interface BillCall {
  bookingId: string
  /** 'Bill 2026-0001', or 'Booking BK-…' before there is one. */
  title: string
  name: string
  phone: string
  phoneText: string
  /** '£119 owed', 'we owe them £100'. */
  says: string
  /** The last note, or the next step; '' if there is none. */
  last: string
}
