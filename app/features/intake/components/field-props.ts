import type { FieldName } from '#app/features/booking/answers.ts'
import type { FormView } from '../form-view.ts'

/** Props of the form's steps: the view, and the prefix of this form's ids, since a page may have two. */
export interface StepProps {
  view: FormView
  ids: string
}

/** Props of every field: its id, name, value and problem. A signed-in customer's details are values to begin with. */
export function fieldProps({ view, ids }: StepProps, name: FieldName) {
  return { id: `${ids}${name}`, name, defaultValue: view.answers[name] ?? view.known?.[name], problem: view.problems[name] }
}

/**
 * Returns true if the server's page puts the cursor into this field, the first of its step: it is being changed, or the step was asked for
 * by the choice of an emergency or by Next, and nothing else has to be read first.
 */
export function isAskedFor({ draftId, started, answers, problems, alert, gone, changing }: FormView, name: FieldName): boolean {
  if (!draftId || started || alert || gone || Object.keys(problems).length > 0) return false
  return changing ? changing.field === name : !answers[name]
}
