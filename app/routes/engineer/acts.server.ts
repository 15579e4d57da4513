import { type ActionFunctionArgs, redirect } from 'react-router'
import { giveBill, takeHandPayment } from '#app/features/billing/bill-acts.server.ts'
import { billGiven, billPaid } from '#app/features/billing/phone-bill.ts'
import { visitSteps } from '#app/features/booking/lifecycle.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { takeOwnStep } from '#app/features/dispatch/advance-booking.server.ts'
import { agreeAnotherTime } from '#app/features/dispatch/promise-window.server.ts'
import { undoOwnStep } from '#app/features/dispatch/undo-act.server.ts'
import { handMethods, isHandMethod, paidInWords } from '#app/features/payments/hand-payments.ts'
import { PaymentEntryWrong } from '#app/features/payments/record-hand-payment.server.ts'
import { type OwnAct, requireOwn } from '#app/features/visit/act-by-engineer.server.ts'
import { anotherTime } from '#app/features/visit/another-time.ts'
import { recordAskedToStart } from '#app/features/visit/ask-to-start.server.ts'
import { correctVisitTime } from '#app/features/visit/correct-visit-time.server.ts'
import { callAttempt } from '#app/features/visit/door-wait.ts'
import { estimateArrival } from '#app/features/visit/estimate-arrival.server.ts'
import { decideOnPhone, proposeExtraWork, withdrawExtraWork } from '#app/features/visit/extra-work-acts.server.ts'
import { saveJobSheet } from '#app/features/visit/job-sheet.server.ts'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { askedToStart, readRefusal } from '#app/features/visit/queued-act.ts'
import { recordCallAttempt } from '#app/features/visit/record-call-attempt.server.ts'
import { actOnGas, gasActKinds } from '#app/features/visit/record-gas.server.ts'
import { removePhotoByEngineer } from '#app/features/visit/remove-photo.server.ts'
import { removePhotoKind } from '#app/features/visit/removed-photos.ts'
import { type ActOutcome, ActsReport, type DoAct, dismissAct, refusedOutcome } from '#app/features/visit/reported-acts.server.ts'
import { sayFault } from '#app/features/visit/return-fault.server.ts'
import { faultKind } from '#app/features/visit/return-fault.ts'
import { answerForm, type SentForm } from '#app/platform/answer-form.ts'
import { isFinal, type Refusal } from '#app/platform/errors.ts'
import { loggable } from '#app/platform/log.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { keyOf, type OfJob, ofOwnJob, ownActOf } from './own-job.server.ts'

const acts = <Kind extends string>(kinds: readonly Kind[], doOf: (kind: Kind) => DoAct) =>
  Object.fromEntries(kinds.map((kind): [string, DoAct] => [kind, doOf(kind)]))

/** All acts of engineers on their own jobs, by name, for the pages' forms and their phones' later reports. A new act is an entry here. */
export const ownActs: Readonly<Record<string, DoAct>> = {
  ...acts(visitSteps, (to) => (services, act, field) => takeOwnStep(services, act, { to, confirmed: field('confirmed') })),
  ...acts(gasActKinds, (kind) => (services, act, field) => actOnGas(services, act, field, kind)),
  [anotherTime]: agreeAnotherTime,
  undo: undoOwnStep,
  sheet: saveJobSheet,
  [faultKind]: sayFault,
  [askedToStart]: recordAskedToStart,
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

/**
 * Does the acts in a phone's report, one after another, each once however often it is reported. Refused ones are stored with their reason
 * until the engineer has read it, and later ones are still judged. If one fails or has a question, later ones on the same booking wait with
 * it. Never throws for an act.
 */
export async function takeActs(
  services: Services,
  engineer: Pick<OwnAct, 'engineerId' | 'userId'>,
  { sentAt, acts }: ActsReport,
): Promise<ActOutcome[]> {
  const outcomes: ActOutcome[] = []
  const held = new Set<string>()
  for (const { kind, at, offsetMs, fields, ...told } of acts) {
    const { key, bookingId } = told
    const act = { ...told, ...engineer, phone: { at, sentAt, ...(offsetMs !== undefined && { offsetMs }) } }
    if (held.has(bookingId)) {
      outcomes.push({ key, state: 'later' })
      continue
    }
    try {
      if (kind === readRefusal) {
        await dismissAct(services, engineer.engineerId, fields.refused ?? '')
        outcomes.push({ key, state: 'done' })
        continue
      }
      await requireOwn(services, act)
      const run = Object.hasOwn(ownActs, kind) ? ownActs[kind] : undefined
      if (!run) throw new StepRefused('This phone has an old version of the app. Reload the page, then try again.')
      await run(services, act, (name) => fields[name] ?? '')
      outcomes.push({ key, state: 'done' })
    } catch (error) {
      const outcome: ActOutcome = isFinal(error) ? await refusedOutcome(services, { ...act, kind }, error) : { key, state: 'later' }
      if (outcome.state === 'later') services.log.error({ error: loggable(error), kind }, 'an engineer’s action failed')
      if (outcome.state === 'later' || outcome.state === 'asked') held.add(bookingId)
      outcomes.push(outcome)
    }
  }
  return outcomes
}

/**
 * The action of `/engineer/acts`. Takes the acts that waited on an engineer's phone, as JSON (`ActsReport`): returns the outcome of each,
 * and the time by our clock. As a form: the engineer has read why an act was refused.
 */
export async function takeReport({ request, context }: ActionFunctionArgs) {
  const { services, userId, engineerId } = await requireOwnEngineer(context, request)
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    const key = (await readForm(request)).get('refused')
    if (typeof key !== 'string') throw wrongForm()
    await dismissAct(services, engineerId, key)
    return redirect('/engineer' satisfies SitePath, 303)
  }
  const report = ActsReport.safeParse(await request.json().catch(() => undefined))
  if (!report.success) return Response.json({ message: 'That isn’t a valid report.' }, { status: 400, headers: privateHeaders })
  // Another engineer has signed in on this phone: the acts wait for the first one.
  if (report.data.engineerId && report.data.engineerId !== engineerId)
    return Response.json({ message: 'These steps belong to another engineer.' }, { status: 409, headers: privateHeaders })
  const outcomes = await takeActs(services, { engineerId, userId }, report.data)
  return Response.json({ now: toInstant(services.clock.now()), outcomes }, { headers: privateHeaders })
}

interface OwnForms<Answer> {
  /** The most characters of a field that are read. */
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
