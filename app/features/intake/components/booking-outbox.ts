import { useSyncExternalStore } from 'react'
import { track } from '#app/platform/track.ts'
import type { Kept } from '../booking-form/kept-booking.ts'
import { createOutbox, type Outbox, type OutboxState } from '../outbox.ts'

/** The outbox of this page, made when needed: never on the server. */
let made: Outbox | undefined
export function bookingOutbox(): Outbox {
  made ??= createOutbox({}, trackCompleted)
  return made
}

/** Counted here, since another page or tab may send the booking. */
const trackCompleted = ({ body, formType = 'page' }: Kept) =>
  track('booking_completed', { formType, service: String(body.service), urgency: body.serviceLevel === 'redline' ? 'redline' : 'standard' })

const nothing: OutboxState = { kept: [], delivered: [], durable: true }

/** The outbox's contents and deliveries, as they change; nothing before `started`. */
export function useOutbox(started: boolean): OutboxState {
  const subscribe = (listener: () => void) => (started ? bookingOutbox().subscribe(listener) : () => undefined)
  const read = () => (started ? bookingOutbox().getState() : nothing)
  return useSyncExternalStore(subscribe, read, () => nothing)
}
