import { FactRows, Facts } from '#app/ui/facts.tsx'
import { Select, TextArea, TextField } from '#app/ui/field.tsx'
import { FoldedForm, type RefusedForm } from '#app/ui/folded-form.tsx'
import { Part } from '#app/ui/part.tsx'
import type { StaffCancellationsView } from '../staff-cancellations.server.ts'

interface StaffCancellationsProps {
  view: StaffCancellationsView
  /** The version of the booking that the page shows. */
  seen: string
  refused?: RefusedForm
}

/** For staff: contracts that a customer cancelled by their legal right, the refund, and a form for one who called or wrote. */
export function StaffCancellations({ view: { cancelled, open }, seen, refused }: StaffCancellationsProps) {
  return (
    <Part id="cancellations" title="Legal right to cancel" className="mt-8">
      {cancelled.map(({ id, isOpen, most, mayKeep, facts }) => (
        <div key={id} className="mt-3">
          <Facts>
            <FactRows rows={facts} />
          </Facts>
          {isOpen && (
            <FoldedForm
              intent="settle-cancellation"
              label="Refund it"
              button="Refund the customer"
              hidden={{ seen, cancellation: id }}
              refused={refused}
            >
              {(field) => (
                <>
                  <TextField
                    label="What the bill has for it, in pounds"
                    hint="All of the bill, if it’s the visit."
                    inputMode="decimal"
                    autoComplete="off"
                    {...field('billed')}
                  />
                  <TextField
                    label="What they pay for what was done, in pounds"
                    hint={
                      mayKeep
                        ? `As a share of the full price, at most ${most}: they asked us to start.`
                        : '0: they didn’t expressly ask us to start within the 14 days, or we didn’t tell them about their right.'
                    }
                    inputMode="decimal"
                    autoComplete="off"
                    {...field('kept')}
                  />
                  <TextArea
                    label="How you worked it out"
                    hint="The customer will see this."
                    optional
                    maxLength={1000}
                    {...field('reasons')}
                  />
                </>
              )}
            </FoldedForm>
          )}
        </div>
      ))}
      {open.length > 0 && (
        <>
          {open.map(({ id, name, text }) => (
            <p key={id} className="mt-2 text-sm [overflow-wrap:anywhere]">
              <b>{`${name}.`}</b> {text}
            </p>
          ))}
          <FoldedForm
            intent="cancel-contract"
            label="They called or wrote to cancel"
            button="Record it"
            hidden={{ seen }}
            refused={refused}
          >
            {(field) => (
              <>
                <Select label="What they cancel" {...field('contract')}>
                  {open.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {id === 'visit' ? `The visit: ${name}` : `Extra work: ${name}`}
                    </option>
                  ))}
                </Select>
                <TextField label="Their name" maxLength={100} autoComplete="off" {...field('name')} />
                <TextField label="Their address" maxLength={300} autoComplete="off" {...field('address')} />
              </>
            )}
          </FoldedForm>
        </>
      )}
    </Part>
  )
}
