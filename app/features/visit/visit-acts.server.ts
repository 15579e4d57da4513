import { visitSteps } from '#app/features/booking/lifecycle.ts'
import type { DoAct } from '#app/features/engineer-acts/take-acts.server.ts'
import { anotherTime } from './another-time.ts'
import { correctVisitTime } from './correct-visit-time.server.ts'
import { estimateArrival } from './estimate-arrival.server.ts'
import { decideOnPhone, proposeExtraWork, withdrawExtraWork } from './extra-work-acts.server.ts'
import { actOnGas, gasActKinds } from './gas-acts.server.ts'
import { saveJobSheet } from './job-sheet.server.ts'
import { agreeAnotherTime, takeOwnStep, undoOwnStep } from './take-own-step.server.ts'

/** What an engineer's phone may report of a visit, by its name. */
export const visitActs: Readonly<Record<string, DoAct>> = {
  ...Object.fromEntries(
    visitSteps.map((to): [string, DoAct] => [
      to,
      (services, { seen: _, ...act }, field) => takeOwnStep(services, act, { to, confirmed: field('confirmed') }),
    ]),
  ),
  [anotherTime]: (services, { seen: _, ...act }, field) => agreeAnotherTime(services, act, field),
  undo: (services, { seen: _, ...act }) => undoOwnStep(services, act),
  sheet: saveJobSheet,
  estimate: (services, act, field) => estimateArrival(services, act, field('minutes')),
  'correct-time': correctVisitTime,
  'propose-work': proposeExtraWork,
  'withdraw-work': withdrawExtraWork,
  'agree-work': (services, act, field) => decideOnPhone(services, act, field, 'agree'),
  'decline-work': (services, act, field) => decideOnPhone(services, act, field, 'decline'),
  ...Object.fromEntries(gasActKinds.map((kind): [string, DoAct] => [kind, (services, act, field) => actOnGas(services, act, field, kind)])),
}
