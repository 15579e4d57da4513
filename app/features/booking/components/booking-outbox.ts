import { useSyncExternalStore } from 'react'
import { createOutbox, type Outbox, type OutboxState } from '../outbox.ts'

/** The outbox of this page, made when something needs it: never while the server renders. */
let made: Outbox | undefined
export function bookingOutbox(): Outbox {
  made ??= createOutbox()
  return made
}

const nothing: OutboxState = { kept: [], delivered: [], durable: true }

/** What the outbox keeps and has delivered, as it changes; nothing before `started`. */
export function useOutbox(started: boolean): OutboxState {
  const subscribe = (listener: () => void) => (started ? bookingOutbox().subscribe(listener) : () => undefined)
  const read = () => (started ? bookingOutbox().getState() : nothing)
  return useSyncExternalStore(subscribe, read, () => nothing)
}
