import { useSyncExternalStore } from 'react'
import { track } from '#app/features/analytics/track.ts'
import type { Kept } from '../kept-booking.ts'
import { createOutbox, type Outbox, type OutboxState } from '../outbox.ts'

/** The outbox of this page, made when something needs it: never while the server renders. */
let made: Outbox | undefined
export function bookingOutbox(): Outbox {
  made ??= createOutbox({}, trackCompleted)
  return made
}

/** Here, since only the sender knows: another page or tab may send what the form could not. */
const trackCompleted = ({ body, formType = 'page' }: Kept) =>
  track('booking_completed', { formType, service: String(body.service), urgency: body.serviceLevel === 'redline' ? 'redline' : 'standard' })

const nothing: OutboxState = { kept: [], delivered: [], durable: true }

/** What the outbox keeps and has delivered, as it changes; nothing before `started`. */
export function useOutbox(started: boolean): OutboxState {
  const subscribe = (listener: () => void) => (started ? bookingOutbox().subscribe(listener) : () => undefined)
  const read = () => (started ? bookingOutbox().getState() : nothing)
  return useSyncExternalStore(subscribe, read, () => nothing)
}
