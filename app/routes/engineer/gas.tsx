import { redirect } from 'react-router'
import { useKeptAnswer } from '#app/features/board/components/use-kept-answer.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { actsSince } from '#app/features/engineer-acts/queued-act.ts'
import { RefusedActs } from '#app/features/engineer-acts/refused-acts.tsx'
import { useActs } from '#app/features/engineer-acts/use-acts.ts'
import { gasRecordWithActs } from '#app/features/gas-record/appliances-with-acts.ts'
import { type GasAnswer, GasPage } from '#app/features/gas-record/components/gas-page.tsx'
import { readApplianceViews, readGasReason } from '#app/features/gas-record/read-gas-record.server.ts'
import { EngineerPage } from '#app/features/shell/components/engineer-page.tsx'
import { StepNotice } from '#app/features/visit/components/step-notice.tsx'
import { actOnGas, gasActKinds } from '#app/features/visit/gas-acts.server.ts'
import { withActs } from '#app/features/visit/job-view.ts'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { readOwnJob } from '#app/features/visit/read-own-jobs.server.ts'
import { stepDone } from '#app/features/visit/step-done.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { isUuid, newId } from '#app/platform/ids.ts'
import { privateFormHeaders } from '#app/platform/public-page.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/gas'
import { ofOwnJob } from './own-job.server.ts'

export { EngineerError as ErrorBoundary } from '#app/features/shell/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta: Route.MetaFunction = () => [{ title: 'Gas record | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const { viewer, engineerId } = await requireOwnEngineer(visit, request)
  const own = { engineerId, userId: viewer.account.user.id }
  const job = await ofOwnJob(() => readOwnJob(services, own, { bookingId: params.id, userAgent: visit.userAgent }))
  const booking = await readBooking(services, params.id)
  const engineer = await services.db.selectFrom('engineers').select('gasSafeNumber').where('id', '=', engineerId).executeTakeFirstOrThrow()
  return {
    job,
    appliances: await readApplianceViews(services.db, booking.id),
    reason: await readGasReason(services.db, booking.id),
    licenceNumber: engineer.gasSafeNumber ?? undefined,
    actKey: newId(),
    done: stepDone(new URL(request.url).searchParams.get('done')),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { viewer, engineerId } = await requireOwnEngineer(visit, request)
  return answerForm(
    { request, longest: 6_001 },
    ({ text }) =>
      ofOwnJob(async () => {
        const kind = gasActKinds.find((each) => each === text('intent'))
        if (!kind) throw wrongForm()
        const act = { bookingId: params.id, engineerId, userId: viewer.account.user.id, ...(isUuid(text('key')) && { key: text('key') }) }
        await actOnGas(visit.services, act, text, kind)
        return redirect(`/engineer/jobs/${params.id}/gas?done=${kind}` satisfies SitePath, 303)
      }),
    (refusal, { text, typed }): GasAnswer => {
      const { signature: _, ...kept } = typed()
      return { intent: text('intent'), text: refusal.message, typed: kept, problems: refusal.problems }
    },
  )
}

/** The gas record of one of an engineer's jobs. */
export default function Gas({ loaderData, actionData }: Route.ComponentProps) {
  const { done, licenceNumber, actKey } = loaderData
  const { answer } = useKeptAnswer(actionData)
  const { acts } = useActs()
  const job = withActs(loaderData.job, acts)
  const record = gasRecordWithActs(loaderData, actsSince(acts, job.id, job.now))
  return (
    <EngineerPage>
      <p className="mt-3">
        <a href={`/engineer/jobs/${job.id}` satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          Back to the job
        </a>
      </p>
      {!answer && <StepNotice text={done} />}
      <RefusedActs />
      <GasPage jobId={job.id} {...{ licenceNumber, actKey, answer }} {...record} isOpen={job.isAtDoor} />
    </EngineerPage>
  )
}
