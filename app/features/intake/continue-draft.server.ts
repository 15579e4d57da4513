import { viewerOf } from '#app/features/accounts/site-session.server.ts'
import {
  type Answers,
  type FieldProblems,
  fieldNames,
  levelOf,
  type Step,
  stepOf,
  ticksOf,
  withoutToday,
} from '#app/features/booking/answers.ts'
import { CsrfMismatch, InvalidBooking } from '#app/features/booking/refusals.ts'
import { OnlineBookingPaused } from '#app/features/capacity/online-pause.ts'
import { readRedlineRefusal } from '#app/features/capacity/read-next-available.server.ts'
import { Refusal } from '#app/platform/errors.ts'
import { londonDay } from '#app/platform/london.ts'
import { readOnlinePause } from '#app/platform/online-pause.ts'
import type { Visit } from '#app/platform/services.ts'
import { firstOpenStep, stepProblems } from './booking-form/form-steps.ts'
import { trapName } from './booking-form/trap.ts'
import { closeDraft, type Draft, dropDraft, newDraft, readDraft, saveDraft } from './drafts.server.ts'
import { type Changing, changedBy, readChanging, readStep, stepAfter } from './step-moves.ts'
import { submitBooking } from './submit-booking.server.ts'

/** Form fields besides the answers. */
interface Posted {
  form: FormData
  /** The draft's id from the cookie; the form's own hidden field wins. */
  cookieDraftId: string | undefined
}

/** The visitor's position after a post. */
export type Continued =
  | { at: 'step'; step: Step; draft: Draft; isNew: boolean; changing?: Changing }
  | { at: 'problem'; step: Step; draft: Draft; problems: FieldProblems; refusal?: Refusal; changing?: Changing }
  | { at: 'booked'; draft: Draft; trackingToken: string }

const longestTyped = 5_000

/**
 * Handles one post of the form without JavaScript: keeps the typed values, valid or not, then follows the button (next, previous, the same
 * step with what the server knows of a place or date, change an answer, submit, switch to standard).
 */
export async function continueDraft(visit: Visit, { form, cookieDraftId }: Posted): Promise<Continued> {
  const { services } = visit
  const posted = await readDraft(services, textOf(form, 'draft'))
  // Only resubmitting the same form leads to its booking again; a fresh form is a new booking.
  if (posted?.confirmation) return { at: 'booked', draft: posted, trackingToken: posted.confirmation }
  const kept = posted ?? (await readDraft(services, cookieDraftId))
  const known = kept?.confirmation ? newDraft() : kept
  const step = readStep(textOf(form, 'step'))
  const go = textOf(form, 'go')
  if (go === 'forget') {
    if (posted && visit.sameOrigin) await dropDraft(services, posted)
    return { at: 'step', step: 1, draft: newDraft(), isNew: true }
  }
  const draft = withAnswers(known ?? newDraft(), step, go, form, londonDay(services.clock.now()))
  try {
    if (!visit.sameOrigin) throw new CsrfMismatch()
    await saveDraft(services, visit.clientKey, draft)
    const now = services.clock.now()
    const pause = go === 'next' ? await readOnlinePause(services.db, now) : undefined
    if (pause) throw new OnlineBookingPaused(pause, now, services.published.current().details.emergencyPhone.text)
    // The page may be older than the last slot.
    const wantsSlot = step === 1 && go === 'next' && levelOf(draft.answers) === 'redline'
    const refusal = wantsSlot && (await readRedlineRefusal(services.db, now))
    if (refusal) throw refusal
    if (go === 'submit') return await submit(visit, draft, form)
    const changing = readChanging(textOf(form, 'change'), textOf(form, 'back'))
    return move(draft, { step, go, isNew: !known, changing, now })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!(error instanceof InvalidBooking)) return { at: 'problem', step, draft, problems: {}, refusal: error }
    // Something became invalid after its step, e.g. a slot that has passed: returns to that step with the reason.
    return { at: 'problem', step: firstOpenStep(draft.answers, services.clock.now()), draft, problems: error.fields }
  }
}

interface Move {
  step: Step
  /** The button's value. */
  go: string
  /** The draft has had no row before this post. */
  isNew: boolean
  changing: Changing | undefined
  now: Date
}

function move(draft: Draft, { step, go, isNew, changing, now }: Move): Continued {
  if (go === 'previous') return { at: 'step', step: Math.max(1, step - 1) as Step, draft, isNew }
  if (go === 'show' || go === 'standard') return { at: 'step', step, draft, isNew, changing }
  const field = changedBy(go)
  if (field) return { at: 'step', step: stepOf(field), draft, isNew, changing: { field, back: step } }
  const problems = stepProblems(step, draft.answers, now)
  if (Object.keys(problems).length > 0) return { at: 'problem', step, draft, problems, changing }
  return { at: 'step', step: stepAfter(step, changing, firstOpenStep(draft.answers, now)), draft, isNew }
}

async function submit(visit: Visit, draft: Draft, form: FormData): Promise<Continued> {
  const { services } = visit
  const user = (await viewerOf(visit))?.account.user
  const provenEmail = user?.emailConfirmedAt ? (user.email ?? undefined) : undefined
  const company = textOf(form, trapName)
  const shown = textOf(form, 'shownMostPence')
  const acknowledged = await submitBooking(services, {
    body: {
      serviceLevel: 'standard',
      ...draft.answers,
      ...(shown && { shownMostPence: Number(shown) }),
      company,
      triggered_from: services.config.siteUrl,
    },
    idempotencyKey: draft.idempotencyKey,
    clientKey: visit.clientKey,
    provenEmail,
    csrf: 'ok',
    shownAt: draft.savedAt,
  })
  const trackingToken = acknowledged.trackingUrl.split('/').at(-1) ?? ''
  await closeDraft(services, draft, trackingToken)
  return { at: 'booked', draft, trackingToken }
}

/**
 * The draft with the answers of the posted step; an unticked box is an answer too. 'As soon as possible' today is kept without its date, so
 * it still means now after midnight.
 */
function withAnswers(draft: Draft, step: Step, go: string, form: FormData, today: string): Draft {
  const answers: Answers = { ...draft.answers }
  for (const name of fieldNames) if (form.has(name)) answers[name] = textOf(form, name).slice(0, longestTyped)
  for (const name of ticksOf(step)) if (!form.has(name)) delete answers[name]
  if (go === 'standard') answers.serviceLevel = 'standard'
  return { ...draft, answers: withoutToday(answers, today) }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
