import { billGiven } from '#app/features/billing/phone-bill.ts'
import { AnswerNeeded } from '#app/features/booking/refusals.ts'
import { useKeptAnswer } from '#app/features/desk/components/use-kept-answer.ts'
import { AllJobs, EngineerPage } from '#app/features/site/components/engineer-page.tsx'
import { CorrectTime } from '#app/features/visit/components/correct-time.tsx'
import { EngineerPhotos } from '#app/features/visit/components/engineer-photos.tsx'
import { type JobAnswer, JobPanel } from '#app/features/visit/components/job-panel.tsx'
import { JobSheetForm } from '#app/features/visit/components/job-sheet-form.tsx'
import { ReturnPart } from '#app/features/visit/components/return-part.tsx'
import { StepNotice } from '#app/features/visit/components/step-notice.tsx'
import { ExtraWorkLink, GasLink } from '#app/features/visit/components/work-links.tsx'
import { withActs } from '#app/features/visit/job-view.ts'
import { readPhotosForEngineer } from '#app/features/visit/photos-view.server.ts'
import { RefusedActs } from '#app/features/visit/refused-acts.tsx'
import { faultKind } from '#app/features/visit/return-fault.ts'
import { stepDone } from '#app/features/visit/step-done.ts'
import { useActs } from '#app/features/visit/use-acts.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/job'
import { ownAction } from './acts.server.ts'
import { readJobOf } from './own-job.server.ts'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta = () => privateMeta('Your job')
export const headers = privateFormHeaders

export async function loader(args: Route.LoaderArgs) {
  const { services, act, job } = await readJobOf(args)
  const photos = await readPhotosForEngineer(services, {
    bookingId: job.id,
    action: `/engineer/jobs/${job.id}/photos` satisfies SitePath,
    userId: act.userId,
    isBilled: job.isBilled,
  })
  const query = new URL(args.request.url).searchParams
  return { job, photos, photo: query.get('photo'), done: stepDone(query.get('done')) }
}

/** The acts whose form is a section of this page, which shows its problems. */
const ofSections: readonly string[] = ['sheet', faultKind]

export const action = ownAction({
  longest: 5_000,
  kindOf: (field) => field('step'),
  next(step, id) {
    if (ofSections.includes(step)) return `/engineer/jobs/${id}?done=${step}`
    // The customer is beside them: the next step is the bill.
    return step === 'completed' || step === 'made_safe' ? `/engineer/jobs/${id}/bill` : `/engineer?done=${step}`
  },
  refused: (refusal, { text, typed }, bookingId): JobAnswer => ({
    bookingId,
    step: text('step'),
    text: refusal.message,
    confirms: refusal instanceof AnswerNeeded ? refusal.confirms : undefined,
    typed: ofSections.includes(text('step')) ? typed() : undefined,
    problems: refusal instanceof InvalidEntry ? refusal.fields : undefined,
  }),
})

/** One of an engineer's jobs of today or tomorrow. */
export default function EngineerJob({ loaderData: { job: known, photos, photo, done }, actionData }: Route.ComponentProps) {
  const { acts } = useActs()
  const job = withActs(known, acts)
  const isBilled =
    known.isBilled || acts.some(({ kind, bookingId, state }) => kind === billGiven && bookingId === job.id && state !== 'refused')
  const { answer } = useKeptAnswer(actionData)
  return (
    <EngineerPage>
      <AllJobs />
      {!answer && <StepNotice text={done} />}
      <RefusedActs job={job} />
      <JobPanel job={job} answer={answer?.typed ? undefined : answer}>
        {job.isOver && (
          <ButtonLink href={`/engineer/jobs/${job.id}/bill` satisfies SitePath} className="mt-4 min-h-[64px] w-full text-lg">
            The bill
          </ButtonLink>
        )}
        <ReturnPart job={job} answer={answer?.step === faultKind ? answer : undefined} />
        <GasLink job={job} />
        <ExtraWorkLink job={job} />
        <EngineerPhotos
          jobId={job.id}
          photos={photos}
          state={photo}
          label="Take or choose photos"
          hint="We remove the location data."
          className="mt-8 border-t-2 border-ink pt-4"
        >
          <h2 id="photos-title" className="text-xl">
            Photos
          </h2>
        </EngineerPhotos>
        {isBilled && (
          <p className="mt-8 border-t-2 border-ink pt-4">
            The bill has been issued, so your times, the job sheet and the photos are final. If something’s wrong, call the office.
          </p>
        )}
        {!isBilled && <CorrectTime job={job} answer={answer?.step === 'correct-time' ? answer : undefined} />}
        {!isBilled && job.sheet && (
          <JobSheetForm jobId={job.id} sheet={job.sheet} book={job.book} answer={answer?.step === 'sheet' ? answer : undefined} />
        )}
      </JobPanel>
    </EngineerPage>
  )
}
