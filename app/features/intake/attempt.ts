import type { Arrival } from '#app/features/capacity/arrival-window.ts'
import type { Instant } from '#app/values/clock.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { BookingInput } from './booking-input.ts'

export interface Attempt {
  /** The payload as it was sent, unchecked. */
  body: Record<string, unknown>
  /** Hash of the key, and of the content that came with it. */
  key: string
  contentHash: string
  /** The postcode's exact district, if a service knows it. */
  district: string | undefined
  now: Date
  /** By phone: the user's id; online: a keyed hash of the client's address. */
  by: { takenBy: string } | { clientKey: string; provenEmail?: string }
  /** By phone: called if no engineer is free for the window; throws unless that was confirmed. */
  askAboutFull?: (window: Pick<BookingsTable, 'promisedFrom' | 'promisedUntil'>) => void
  /** The booking that it is a free return visit for; the caller has checked it. */
  returnOf?: string
  /** The server's own test booking, which takes no one's time. */
  isTrial?: boolean
  /** The time we rendered the price that the customer saw, if known: a form without JavaScript can't show a newer one. */
  shownAt?: Date
}

/** A checked attempt. */
export interface Checked {
  input: BookingInput
  arrival: Arrival
  pressed: Date
  /** Returns the start of the promised window as it would have been at an earlier instant. */
  startAt: (at: Date) => Instant
  /** The booking needs a place in the plan of visits, which is locked; Red Line gets its place with the payment. */
  isPlanned: boolean
}
