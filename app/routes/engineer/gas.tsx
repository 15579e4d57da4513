import { useKeptAnswer } from '#app/features/desk/components/use-kept-answer.ts'
import { PartOfJob } from '#app/features/site/components/part-of-job.tsx'
import { gasRecordWithActs } from '#app/features/visit/appliances-with-acts.ts'
import { type GasAnswer, GasPage } from '#app/features/visit/components/gas-page.tsx'
import { StepNotice } from '#app/features/visit/components/step-notice.tsx'
import { withActs } from '#app/features/visit/job-view.ts'
import { actsSince } from '#app/features/visit/queued-act.ts'
import { readApplianceViews, readGasReason } from '#app/features/visit/read-gas-record.server.ts'
import { stepDone } from '#app/features/visit/step-done.ts'
import { useActs } from '#app/features/visit/use-acts.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { newId } from '#app/values/ids.ts'
import type { Route } from './+types/gas'
import { ownAction } from './acts.server.ts'
import { readJobOf, signedAnswer } from './own-job.server.ts'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta = () => privateMeta('Gas record')
export const headers = privateFormHeaders

export async function loader(args: Route.LoaderArgs) {
  const { services, act, job } = await readJobOf(args)
  const engineer = await services.db
    .selectFrom('engineers')
    .select('gasSafeNumber')
    .where('id', '=', act.engineerId)
    .executeTakeFirstOrThrow()
  return {
    job,
    appliances: await readApplianceViews(services.db, job.id),
    reason: await readGasReason(services.db, job.id),
    licenceNumber: engineer.gasSafeNumber ?? undefined,
    actKey: newId(),
    done: stepDone(new URL(args.request.url).searchParams.get('done')),
  }
}

export const action = ownAction({
  longest: 6_001,
  kindOf: (field) => field('intent'),
  next: (kind, id) => `/engineer/jobs/${id}/gas?done=${kind}`,
  refused: (refusal, form): GasAnswer => signedAnswer(refusal, form),
})

/** The gas record of one of an engineer's jobs. */
export default function Gas({ loaderData, actionData }: Route.ComponentProps) {
  const { done, licenceNumber, actKey } = loaderData
  const { answer } = useKeptAnswer(actionData)
  const { acts } = useActs()
  const job = withActs(loaderData.job, acts)
  const record = gasRecordWithActs(loaderData, actsSince(acts, job.id, job.now))
  return (
    <PartOfJob job={job} notice={!answer && <StepNotice text={done} of={/^gas-/} />}>
      <GasPage jobId={job.id} {...{ licenceNumber, actKey, answer }} {...record} isOpen={job.isAtDoor} />
    </PartOfJob>
  )
}
