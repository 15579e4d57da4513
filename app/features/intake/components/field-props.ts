import type { FieldName } from '#app/features/booking/answers.ts'
import type { FormView } from '../form-view.ts'

/** Props of the form's steps: the view, and the prefix of this form's ids, since a page may have two. */
export interface StepProps {
  view: FormView
  ids: string
}

/** Props of every field: its id, name, value and problem. */
export function fieldProps({ view, ids }: StepProps, name: FieldName) {
  return { id: `${ids}${name}`, name, defaultValue: view.answers[name], problem: view.problems[name] }
}
