import { type FieldName, fieldNames, type Step } from '#app/features/booking/answers.ts'

/* Moves between the form's steps besides Next and Previous: the same on the server and in the browser. */

/** An answer that is being changed: its field, and the step where Change was chosen. */
export interface Changing {
  field: FieldName
  back: Step
}

/** The value of the button that changes an answer. It submits the form, so that nothing typed is lost without JavaScript. */
export const changeValue = (field: FieldName): string => `change-${field}`

/** The field that a button changes; undefined for other buttons. */
export const changedBy = (go: string | undefined): FieldName | undefined => fieldNames.find((name) => changeValue(name) === go)

/** Reads an answer that is being changed from a form or an address. */
export function readChanging(field: string | null, back: string | null): Changing | undefined {
  const known = fieldNames.find((name) => name === field)
  return known && { field: known, back: readStep(back) }
}

/** A step from 1 to 4, from a form or an address; 1 by default. */
export function readStep(text: string | null): Step {
  const step = Number(text)
  return step === 2 || step === 3 || step === 4 ? step : 1
}

/** The step that Next leads to: after a change, the one where it was chosen, or an incomplete one before it. */
export function stepAfter(step: Step, changing: Changing | undefined, firstOpen: Step): Step {
  if (!changing || changing.back === step) return Math.min(4, step + 1) as Step
  return Math.min(changing.back, firstOpen) as Step
}
