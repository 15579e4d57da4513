import type { Selectable } from 'kysely'
import type { CallAttemptsTable } from '#db/tables/visit.ts'

/** Outcomes of a call to a customer, or that none is needed: the button that records it, and the words of the history after the name. */
export const callOutcomes = {
  spoken: { button: 'Spoke to them', past: 'called the customer and spoke to them' },
  no_answer: { button: 'No answer', past: 'called the customer, who didn’t answer' },
  not_needed: { button: 'No call needed', past: 'noted that the customer needs no call' },
} as const satisfies Record<Selectable<CallAttemptsTable>['outcome'], { button: string; past: string }>

export type CallOutcome = keyof typeof callOutcomes

export const isCallOutcome = (text: string): text is CallOutcome => Object.hasOwn(callOutcomes, text)
