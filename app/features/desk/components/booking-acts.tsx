import { hasEnded, steps as lifecycleSteps, type Step, steps, visitSteps } from '#app/features/booking/lifecycle.ts'
import { faultText } from '#app/features/visit/return-fault.ts'
import { ButtonLink, RowButton } from '#app/ui/button.tsx'
import { fieldOf, TextArea, TextField } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { Question } from './act-question.tsx'
import { EngineerFields } from './assign-form.tsx'
import { DuplicateOffer } from './card-doubts.tsx'
import type { Lead } from './next-on-booking.ts'
import { typedIn } from './typed-in.ts'
import { PromiseFields, WindowFields } from './window-fields.tsx'

/** Everything that can be done with it now, one form each. */
export function BookingActs({ view, refused, lead }: { view: BookingView; refused?: RefusedForm; lead: Lead }) {
  const { card, details, steps, choices, window } = view
  const may = (step: Step) => steps.includes(step)
  const visit = visitSteps.filter(may)
  const promise = typedIn(refused, 'promise')
  const cancel = typedIn(refused, 'cancel')
  if (hasEnded(card.status))
    return (
      <Part id="acts" title="What you can do" isTarget>
        <AfterVisit view={view} refused={typedIn(refused, 'reopen')} />
      </Part>
    )
  return (
    <Part id="acts" title="What you can do" isTarget>
      <DuplicateOffer card={card} />
      <div className="mt-3 flex flex-wrap gap-2">
        {may('accept') && (
          <ActForm intent="accept" seen={card.seen} className="flex basis-full flex-wrap items-center gap-x-4 gap-y-1">
            <RowButton>{lifecycleSteps.accept.staff.button}</RowButton>
            <p className="min-w-0 grow basis-48 text-sm text-muted">{lifecycleSteps.accept.staff.says}</p>
          </ActForm>
        )}
        {visit.map((step, index) => {
          const asked = typedIn(refused, step)
          return (
            <ActForm key={step} intent={step} seen={card.seen}>
              <Question refused={asked} />
              <RowButton look={index === 0 && lead === 'step' ? 'ink' : 'outline'}>
                {lifecycleSteps[step].staff.button}
                {asked?.refusal.isQuestion && ' anyway'}
              </RowButton>
            </ActForm>
          )
        })}
      </div>
      {(may('assign') || may('unassign')) && (
        <ActForm intent="assign" seen={card.seen} hasFields className="mt-4 flex flex-wrap items-end gap-2">
          <EngineerFields
            bookingId={card.id}
            choices={choices}
            engineerId={card.engineerId}
            refused={typedIn(refused, 'assign')}
            look={lead === 'assign' ? 'ink' : 'outline'}
          />
          {card.needsGasSafe && (
            <p className="w-full text-sm text-muted">This may be gas work, so only assign engineers with a Gas Safe number.</p>
          )}
        </ActForm>
      )}
      {may('promise') && (
        <Folded label="Change arrival time" isOpen={promise !== undefined}>
          <p className="mt-2 text-sm text-muted">
            We’ll email the customer. If we missed the first arrival window, they’ll still get {view.lateCredit} off, unless they asked for
            the change.
          </p>
          <ActForm intent="promise" seen={card.seen} hasFields>
            <PromiseFields of="promise" window={window} refused={promise} />
            <Question refused={promise} />
            <RowButton look="ink" className="mt-3">
              {lifecycleSteps.promise.staff.button}
              {promise?.refusal.isQuestion && ' anyway'}
            </RowButton>
          </ActForm>
        </Folded>
      )}
      {may('discard') && !card.isSuspected && details.channel === 'online' && (
        <Folded label="It’s spam" isOpen={false}>
          <p className="mt-2 text-sm text-muted">We’ll close it without telling anyone. You can undo this for 10 minutes.</p>
          <ActForm intent="discard" seen={card.seen}>
            <RowButton className="mt-3">Discard as spam</RowButton>
          </ActForm>
        </Folded>
      )}
      {may('cancel') && (
        <Folded label="Cancel the booking" isOpen={cancel !== undefined}>
          <p className="mt-2 text-sm text-muted">
            We’ll tell them your reason, and refund everything they’ve paid unless an engineer has visited.
          </p>
          <ActForm intent="cancel" seen={card.seen} hasFields>
            <TextArea label="Reason (the customer will see this)" maxLength={300} {...fieldOf(cancel, 'reason')} />
            <RowButton className="mt-3">{lifecycleSteps.cancel.staff.button}</RowButton>
          </ActForm>
        </Folded>
      )}
    </Part>
  )
}

/** Actions for a finished booking: reopen it, book the same customer again, or return under guarantee. */
function AfterVisit({ view: { card, steps: allowed, isReturnable, reopenWindow }, refused }: { view: BookingView; refused?: RefusedForm }) {
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
