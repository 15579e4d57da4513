/** A customer to call about a bill: the last reminder has been sent, or there is no email address to remind. */
export interface BillCall {
  bookingId: string
  reference: string
  name: string
  phone: string
  phoneText: string
  owed: string
  /** The last note; '' if there is none. */
  last: string
}
