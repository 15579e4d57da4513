import type { VisitStep } from '#app/features/booking/lifecycle.ts'
import { advanceChange } from '#app/features/dispatch/advance-booking.server.ts'
import { undoChange } from '#app/features/dispatch/undo-act.server.ts'
import type { Services } from '#app/platform/services.ts'
import { actByEngineer, type OwnAct } from './act-by-engineer.server.ts'

/**
 * Takes a job of an engineer's own one step on. Customer, board and webhook hear of it as when staff do. Throws `AnswerNeeded` until
 * `confirmed` has its question, and what `actByEngineer` throws.
 */
export async function takeOwnStep(services: Services, act: OwnAct, { to, confirmed }: { to: VisitStep; confirmed: string }): Promise<void> {
  await actByEngineer(services, { ...act, kind: to, press: { act: 'advance', wish: to } }, (tx, { at, ...locked }) =>
    advanceChange(tx, locked, { to, confirmed, by: act.userId, taker: 'engineer', at }),
  )
}

/** Takes back an engineer's own last step, within five minutes. Throws `StepRefused`, and what `actByEngineer` throws. */
export async function undoOwnStep(services: Services, act: OwnAct): Promise<void> {
  await actByEngineer(services, { ...act, kind: 'undo', press: { act: 'undo', wish: null } }, (tx, { at, ...locked }) =>
    undoChange(services, tx, locked, { by: act.userId, isOwnOnly: true, at }),
  )
}
