import type { FormType } from '#app/features/analytics/track.ts'
import type { OwnerOverrides } from '#content/owner-overrides.ts'

/** What the server says of a stored booking. */
export interface Acknowledgement {
  reference: string
  status: string
  trackingUrl: string
  estimatedPricePence: number
  /** What to do first, where the visitor wrote of gas or another danger. */
  advice?: string[]
  /** Where the priority fee is paid, how much it is, until when (an ISO 8601 instant), and whether a slot is held for it. */
  payment?: { url: string; dueAt: string; amountPence: number; isHeld: boolean }
}

/** Why a booking was not taken, in words for the visitor. */
export interface RefusalWords {
  code: string
  title?: string
  message: string
  fields?: Record<string, string>
  /** With 'price_changed': what holds now. */
  changed?: OwnerOverrides
}

/** A booking that waits on this device. */
export interface Kept {
  key: string
  /** The form it was sent from, for analytics. */
  formType?: FormType
  /** As it was submitted, with the moment of that in `submittedAt`; never with a token. */
  body: Record<string, unknown>
  keptAt: number
  attempts: number
  /** When it is sent next. */
  dueAt: number
  /** 'refused' is sent no more: it waits for the visitor, with the refusal. 'delivered': for a page to say so. */
  state: 'sending' | 'waiting' | 'refused' | 'delivered'
  /** With 'waiting': the server asked to wait (429). */
  refusal?: RefusalWords
  /** With 'delivered': by the service worker, which leaves it to the next page. */
  acknowledgement?: Acknowledgement
}
