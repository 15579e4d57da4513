import { steps } from '#app/features/booking/lifecycle.ts'
import { ButtonLink, RowButton } from '#app/ui/button.tsx'
import { fieldOf, TextField } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { Question } from './act-question.tsx'
import { WindowFields } from './window-fields.tsx'

/** Actions for a finished booking: reopen it, book the same customer again, or return under guarantee. */
export function AfterVisit({
  view: { card, steps: allowed, isReturnable, reopenWindow },
  refused,
}: {
  view: BookingView
  refused?: RefusedForm
}) {
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        {isReturnable && (
          <ButtonLink href={`/staff/bookings/new?return=${card.id}` satisfies SitePath} look="outline" className="key-row">
            Return visit under guarantee
          </ButtonLink>
        )}
        <ButtonLink href={`/staff/bookings/new?again=${card.id}` satisfies SitePath} look="outline" className="key-row">
          Book again
        </ButtonLink>
      </div>
      {allowed.includes('reopen') && (
        <Folded label="Reopen this booking" isOpen={refused !== undefined}>
          <p className="mt-2 text-sm text-muted">
            It’ll go back on the board without an engineer, and we’ll email the customer the new arrival time.
          </p>
          <ActForm intent="reopen" seen={card.seen} hasFields>
            <TextField id="reason" label="Reason (staff only)" maxLength={300} autoComplete="off" {...fieldOf(refused, 'reason')} />
            <WindowFields of="reopen" window={reopenWindow} refused={refused} />
            <Question refused={refused} />
            <RowButton className="mt-3">
              {steps.reopen.staff.button}
              {refused?.refusal.isQuestion && ' anyway'}
            </RowButton>
          </ActForm>
        </Folded>
      )}
    </>
  )
}
