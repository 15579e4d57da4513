import { textReader } from '#app/platform/fields.ts'
import type { QueuedAct } from './queued-act.ts'

/* The engineer's word, at the door, on a free return visit: the same fault or another. */

/** The kind of the act. */
export const faultKind = 'same-fault'

/** A free return visit, for its pages. */
export interface ReturnView {
  /** The first visit: its reference, day and emergency. */
  first: string
  /** The parts that it fits: then it is for the same fault anyway. None: it is under guarantee. */
  parts: readonly string[]
  /** The last answer; undefined: none yet. */
  answer?: { isSameFault: boolean; reason: string }
}

export const faultDuty = 'Say first whether it was the same fault.'

const readReason = textReader('What it was', { max: 200 })

/** Returns the answer as typed, or the problem by field: another fault needs a reason. */
export function readFault(
  typed: (name: string) => string,
): { answer: NonNullable<ReturnView['answer']> } | { problems: Record<string, string> } {
  const [choice, read] = [typed('sameFault'), readReason(typed('faultReason'))]
  if ('problem' in read) return { problems: { faultReason: read.problem } }
  if (choice === 'yes') return { answer: { isSameFault: true, reason: '' } }
  if (choice !== 'no') return { problems: { sameFault: 'Choose whether it was the same fault' } }
  if (read.value === '') return { problems: { faultReason: 'Say what it was instead, for example: a new leak at the other tap' } }
  return { answer: { isSameFault: false, reason: read.value } }
}

export const faultText = ({ isSameFault, reason }: NonNullable<ReturnView['answer']>): string =>
  isSameFault ? 'It was the same fault.' : `It was another fault: ${reason}`

/** Returns true if the engineer has yet to say whether it was the same fault. */
export const needsAnswer = (view: ReturnView | undefined): boolean => view !== undefined && view.parts.length === 0 && !view.answer

/** Returns the view with the engineer's act on this phone applied. */
export function returnWithAct(view: ReturnView, { fields }: QueuedAct): ReturnView {
  const read = readFault((name) => fields[name] ?? '')
  return 'answer' in read ? { ...view, answer: read.answer } : view
}
