import type { FormType } from '#app/platform/track.ts'
import type { OwnerOverrides } from '#content/owner-overrides.ts'

/** The server's answer for a stored booking. */
export interface Acknowledgement {
  reference: string
  status: string
  trackingUrl: string
  estimatedPricePence: number
  /** Safety advice if the visitor wrote of gas or another danger, by paragraph. */
  advice?: string[]
  /** Payment of the priority fee: address, amount, deadline (an ISO 8601 instant), and if a slot is held. If not, the first to pay gets it. */
  payment?: { url: string; dueAt: string; amountPence: number; isHeld: boolean }
}

/** Why a booking was refused, in words for the visitor. */
export interface RefusalWords {
  code: string
  title?: string
  message: string
  fields?: Record<string, string>
  /** With 'price_changed': the current prices. */
  changed?: OwnerOverrides
}

/** A booking that waits on this device. */
export interface Kept {
  key: string
  /** The form it was sent from, for analytics. */
  formType?: FormType
  /** The payload, with its time in `submittedAt`; never with a token. */
  body: Record<string, unknown>
  keptAt: number
  attempts: number
  /** The time of the next try. */
  dueAt: number
  /** 'refused' is no longer sent: it waits for the visitor, with the refusal. 'delivered': for a page to show. */
  state: 'sending' | 'waiting' | 'refused' | 'delivered'
  /** With 'waiting': the server asked to wait (429). */
  refusal?: RefusalWords
  /** With 'delivered': by the service worker, for the next page to show. */
  acknowledgement?: Acknowledgement
}
