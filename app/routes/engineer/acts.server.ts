import { redirect } from 'react-router'
import { giveBill, takeHandPayment } from '#app/features/billing/bill-acts.server.ts'
import { billGiven, billPaid } from '#app/features/billing/phone-bill.ts'
import { visitSteps } from '#app/features/booking/lifecycle.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { takeOwnStep } from '#app/features/dispatch/advance-booking.server.ts'
import { agreeAnotherTime } from '#app/features/dispatch/promise-window.server.ts'
import { undoOwnStep } from '#app/features/dispatch/undo-act.server.ts'
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
import { answerForm, type SentForm } from '#app/platform/answer-form.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { keyOf, type OfJob, ofOwnJob, ownActOf } from './own-job.server.ts'

const acts = <Kind extends string>(kinds: readonly Kind[], doOf: (kind: Kind) => DoAct) =>
  Object.fromEntries(kinds.map((kind): [string, DoAct] => [kind, doOf(kind)]))

/** All acts of engineers on their own jobs, by name: for the pages' forms, and for later reports by their phone. A new act is an entry here. */
export const ownActs: Readonly<Record<string, DoAct>> = {
  ...acts(visitSteps, (to) => (services, act, field) => takeOwnStep(services, act, { to, confirmed: field('confirmed') })),
  ...acts(gasActKinds, (kind) => (services, act, field) => actOnGas(services, act, field, kind)),
  [anotherTime]: agreeAnotherTime,
  undo: undoOwnStep,
  sheet: saveJobSheet,
  estimate: (services, act, field) => estimateArrival(services, act, field('minutes')),
  'correct-time': correctVisitTime,
  'propose-work': proposeExtraWork,
  'withdraw-work': withdrawExtraWork,
  'agree-work': (services, act, field) => decideOnPhone(services, act, field, 'agree'),
  'decline-work': (services, act, field) => decideOnPhone(services, act, field, 'decline'),
  [callAttempt]: (services, act, field) => recordCallAttempt(services, act, { note: field('note') }),
  [removePhotoKind]: (services, act, field) => removePhotoByEngineer(services, { ...act, photoId: field('remove') }),
  [billGiven]: giveBill,
  [billPaid]: takePayment,
}

/** A payment reported by a phone afterwards: the money has changed hands, so a person decides about a wrong entry. */
async function takePayment(services: Services, act: OwnAct, field: (name: string) => string): Promise<void> {
  try {
    await takeHandPayment(services, act, field)
  } catch (error) {
    if (!act.phone || !(error instanceof PaymentEntryWrong)) throw error
    const method = field('method')
    const how = isHandMethod(method) ? ` ${paidInWords(handMethods[method])}` : ''
    throw new StepRefused(`${error.message} You recorded £${field('paidAmount')}${how}, so tell the office.`)
  }
}

interface OwnForms<Answer> {
  /** How many characters of a field are read. */
  longest?: number
  /** The act of a form. */
  kindOf: (field: (name: string) => string) => string
  /** The address to continue at. */
  next: (kind: string, bookingId: string) => SitePath
  refused: (refusal: Refusal, form: SentForm, bookingId: string) => Answer
}

/** Returns the action of a page whose forms are acts of an engineer on the page's job. */
export const ownAction =
  <Answer>({ longest, kindOf, next, refused }: OwnForms<Answer>) =>
  async (args: OfJob) => {
    const { services, act: own } = await ownActOf(args)
    return answerForm(
      { request: args.request, longest },
      ({ text }) =>
        ofOwnJob(async () => {
          const kind = kindOf(text)
          const act = Object.hasOwn(ownActs, kind) ? ownActs[kind] : undefined
          if (!act) throw wrongForm()
          await act(services, { ...own, seen: text('seen'), key: keyOf(text('key')) }, text)
          return redirect(next(kind, own.bookingId), 303)
        }),
      (refusal, form) => refused(refusal, form, own.bookingId),
    )
  }
