import { poundsText } from '#content/money.ts'
import { unitText } from './part-fields.ts'
import type { BookPart } from './read-parts.server.ts'

/** The id of the list that fields for parts name in their `list`. */
export const partOptionsId = 'price-book'

/** The parts of the price book, as suggestions for the fields of a form: the browser searches them, with and without JavaScript. */
export const PartOptions = ({ parts }: { parts: readonly BookPart[] }) => (
  <datalist id={partOptionsId}>
    {parts.map(({ name, unit, costPence }) => (
      <option key={name} value={name} label={`${name}, ${poundsText(costPence)} ${unitText(unit)}`} />
    ))}
  </datalist>
)
