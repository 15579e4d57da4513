import type { SentForm } from '#app/platform/answer-form.ts'
import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'

/** An act as its form sends it. */
export interface Sent {
  bookingId: string
  /** The user's id. */
  staffId: string
  seen: string
  /** The codes of the questions that were confirmed. */
  confirmed: string
  /** For a form that adds an entry: sending it twice adds one. */
  key: string
}

export type Field = (name: string) => string

export interface StaffAct {
  /** The role that may do it. */
  by: 'staff' | 'owner'
  /** Shown once it is done; absent: the page itself shows it. */
  done?: string
  /** The page that it leads to; absent: back to its own. */
  next?: (sent: Sent) => SitePath
  /** The code of the refusal that is a question: the act is done if it is sent again with the answer. */
  asks?: 'answer_needed' | 'refund_unconfirmed'
  /** Throws a refusal. `typed`: all fields of the form. */
  do: (services: Services, act: Sent, field: Field, typed: SentForm['typed']) => Promise<unknown>
}
