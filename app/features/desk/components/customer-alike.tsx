import { isolated } from '#app/platform/bidi-text.ts'
import { RowButton } from '#app/ui/button.tsx'
import { fieldOf, TextField } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { CustomerView } from '../read-customer.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActButton } from './act-button.tsx'
import { ActForm } from './act-form.tsx'
import { typedIn } from './typed-in.ts'

/** Unproven bookings with the customer's number or email: anyone can type those. */
export function Unproven({ bookings }: { bookings: CustomerView['alike']['unproven'] }) {
  if (bookings.length === 0) return null
  return (
    <ul className="my-4 border-l-5 border-ink bg-stone px-3 py-2">
      {bookings.map(({ id, reference, name, service, why }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span>
            Booked online with the {why}, not confirmed yet:{' '}
            <a href={`/staff/bookings/${id}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold md:min-h-6">
              {service}, {reference}
            </a>{' '}
            ({isolated(name)})
          </span>
          <ActButton intent="claim" hidden={{ booking: id }}>
            It’s theirs
          </ActButton>
        </li>
      ))}
    </ul>
  )
}

const choices = [
  { intent: 'same_person', label: 'Same person', of: 'mayBePerson' },
  { intent: 'other_person', label: 'Someone else', of: 'mayBePerson' },
  { intent: 'same_household', label: 'Same household', of: 'mayBeHousehold' },
  { intent: 'other_household', label: 'Not their household', of: 'mayBeHousehold' },
] as const

/** Records that may be this person's too, or of someone who lives with them. */
export function Alike({ records }: { records: CustomerView['alike']['records'] }) {
  if (records.length === 0) return null
  return (
    <Part id="alike" title="May belong together" isTarget className="mt-8">
      <ul>
        {records.map((record) => (
          <li key={record.recordId} className="border-b border-line py-2 text-sm">
            <p className="[overflow-wrap:anywhere]">
              <a
                href={`/staff/customers/${record.recordId}` satisfies SitePath}
                className="inline-flex min-h-11 items-center font-bold md:min-h-6"
              >
                {isolated(record.name)}
              </a>
              {record.place && `, ${isolated(record.place)}`}: {record.why}
            </p>
            <ActForm className="mt-1 flex flex-wrap gap-2">
              <input type="hidden" name="other" value={record.recordId} />
              {choices.map(
                ({ intent, label, of }) =>
                  record[of] && (
                    <RowButton key={intent} name="intent" value={intent}>
                      {label}
                    </RowButton>
                  ),
              )}
            </ActForm>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Staff's decisions about this customer and others. */
export function Decisions({ decisions }: Pick<CustomerView, 'decisions'>) {
  if (decisions.length === 0) return null
  return (
    <Part id="decisions" title="Joined and kept apart" isTarget className="mt-8">
      <ul>
        {decisions.map(({ id, at, by, what }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5 text-sm">
            <span className="[overflow-wrap:anywhere]">
              <b>{by}</b> {what}, <span className="text-muted">{at}</span>
            </span>
            <ActButton intent="undo" hidden={{ decision: id }}>
              Undo
            </ActButton>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Puts another booking on the record, or moves some of its bookings off it. */
export function NotTheirs({ view: { bookings }, refused }: { view: CustomerView; refused?: RefusedForm }) {
  const [add, split] = [typedIn(refused, 'add'), typedIn(refused, 'split')]
  return (
    <div className="mt-8">
      <Folded label="Add a booking to this record" isOpen={add !== undefined}>
        <ActForm intent="add">
          <TextField
            label="Booking reference"
            hint="Like BK-7XKQ4MPR. All bookings on its record move here. You can undo this."
            maxLength={20}
            autoComplete="off"
            {...fieldOf(add, 'reference')}
          />
          <RowButton className="mt-3">Add it</RowButton>
        </ActForm>
      </Folded>
      {bookings.length > 1 && (
        <Folded label="Move bookings to another record" isOpen={split !== undefined}>
          <p className="mt-2 text-sm text-muted">Choose the bookings that are another person’s. You can undo this.</p>
          <ActForm intent="split">
            {bookings.map(({ card: { id, service, reference, name } }) => (
              <label key={id} className="flex min-h-11 items-center gap-3">
                <input type="checkbox" name={`booking-${id}`} value="yes" className="size-6 shrink-0" />
                <span className="[overflow-wrap:anywhere]">
                  {service}, {reference} ({isolated(name)})
                </span>
              </label>
            ))}
            <RowButton className="mt-3">Move them</RowButton>
          </ActForm>
        </Folded>
      )}
    </div>
  )
}
