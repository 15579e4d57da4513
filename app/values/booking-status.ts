/** Status of a booking. Meanings and transitions are in features/booking/lifecycle.ts. */
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
