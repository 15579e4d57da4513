import { mayTake, steps } from '#app/features/booking/lifecycle.ts'
import { RowButton } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Card } from '../card.ts'
import { ActButton } from './act-button.tsx'
import { ActForm } from './act-form.tsx'

type Doubtful = Pick<Card, 'id' | 'seen' | 'status' | 'reference' | 'isSuspected' | 'repeats'>

/** The questions whether a booking is a duplicate or spam. */
export const CardDoubts = ({ card }: { card: Doubtful }) => (
  <>
    <DuplicateOffer card={card} />
    <SpamQuestion card={card} />
  </>
)

/**
 * Names the booking that this one seems to repeat, and offers to close it. In small words: mostly both are kept until someone has called.
 * Closing can't be undone, so it takes a second press.
 */
export function DuplicateOffer({ card: { id, seen, status, reference, repeats } }: { card: Doubtful }) {
  if (!repeats || !mayTake('staff', 'join', status)) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
      <p>
        Same visit as{' '}
        <a href={`/staff/bookings/${repeats.id}` satisfies SitePath} className="inline-flex min-h-11 items-center whitespace-nowrap">
          {repeats.reference}
        </a>
        ? Check first.
      </p>
      <details className="open:basis-full">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-muted underline underline-offset-4 lg:pointer-fine:min-h-7">
          {steps.join.staff.button}
          <span className="sr-only">, {reference}</span>
        </summary>
        <ActForm intent="join" bookingId={id} seen={seen}>
          <input type="hidden" name="into" value={repeats.id} />
          <p>{`${repeats.reference} goes ahead. This one closes, anything paid for it is refunded, and the customer gets an email. You can’t undo this.`}</p>
          <RowButton className="mt-1">{`Yes, close ${reference}`}</RowButton>
        </ActForm>
      </details>
    </div>
  )
}

export function SpamQuestion({ card: { id, seen, status, reference, isSuspected } }: { card: Doubtful }) {
  if (!isSuspected || !mayTake('staff', 'discard', status)) return null
  const said = <span className="sr-only">, {reference}</span>
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="basis-full text-sm">This may be spam: call them to find out.</p>
      <ActButton intent="discard" bookingId={id} seen={seen}>
        {steps.discard.staff.button}
        {said}
      </ActButton>
      {mayTake('staff', 'trust', status) && (
        <ActButton intent="trust" bookingId={id} seen={seen}>
          {steps.trust.staff.button}
          {said}
        </ActButton>
      )}
    </div>
  )
}
