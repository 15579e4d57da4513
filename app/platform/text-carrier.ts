import type { Instant } from '#app/values/clock.ts'
import type { SentTextsTable } from '#db/tables/platform.ts'
import { PermanentFailure } from './job-failures.ts'

/** A text message to a phone. */
export interface TextMessage {
  /** Constant over retries. */
  id: string
  /** E.164. */
  to: string
  channel: 'sms' | 'whatsapp'
  text: string
  /** Set if the text may also go by WhatsApp, where the owner has a sender. */
  template?: Template
  /** To our own people, about an urgent job: it doesn't count towards the day's limits. */
  isOurs?: true
  /** About a booking that anyone can have made with this number. */
  isUnproven?: boolean
  /** The time that it is worth delivering; undefined: as long as the network tries. */
  validMs?: number
}

/** The kinds of text that may go by WhatsApp, if an owner has templates there. */
export const templateKinds = ['confirmation', 'change', 'late', 'bill', 'code'] as const
export type TemplateKind = (typeof templateKinds)[number]

/** A text as a template that WhatsApp has approved: its kind, and the values of {{1}}, {{2}} … */
interface Template {
  kind: TemplateKind
  values: readonly string[]
}

export type TextState = SentTextsTable['state']

/** A provider that carries texts to phones. */
export interface TextCarrier {
  describe: string
  /**
   * Hands a text over. Throws `NumberRefused`, `NotAccepted` or `RetryLater` if it was certainly not accepted; after any other error it may
   * have been.
   */
  create(message: TextMessage, signal?: AbortSignal): Promise<{ providerId: string; state: TextState }>
  /** Finds the same text to the same number that was accepted since then. */
  find(message: TextMessage, since: Instant, signal?: AbortSignal): Promise<{ providerId: string; state: TextState } | undefined>
}

/** The number takes no texts. `code`: the provider's. */
export class NumberRefused extends PermanentFailure {
  readonly code: number | undefined
  constructor(message: string, code: number | undefined) {
    super(message)
    this.code = code
  }
}

/** The text was certainly not accepted, and may be tried again. */
export class NotAccepted extends Error {
  override readonly name = 'NotAccepted'
}
