import { type FieldName, stepOf } from '#app/features/booking/answers.ts'
import type { SitePath } from '#app/values/site-path.ts'

/** A link to a field's step, from which Next returns here: followed without JavaScript, handled in place with it. */
export function ChangeLink({ ids, field, label }: { ids: string; field: FieldName; label: string }) {
  return (
    <a
      href={`/book?step=${stepOf(field)}&change=1#${ids}${field}` satisfies SitePath}
      data-change={field}
      className="inline-flex min-h-11 items-center"
    >
      Change<span className="sr-only"> {label.toLowerCase()}</span>
    </a>
  )
}
