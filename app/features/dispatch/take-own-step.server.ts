import type { VisitStep } from '#app/features/booking/lifecycle.ts'
import { actByEngineer, type OwnAct } from '#app/features/visit/act-by-engineer.server.ts'
import { anotherTime } from '#app/features/visit/another-time.ts'
import { doubtCredits } from '#app/features/visit/credit-doubts.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { readWindow } from '#app/platform/fields-of-window.ts'
import type { Services } from '#app/platform/services.ts'
import { advanceChange } from './advance-booking.server.ts'
import { anotherTimeChange } from './promise-window.server.ts'
import { undoChange } from './undo-act.server.ts'

/**
 * Takes an engineer's own job one step further. Customer, board and webhook are notified as when staff do it. Throws `AnswerNeeded` until
 * `confirmed` has its question, and the errors of `actByEngineer`.
 */
export async function takeOwnStep(services: Services, act: OwnAct, { to, confirmed }: { to: VisitStep; confirmed: string }): Promise<void> {
  await actByEngineer(services, { ...act, kind: to, press: { act: 'advance', wish: to } }, async (tx, { at, ...locked }) => {
    const change = await advanceChange(tx, locked, { to, confirmed, by: act.userId, taker: 'engineer', at })
    // It may be reported long after it happened.
    if (to === 'arrived') await doubtCredits(tx, act.bookingId, at, locked.now)
    return change
  })
}

/**
 * Agrees another time for a job of an engineer's own whose door no one opens: the fields of `readWindow`, and the answered question as
 * `confirmed`. Throws what `anotherTimeChange` and `actByEngineer` throw.
 */
export async function agreeAnotherTime(services: Services, act: OwnAct, field: (name: string) => string): Promise<void> {
  const window = readWindow(field)
  if ('problems' in window) throw new InvalidEntry(window.problems)
  const press = { act: 'promise' as const, wish: [anotherTime, window.from, window.until] }
  await actByEngineer(services, { ...act, kind: anotherTime, press }, (tx, { at, ...locked }) =>
    anotherTimeChange(services, tx, locked, { ...window, confirmed: field('confirmed'), at }),
  )
}

/** Undoes an engineer's own last step, within five minutes. Throws `StepRefused`, and the errors of `actByEngineer`. */
export async function undoOwnStep(services: Services, act: OwnAct): Promise<void> {
  await actByEngineer(services, { ...act, kind: 'undo', press: { act: 'undo', wish: null } }, (tx, { at, ...locked }) =>
    undoChange(services, tx, locked, { by: act.userId, isOwnOnly: true, at }),
  )
}
