import { giveBill, takeHandPayment } from '#app/features/billing/bill-acts.server.ts'
import { billGiven, billPaid } from '#app/features/billing/phone-bill.ts'
import { visitSteps } from '#app/features/booking/lifecycle.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { agreeAnotherTime, takeOwnStep, undoOwnStep } from '#app/features/dispatch/take-own-step.server.ts'
import { handMethods, isHandMethod, paidInWords } from '#app/features/payments/hand-payments.ts'
import { PaymentEntryWrong } from '#app/features/payments/record-hand-payment.server.ts'
import type { OwnAct } from '#app/features/visit/act-by-engineer.server.ts'
import { anotherTime } from '#app/features/visit/another-time.ts'
import { correctVisitTime } from '#app/features/visit/correct-visit-time.server.ts'
import { callAttempt } from '#app/features/visit/door-wait.ts'
import { estimateArrival } from '#app/features/visit/estimate-arrival.server.ts'
import { decideOnPhone, proposeExtraWork, withdrawExtraWork } from '#app/features/visit/extra-work-acts.server.ts'
import { actOnGas, gasActKinds } from '#app/features/visit/gas-acts.server.ts'
import { saveJobSheet } from '#app/features/visit/job-sheet.server.ts'
import { recordCallAttempt } from '#app/features/visit/record-call-attempt.server.ts'
import { removePhotoByEngineer } from '#app/features/visit/remove-photo.server.ts'
import { removePhotoKind } from '#app/features/visit/removed-photos.ts'
import type { DoAct } from '#app/features/visit/take-acts.server.ts'
import type { Services } from '#app/platform/services.ts'

const acts = <Kind extends string>(kinds: readonly Kind[], doOf: (kind: Kind) => DoAct) =>
  Object.fromEntries(kinds.map((kind): [string, DoAct] => [kind, doOf(kind)]))

/** All acts of engineers on their own jobs, by name: for the pages' forms, and for later reports by their phone. */
export const ownActs: Readonly<Record<string, DoAct>> = {
  ...acts(
    visitSteps,
    (to) =>
      (services, { seen: _, ...act }, field) =>
        takeOwnStep(services, act, { to, confirmed: field('confirmed') }),
  ),
  ...acts(gasActKinds, (kind) => (services, act, field) => actOnGas(services, act, field, kind)),
  [anotherTime]: (services, { seen: _, ...act }, field) => agreeAnotherTime(services, act, field),
  undo: (services, { seen: _, ...act }) => undoOwnStep(services, act),
  sheet: saveJobSheet,
  estimate: (services, act, field) => estimateArrival(services, act, field('minutes')),
  'correct-time': correctVisitTime,
  'propose-work': proposeExtraWork,
  'withdraw-work': withdrawExtraWork,
  'agree-work': (services, act, field) => decideOnPhone(services, act, field, 'agree'),
  'decline-work': (services, act, field) => decideOnPhone(services, act, field, 'decline'),
  [callAttempt]: (services, act, field) => recordCallAttempt(services, act, { note: field('note') }),
  [removePhotoKind]: (services, { seen: _, ...act }, field) => removePhotoByEngineer(services, { ...act, photoId: field('remove') }),
  [billGiven]: giveBill,
  [billPaid]: takeReportedPayment,
}

/** A payment reported by a phone: the money has changed hands, so a person decides about a wrong entry. */
async function takeReportedPayment(services: Services, act: OwnAct, field: (name: string) => string): Promise<void> {
  try {
    await takeHandPayment(services, act, field)
  } catch (error) {
    if (!(error instanceof PaymentEntryWrong)) throw error
    const method = field('method')
    const how = isHandMethod(method) ? ` ${paidInWords(handMethods[method])}` : ''
    throw new StepRefused(`${error.message} You recorded £${field('paidAmount')}${how}, so tell the office.`)
  }
}
