import type { FieldName } from '#app/features/booking/answers.ts'
import type { FormView } from '../form-view.ts'
import { changeValue } from '../step-moves.ts'

/** An earlier answer in one line. */
function AnsweredLine({ field, label, value }: { field: FieldName; label: string; value: string }) {
  return (
    <p className="flex items-center justify-between gap-x-3 border-b border-line text-sm leading-tight">
      <span className="min-w-0">
        <span className="sr-only">{label}: </span>
        <strong>{value}</strong>
      </span>
      <ChangeButton field={field} label={label.toLowerCase()} />
    </p>
  )
}

/** The chosen emergency; its price is above the buttons, or beside the form. Nothing before one is chosen. */
export function AnsweredService({ answers: { service } }: Pick<FormView, 'answers'>) {
  return service ? <AnsweredLine field="service" label="Emergency" value={service} /> : null
}

/** The place of the visit, as far as it is known. */
export function AnsweredPlace({ answers, options }: Pick<FormView, 'answers' | 'options'>) {
  const { postcode, borough } = options?.place ?? answers
  const place = [postcode, borough].filter(Boolean).join(', ')
  return <AnsweredLine field="postcode" label="Postcode" value={place || 'Postcode: we’ll ask when we call'} />
}

/** Leads to an answer's step; Next returns here from it. A button, so that the values typed here are kept without JavaScript too. */
export function ChangeButton({ field, label }: { field: FieldName; label: string }) {
  return (
    <button
      type="submit"
      name="go"
      value={changeValue(field)}
      className="inline-flex min-h-11 cursor-pointer items-center whitespace-nowrap underline"
    >
      Change<span className="sr-only"> {label}</span>
    </button>
  )
}
