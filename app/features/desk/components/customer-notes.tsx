import { RowButton } from '#app/ui/button.tsx'
import { fieldOf, TextArea } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { CustomerView } from '../read-customer.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { typedIn } from './typed-in.ts'
import { TypedText } from './typed-text.tsx'
import { useFormKey } from './use-form-key.ts'

/** Staff's notes about a customer and their bookings, newest first, and a form for another. */
export function CustomerNotes({ view: { notes, formKey }, refused }: { view: CustomerView; refused?: RefusedForm }) {
  const typed = typedIn(refused, 'note')
  const key = useFormKey(formKey)
  return (
    <Part id="notes" title="Notes" isTarget className="mt-8">
      <ol>
        {notes.map(({ id, at, by, text, about }) => (
          <li key={id} className="border-b border-line py-1.5">
            <p className="text-sm text-muted">
              {by}, {at}
              {about && (
                <>
                  , about{' '}
                  <a
                    href={`/staff/bookings/${about.bookingId}` satisfies SitePath}
                    className="inline-flex min-h-11 items-center md:min-h-6"
                  >
                    {about.reference}
                  </a>
                </>
              )}
            </p>
            <TypedText text={text} />
          </li>
        ))}
      </ol>
      <Folded label="Add a note" isOpen={typed !== undefined}>
        <ActForm intent="note" key={key}>
          <input type="hidden" name="key" value={key} />
          <TextArea
            label="Note about this customer"
            hint="Only staff see it, but the customer can ask for a copy."
            maxLength={1000}
            {...fieldOf(typed, 'note')}
          />
          <RowButton className="mt-3">Save note</RowButton>
        </ActForm>
      </Folded>
    </Part>
  )
}
