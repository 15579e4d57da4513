import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { faultText } from '#app/features/visit/return-fault.ts'
import { RowButton } from '#app/ui/button.tsx'
import { fieldOf, TextField } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Part } from '#app/ui/part.tsx'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'

/** On a free return visit: the answer if it was the same fault, and the form to correct it. */
export function ReturnFault({ view: { returnVisit, card }, refused }: { view: BookingView; refused?: RefusedForm }) {
  if (!returnVisit || returnVisit.parts.length > 0 || !(returnVisit.answer || card.status === 'arrived' || hasEnded(card.status)))
    return null
  return (
    <Part id="fault" title="Was it the same fault?" isTarget className="mt-8">
      <p className="mt-2 [overflow-wrap:anywhere]">
        {returnVisit.answer ? faultText(returnVisit.answer) : 'No one has said yet. Until then it counts as the same fault.'}
      </p>
      <Folded label={returnVisit.answer ? 'Correct this' : 'Answer for the engineer'} isOpen={refused !== undefined}>
        <ActForm intent="fault" hasFields>
          <RowButton name="sameFault" value="yes" className="mt-3">
            It was the same fault
          </RowButton>
          <TextField label="If not, what was it?" maxLength={200} {...fieldOf(refused, 'faultReason')} />
          <RowButton name="sameFault" value="no" className="mt-3">
            It was another fault
          </RowButton>
        </ActForm>
      </Folded>
    </Part>
  )
}
