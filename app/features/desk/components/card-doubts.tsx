import { mayTake, steps } from '#app/features/booking/lifecycle.ts'
import { Button } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Card } from '../card.ts'
import { ActForm } from './act-form.tsx'

type Doubtful = Pick<Card, 'id' | 'seen' | 'status' | 'reference' | 'isSuspected' | 'repeats'>

/** The questions whether a booking is spam or a duplicate. Closing a duplicate can't be undone, so it takes a second press. */
export function CardDoubts({ card }: { card: Doubtful }) {
  const { id, seen, status, reference, isSuspected, repeats } = card
  const said = <span className="sr-only">, {reference}</span>
  return (
    <>
      {repeats && mayTake('staff', 'join', status) && (
        <div className="mt-2 border-2 border-ink bg-lamp px-2 py-1.5 text-sm">
          <p className="font-bold">
            Looks like the same visit as{' '}
            <a href={`/staff/bookings/${repeats.id}` satisfies SitePath} className="whitespace-nowrap">
              {repeats.reference}
            </a>
          </p>
          <details className="mt-1">
            <summary className="key key-row key-outline cursor-pointer list-none">
              {steps.join.staff.button}
              {said}
            </summary>
            <ActForm intent="join" bookingId={id} seen={seen} className="mt-1">
              <input type="hidden" name="into" value={repeats.id} />
              <p>{`${repeats.reference} goes ahead. This one closes, anything paid for it is refunded, and the customer gets an email. You can’t undo this.`}</p>
              <Button className="key-row mt-1">{`Yes, close ${reference}`}</Button>
            </ActForm>
          </details>
        </div>
      )}
      {isSuspected && mayTake('staff', 'discard', status) && (
        <div className="mt-2 flex flex-wrap gap-2">
          <ActForm intent="discard" bookingId={id} seen={seen}>
            <Button look="outline" className="key-row">
              {steps.discard.staff.button}
              {said}
            </Button>
          </ActForm>
          {mayTake('staff', 'trust', status) && (
            <ActForm intent="trust" bookingId={id} seen={seen}>
              <Button look="outline" className="key-row">
                {steps.trust.staff.button}
                {said}
              </Button>
            </ActForm>
          )}
        </div>
      )}
    </>
  )
}
