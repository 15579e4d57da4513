import { redirect } from 'react-router'
import { readSubscriptions } from '#app/features/accounts/push-subscriptions.server.ts'
import { AlertsOff } from '#app/features/site/components/alert-switch.tsx'
import { EngineerPage } from '#app/features/site/components/engineer-page.tsx'
import { JobList, OpenJobs } from '#app/features/visit/components/job-lists.tsx'
import { JobPanel } from '#app/features/visit/components/job-panel.tsx'
import { SheetLink } from '#app/features/visit/components/job-sheet-form.tsx'
import { PhotosWaiting } from '#app/features/visit/components/photos-waiting.tsx'
import { ReturnLink } from '#app/features/visit/components/return-part.tsx'
import { StepNotice } from '#app/features/visit/components/step-notice.tsx'
import { ExtraWorkLink, GasLink } from '#app/features/visit/components/work-links.tsx'
import { nextJob, withActs } from '#app/features/visit/job-view.ts'
import { useKeptJobs } from '#app/features/visit/keep-jobs.ts'
import { readOpenJobs, takeOpenJob } from '#app/features/visit/open-jobs.server.ts'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { type JobRow, type OwnJob, readOwnDay } from '#app/features/visit/read-own-jobs.server.ts'
import { RefusedActs } from '#app/features/visit/refused-acts.tsx'
import { readRefusedActs } from '#app/features/visit/reported-acts.server.ts'
import { stepDone } from '#app/features/visit/step-done.ts'
import { useActs } from '#app/features/visit/use-acts.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/day'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta = () => privateMeta('Your jobs')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { visit, services, userId, engineerId, name } = await requireOwnEngineer(context, request)
  const day = await readOwnDay(services, { engineerId, userId }, visit.userAgent)
  const refused = await readRefusedActs(services, engineerId)
  const openJobs = await readOpenJobs(services, engineerId)
  const hasAlerts = (await readSubscriptions(services.db, userId)).length > 0
  return { ...day, engineerId, hasAlerts, name, refused, openJobs, done: stepDone(new URL(request.url).searchParams.get('done')) }
}

/** Takes an urgent job that no engineer has. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, userId, engineerId } = await requireOwnEngineer(context, request)
  return answerForm(
    { request, longest: 200 },
    async ({ text }) => {
      await takeOpenJob(services, { bookingId: text('take'), engineerId, userId, seen: text('seen') })
      return redirect('/engineer?done=take' satisfies SitePath, 303)
    },
    (refusal) => ({ refused: refusal.message }),
  )
}

/** An engineer's day, on their phone: urgent jobs that no one has, the next job of their own, and the line of all of them. */
export default function EngineerDay({ loaderData, actionData }: Route.ComponentProps) {
  const { jobs: known, open, engineerId, name, refused, openJobs, done, hasAlerts } = loaderData
  const { acts } = useActs()
  const all = open.map((job) => withActs(job, acts))
  const next = nextJob(all)
  useKeptJobs(
    engineerId,
    known.map((row) =>
      keptJob(
        row,
        open.find(({ id }) => id === row.id),
      ),
    ),
  )
  const jobs = known.map((row) => ({ ...row, ...all.find(({ id }) => id === row.id) }))
  return (
    <EngineerPage>
      <StepNotice text={done} />
      <AlertsOff hasAlerts={hasAlerts} />
      <OpenJobs jobs={openJobs} refused={actionData?.refused} />
      <RefusedActs acts={refused} />
      <PhotosWaiting />
      {next ? (
        <JobPanel key={next.id} job={next}>
          <ReturnLink job={next} />
          <GasLink job={next} />
          <ExtraWorkLink job={next} />
          {next.sheet && <SheetLink job={next} />}
        </JobPanel>
      ) : (
        <>
          <h1 className="mt-6 text-2xl">{jobs.length > 0 ? 'All done' : 'No jobs yet'}</h1>
          <p className="mt-2">{`${name}, your jobs will appear here as soon as the office assigns them.`}</p>
        </>
      )}
      {jobs.length > 0 && (
        <section className="mt-8 border-t-2 border-ink pt-4">
          <h2 className="mb-3 text-xl">Today and tomorrow</h2>
          <JobList jobs={jobs} current={next?.id} />
        </section>
      )}
      <p className="mt-6">
        <a href={'/engineer/calendar' satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          Your jobs in your calendar
        </a>
      </p>
    </EngineerPage>
  )
}

/** The job as kept on the phone: also once it is over, for the bill. */
const keptJob = ({ id, version, isOver }: JobRow, job?: OwnJob) => ({
  ...{ id, isOver },
  version: job
    ? JSON.stringify([
        version,
        job.sheet?.revision,
        job.messages.length,
        job.notes.length,
        job.gas.count,
        job.returnVisit,
        job.mayAskToStart,
        job.extraWork,
        job.photosMark,
      ])
    : version,
})
