import type { FieldName } from '#app/features/booking/answers.ts'
import { changeValue } from '../step-moves.ts'

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
