/** How a booking stands. What each means, and what leads from one to another, is in features/booking/lifecycle.ts. */
export type BookingStatus =
  | 'awaiting_payment'
  | 'received'
  | 'confirmed'
  | 'assigned'
  | 'en_route'
  | 'arrived'
  | 'completed'
  | 'no_access'
  | 'cancelled'
  | 'expired'
