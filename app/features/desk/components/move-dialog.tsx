import { useEffect, useRef } from 'react'
import { steps } from '#app/features/booking/lifecycle.ts'
import { RowButton } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { Question } from './act-question.tsx'
import { PromiseFields } from './window-fields.tsx'

/** A job to be moved, with the version that was seen. */
export interface Move {
  intent: 'assign' | 'promise'
  bookingId: string
  seen: string
  reference: string
  service: string
  /** The new engineer; undefined to leave it, '' for no one. */
  engineerId?: string
  engineer?: string
  window: { day: string; from: string; until: string; today: string }
}

interface MoveDialogProps {
  move: Move
  /** The refusal or question, if there was one. */
  refused?: RefusedForm
  onClose: () => void
}

/** Asks for what a drag doesn't say: the new arrival window, and any confirmation. The same forms as on the booking's page. */
export function MoveDialog({ move, refused, onClose }: MoveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const { intent, bookingId, seen, reference, service, engineerId, engineer, window } = move
  const isPromise = intent === 'promise'
  return (
    <dialog
      ref={dialog}
      aria-labelledby="move"
      onClose={onClose}
      className="m-auto w-[min(92vw,34em)] rounded-key border-2 border-ink bg-paper p-5 text-ink"
    >
      <h2 id="move" className="text-xl">
        {isPromise ? 'Change arrival time' : 'Assign job'}
      </h2>
      <p className="mt-1">
        {service}, <a href={`/staff/bookings/${bookingId}` satisfies SitePath}>{reference}</a>
        {engineer && <b>{`, to ${engineer}`}</b>}
      </p>
      <ActForm intent={intent} bookingId={bookingId} seen={seen}>
        {engineerId !== undefined && <input type="hidden" name="engineerId" value={engineerId} />}
        {isPromise && (
          <>
            <p className="mt-2 text-sm text-muted">We’ll email the customer the new time.</p>
            <PromiseFields of="move" window={window} refused={refused} />
          </>
        )}
        <div className="mt-3">
          <Question refused={refused} />
        </div>
        <div className="flex flex-wrap gap-2">
          <RowButton look="ink">
            {steps[intent].staff.button}
            {refused?.refusal.isQuestion && ' anyway'}
          </RowButton>
          <RowButton type="button" onClick={() => dialog.current?.close()}>
            Don’t move it
          </RowButton>
        </div>
      </ActForm>
    </dialog>
  )
}
