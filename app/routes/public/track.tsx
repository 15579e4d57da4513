import { redirect } from 'react-router'
import { ReviewLink } from '#app/features/aftercare/components/review-form.tsx'
import { AftercareLinks, VisitLinksPart } from '#app/features/aftercare/components/visit-links.tsx'
import { readAftercareLinks } from '#app/features/aftercare/read-aftercare-links.server.ts'
import { readOwnReview } from '#app/features/aftercare/read-own-review.server.ts'
import { readVisitLinks } from '#app/features/aftercare/return-view.server.ts'
import { isToPay, shownBill } from '#app/features/billing/bill-text.ts'
import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { BillNote } from '#app/features/billing/components/bill-note.tsx'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { type Booking, readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { CsrfMismatch } from '#app/features/booking/refusals.ts'
import { payStep } from '#app/features/red-line/fee-view.ts'
import { type NextStep, QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { CancelStep } from '#app/features/tracking/components/cancel-step.tsx'
import { LivePart } from '#app/features/tracking/components/live-part.tsx'
import { saveTimeStep, TimeStep } from '#app/features/tracking/components/time-step.tsx'
import { TrackOverview } from '#app/features/tracking/components/track-overview.tsx'
import { type Done, readTrackView, type TrackSituation, type TrackStep } from '#app/features/tracking/track-view.server.ts'
import { CustomerPhotos } from '#app/features/visit/components/customer-photos.tsx'
import { DoorNotice } from '#app/features/visit/components/door-notice.tsx'
import { GasRecordLink } from '#app/features/visit/components/gas-record-link.tsx'
import { VisitFacts } from '#app/features/visit/components/job-sheet-facts.tsx'
import { AgreedWorks, WorkRequests } from '#app/features/visit/components/work-requests.tsx'
import { readJobSheetOf } from '#app/features/visit/job-sheet.server.ts'
import { readPhotosForCustomer } from '#app/features/visit/photos-view.server.ts'
import { readDoorWait } from '#app/features/visit/read-door-wait.server.ts'
import { hasGasRecord } from '#app/features/visit/read-gas-record.server.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateHeaders } from '#app/platform/public-page.ts'
import { refusedPage } from '#app/platform/refused-page.ts'
import { type Services, visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import type { Route } from './+types/track'
import { answersIn, intentIn, problemsOf } from './track-acts.server.ts'
import { or404, trackedOr404 } from './tracked.server.ts'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

const doneNames: readonly string[] = [
  'proven',
  'rescheduled',
  'cancelled',
  'message',
  'agreed',
  'declined',
  'returning',
  'asked',
] satisfies Done[]

/** The booking, or the step that the address names: `?change=time&day=2026-11-25`, `?change=cancel`. */
export function loader({ params, request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const change = query.get('change')
  const step: TrackStep = change === 'time' || change === 'cancel' ? change : 'overview'
  const done = query.get('done') ?? ''
  return or404(
    readView(context.get(visitContext).services, params.token, {
      step,
      answers: { preferredDate: (query.get('day') ?? '').slice(0, 20) },
      done: doneNames.includes(done) ? (done as Done) : undefined,
      photo: query.get('photo') ?? undefined,
      proof: query.get('proof')?.slice(0, 200),
    }),
  )
}

/** Returns the page's view, with the engineer's record once the visit is over. */
async function readView(services: Services, token: string, { photo, ...situation }: TrackSituation & { photo?: string }) {
  const view = await readTrackView(services, token, situation)
  const { booking, events } = await readTrackedBooking(services, token)
  const isOver = hasEnded(view.booking.status)
  return {
    ...view,
    photo,
    canPay: services.payments !== null,
    ...(view.step === 'overview' && {
      photos: await readPhotosForCustomer(services, booking, `/track/${token}/photos` satisfies SitePath),
      links: await readVisitLinks(services, booking),
      requests: await readAftercareLinks(services.db, booking, services.clock.now()),
      review: (await readOwnReview(services, booking, events))?.state,
    }),
    hasGasRecord: await hasGasRecord(services.db, view.booking.reference),
    door: view.booking.status === 'arrived' ? await readWaitOf(services, booking) : undefined,
    bill: isOver ? await readBillOf(services, booking) : undefined,
    sheet: isOver ? await readJobSheetOf(services.db, ['reference', view.booking.reference]) : undefined,
  }
}

/** Returns the bill of a visit that is over; undefined if there was no visit and nothing is charged. */
async function readBillOf(services: Services, booking: Booking) {
  const bill = await readBillView(services, booking)
  if (!bill || (!bill.issued && bill.totalPence === 0 && booking.status !== 'completed')) return undefined
  return shownBill(bill)
}

/** Returns the customer's view of an engineer who waits outside; undefined unless they tried to reach the customer. */
async function readWaitOf(services: Services, booking: Booking) {
  const wait = await readDoorWait(services.db, booking.id)
  if (!wait || wait.attempts.length === 0) return undefined
  // The engineer's notes are for the office.
  return { ...wait, attempts: wait.attempts.map((attempt) => ({ ...attempt, note: '' })) }
}

/**
 * Handles a form of the page by its `intent`: redirects to the page when it is done, otherwise shows the same step with everything typed.
 */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { services, act } = await trackedOr404({ params, context })
  return answerForm(
    { request, longest: 5_000 },
    async (form) => {
      const intent = intentIn(form)
      if (!context.get(visitContext).sameOrigin) throw new CsrfMismatch()
      await intent.run(services, { ...act, seen: form.text('version') }, form)
      // A renewed link is no longer valid: another page confirms the renewal.
      const page = intent.leadsTo ?? (`/track/${params.token}${intent.done ? `?done=${intent.done}` : ''}` satisfies SitePath)
      return redirect(page, { status: 303, headers: privateHeaders })
    },
    (refusal, form) => {
      const { step } = intentIn(form)
      if (!step) throw refusedPage(refusal)
      const problems = problemsOf(refusal)
      const situation = { step, answers: answersIn(form), problems, refusal: problems ? undefined : refusal }
      return or404(readView(services, params.token, situation))
    },
  )
}

type View = Route.ComponentProps['loaderData']

/** The engineer waits at the door or is late: the customer should call. */
const isUrgent = ({ door, look }: View) => door !== undefined || look === 'late'

/** The customer's next step on the page: to answer their engineer, to pay the bill, to change the time or save it; otherwise to call us. */
function nextOf(view: View): NextStep | 'call' {
  const { step, path, works, bill, canPay, timeChange } = view
  if (step === 'time') return saveTimeStep(view) ?? 'call'
  if (step !== 'overview' || view.door) return 'call'
  const work = works.find(({ state }) => state === 'proposed')
  if (work) {
    const form = `answer-${work.id}`
    const other = { label: 'No, thanks', form, intent: 'decline-work' }
    return {
      href: `#work-${work.id}`,
      label: 'Read and agree',
      hint: `Up to ${poundsText(work.amountPence)}, top of this page`,
      other,
    }
  }
  if (isUrgent(view)) return 'call'
  if (bill && isToPay(bill))
    return { href: `${path}/bill${canPay ? '/pay' : ''}`, label: `Pay ${bill.owed.figure}`, hint: `Bill ${bill.reference}` }
  return 'until' in timeChange ? { href: `${path}?change=time`, label: 'Change time', hint: 'Another day or slot' } : 'call'
}

const changeSteps = { time: TimeStep, cancel: CancelStep }

/** One booking and its customer's actions, for anyone who has its private link. */
export default function Track({ loaderData, actionData }: Route.ComponentProps) {
  const view = actionData ?? loaderData
  const { step, path } = view
  const inError = view.alert !== undefined || Object.keys(view.problems).length > 0
  const Step = step === 'overview' ? undefined : changeSteps[step]
  return (
    <QuietPage symbols={['van']} next={nextOf(view)} whileDue={payStep(path, view.fee)} isUrgent={isUrgent(view)}>
      <title>{`${inError ? 'Error: ' : ''}Your booking | Emergency Plumbers London`}</title>
      {!Step ? (
        <TrackOverview
          view={view}
          door={view.door && <DoorNotice wait={view.door} />}
          visit={view.sheet && <VisitFacts sheet={view.sheet} />}
          aftercare={view.links && <VisitLinksPart links={view.links} path={path} />}
          photos={
            view.photos && (
              <CustomerPhotos photos={view.photos} state={view.photo} around={(gallery) => <LivePart id="pictures">{gallery}</LivePart>} />
            )
          }
          work={<WorkRequests {...view} typed={view.answers} />}
          agreed={
            <>
              <AgreedWorks works={view.works} now={view.now} />
              {view.hasGasRecord && <GasRecordLink path={view.path} />}
              {view.review && <ReviewLink state={view.review} path={view.path.replace('/track/', '/review/')} />}
            </>
          }
          bill={view.bill && <BillNote bill={view.bill} path={path} />}
          requests={view.requests && <AftercareLinks path={path} links={view.requests} />}
        />
      ) : (
        <div className="max-w-[40em]">
          <Step view={view} />
        </div>
      )}
    </QuietPage>
  )
}
