import { hasEnded, steps as lifecycleSteps, type Step, visitSteps } from '#app/features/booking/lifecycle.ts'
import { RowButton } from '#app/ui/button.tsx'
import { fieldOf, TextArea } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Part } from '#app/ui/part.tsx'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { Question } from './act-question.tsx'
import { AfterVisit } from './after-visit.tsx'
import { EngineerFields } from './assign-form.tsx'
import { DuplicateOffer } from './card-doubts.tsx'
import type { Lead } from './next-on-booking.ts'
import { typedIn } from './typed-in.ts'
import { PromiseFields } from './window-fields.tsx'

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
