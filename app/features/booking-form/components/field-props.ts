import type { FieldName } from '#app/features/booking/answers.ts'
import type { FormView } from '../form-view.ts'

/** What the form hands to its steps: the view, and what this form's ids begin with, since a page may have two. */
export interface StepProps {
  view: FormView
  ids: string
}

/** What every field of the form has: its id, its name, what was typed so far, what is wrong with it. */
export function fieldProps({ view, ids }: StepProps, name: FieldName) {
  return { id: `${ids}${name}`, name, defaultValue: view.answers[name], problem: view.problems[name] }
}
