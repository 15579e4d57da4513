import { redirect } from 'react-router'
import { useKeptAnswer } from '#app/features/board/components/use-kept-answer.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { actsSince } from '#app/features/engineer-acts/queued-act.ts'
import { RefusedActs } from '#app/features/engineer-acts/refused-acts.tsx'
import { useActs } from '#app/features/engineer-acts/use-acts.ts'
import { type WorkAnswer, WorkPage } from '#app/features/extra-work/components/work-page.tsx'
import { billTermsOf } from '#app/features/extra-work/frozen-bill-terms.ts'
import { readWorkViews } from '#app/features/extra-work/read-extra-work.server.ts'
import { worksWithActs } from '#app/features/extra-work/works-with-acts.ts'
import { readActiveParts } from '#app/features/price-book/read-parts.server.ts'
import { EngineerPage } from '#app/features/shell/components/engineer-page.tsx'
import { StepNotice } from '#app/features/visit/components/step-notice.tsx'
import { decideOnPhone, proposeExtraWork, withdrawExtraWork } from '#app/features/visit/extra-work-acts.server.ts'
import { withActs } from '#app/features/visit/job-view.ts'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { readOwnJob } from '#app/features/visit/read-own-jobs.server.ts'
import { stepDone } from '#app/features/visit/step-done.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { toInstant } from '#app/platform/clock.ts'
import { isUuid, newId } from '#app/platform/ids.ts'
import { privateFormHeaders } from '#app/platform/public-page.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/extra-work'
import { ofOwnJob } from './own-job.server.ts'

export { EngineerError as ErrorBoundary } from '#app/features/shell/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta: Route.MetaFunction = () => [{ title: 'Extra work | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const { viewer, engineerId } = await requireOwnEngineer(visit, request)
  const own = { engineerId, userId: viewer.account.user.id }
  const job = await ofOwnJob(() => readOwnJob(services, own, { bookingId: params.id, userAgent: visit.userAgent }))
  const booking = await readBooking(services, params.id)
  const { rateTiers, billing } = billTermsOf(booking)
  const now = toInstant(services.clock.now())
  return {
    job,
    works: await readWorkViews(services.db, booking),
    prices: { terms: { rateTiers, billing, priorityFeePence: 0 }, at: now },
    book: await readActiveParts(services.db),
    now,
    actKey: newId(),
    done: stepDone(new URL(request.url).searchParams.get('done')),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const { viewer, engineerId } = await requireOwnEngineer(visit, request)
  return answerForm(
    { request, longest: 6_001 },
    ({ text }) =>
      ofOwnJob(async () => {
        const act = { bookingId: params.id, engineerId, userId: viewer.account.user.id, ...(isUuid(text('key')) && { key: text('key') }) }
        const intent = text('intent')
        if (intent === 'propose') await proposeExtraWork(services, act, text)
        else if (intent === 'withdraw') await withdrawExtraWork(services, act, text)
        else if (intent === 'agree' || intent === 'decline') await decideOnPhone(services, act, text, intent)
        else throw wrongForm()
        return redirect(`/engineer/jobs/${params.id}/extra-work?done=work_${intent}` satisfies SitePath, 303)
      }),
    (refusal, { text, typed }): WorkAnswer => {
      const { signature: _, ...kept } = typed()
      return { intent: text('intent'), text: refusal.message, typed: kept, problems: refusal.problems }
    },
  )
}

/** Extra work on one of an engineer's jobs. */
export default function ExtraWork({ loaderData, actionData }: Route.ComponentProps) {
  const { done, works, prices, book, now, actKey } = loaderData
  const { answer } = useKeptAnswer(actionData)
  const { acts } = useActs()
  const job = withActs(loaderData.job, acts)
  return (
    <EngineerPage>
      <p className="mt-3">
        <a href={`/engineer/jobs/${job.id}` satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          Back to the job
        </a>
      </p>
      {!answer && <StepNotice text={done} />}
      <RefusedActs />
      <WorkPage
        {...{ prices, book, now, actKey, answer }}
        jobId={job.id}
        isOpen={job.isAtDoor}
        works={worksWithActs(works, actsSince(acts, job.id, now), { terms: prices.terms, book })}
      />
    </EngineerPage>
  )
}
