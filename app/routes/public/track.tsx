import { data, redirect } from 'react-router'
import { cancelBooking } from '#app/features/booking/cancel-booking.server.ts'
import { CancelStep } from '#app/features/booking/components/cancel-step.tsx'
import { TimeStep } from '#app/features/booking/components/time-step.tsx'
import { TrackOverview } from '#app/features/booking/components/track-overview.tsx'
import { messageStaff } from '#app/features/booking/message-staff.server.ts'
import { renewLink } from '#app/features/booking/renew-link.server.ts'
import { rescheduleBooking } from '#app/features/booking/reschedule-booking.server.ts'
import { CsrfMismatch, InvalidBooking, InvalidMessage } from '#app/features/booking/schema.ts'
import { type Done, readTrackView, type TrackAnswers, type TrackStep } from '#app/features/booking/track-view.server.ts'
import { retryRedLine } from '#app/features/redline/retry-red-line.server.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import { Refusal } from '#app/platform/errors.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/track'
import { or404, trackedOr404 } from './tracked.server.ts'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]
export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({ ...privateHeaders, ...Object.fromEntries(actionHeaders) })

const doneNames: readonly string[] = ['rescheduled', 'cancelled', 'message'] satisfies Done[]

/** The booking, or the step that the address names: `?change=time&day=2026-11-25`, `?change=cancel`. */
export function loader({ params, request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const change = query.get('change')
  const step: TrackStep = change === 'time' || change === 'cancel' ? change : 'overview'
  const done = query.get('done') ?? ''
  return or404(
    readTrackView(context.get(visitContext).services, params.token, {
      step,
      answers: { preferredDate: (query.get('day') ?? '').slice(0, 20) },
      done: doneNames.includes(done) ? (done as Done) : undefined,
    }),
  )
}

/** What a press on the page does, by its `intent`; the answer is the page's address where it is done, else the same step with all that was typed. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { services, clientKey, sameOrigin } = context.get(visitContext)
  const { booking } = await trackedOr404(services, params.token)
  const form = await readForm(request)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const answers: TrackAnswers = {
    message: text('message').slice(0, 5_000),
    messageKey: text('messageKey').slice(0, 200),
    preferredDate: text('preferredDate').slice(0, 20),
    timeSlot: text('timeSlot').slice(0, 200),
  }
  const act = { bookingId: booking.id, actor: 'customer', clientKey, seen: text('version') }
  const intents = {
    reschedule: {
      step: 'time',
      done: 'rescheduled',
      run: () => rescheduleBooking(services, { ...act, preferredDate: answers.preferredDate ?? '', timeSlot: answers.timeSlot ?? '' }),
    },
    cancel: {
      step: 'cancel',
      done: 'cancelled',
      run: () => cancelBooking(services, { ...act, toldPence: Number(text('toldPence')) || 0 }),
    },
    retry: {
      step: 'overview',
      done: undefined,
      run: () => retryRedLine(services, act),
    },
    message: {
      step: 'overview',
      done: 'message',
      run: () => messageStaff(services, { ...act, text: text('message'), idempotencyKey: answers.messageKey || undefined }),
    },
  } as const
  const name = text('intent')
  if (name === 'renew') return renew(() => renewLink(services, act), sameOrigin)
  if (!Object.hasOwn(intents, name)) throw data('Please use the form.', { status: 400, statusText: 'Bad Request', headers: privateHeaders })
  const intent = intents[name as keyof typeof intents]
  try {
    if (!sameOrigin) throw new CsrfMismatch()
    await intent.run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problems = problemsOf(error)
    const situation = { step: intent.step, answers, problems, refusal: problems ? undefined : error }
    const view = await or404(readTrackView(services, params.token, situation))
    return data(view, { status: error.status, headers: error.headers() })
  }
  return redirect(`/track/${params.token}${intent.done ? `?done=${intent.done}` : ''}`, { status: 303, headers: privateHeaders })
}

/** From then on this address is nobody's: the page that says so is another. */
async function renew(run: () => Promise<void>, sameOrigin: boolean) {
  try {
    if (!sameOrigin) throw new CsrfMismatch()
    await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw data(error.message, { status: error.status, headers: { ...privateHeaders, ...error.headers() } })
  }
  return redirect('/new-link', { status: 303, headers: privateHeaders })
}

/** The fields that a refusal is about; none where it is about the whole. */
function problemsOf(refusal: Refusal) {
  if (refusal instanceof InvalidMessage) return { message: refusal.message }
  if (!(refusal instanceof InvalidBooking)) return undefined
  const { preferredDate, timeSlot } = refusal.fields
  return { ...(preferredDate && { preferredDate }), ...(timeSlot && { timeSlot }) }
}

const steps = { overview: TrackOverview, time: TimeStep, cancel: CancelStep }

/** One booking and what its customer can do with it, for whoever has its private link (DESIGN 5). */
export default function Track({ loaderData, actionData }: Route.ComponentProps) {
  const view = actionData ?? loaderData
  const inError = view.alert !== undefined || Object.keys(view.problems).length > 0
  const Step = steps[view.step]
  return (
    <Page>
      <title>{`${inError ? 'Error: ' : ''}Your booking | Emergency Plumbers London`}</title>
      <div className="max-w-[40em]">
        <Step view={view} />
      </div>
    </Page>
  )
}
