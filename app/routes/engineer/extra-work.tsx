import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { useKeptAnswer } from '#app/features/desk/components/use-kept-answer.ts'
import { readActiveParts } from '#app/features/pricing/read-parts.server.ts'
import { PartOfJob } from '#app/features/site/components/part-of-job.tsx'
import { StepNotice } from '#app/features/visit/components/step-notice.tsx'
import { type WorkAnswer, WorkPage } from '#app/features/visit/components/work-page.tsx'
import { billTermsOf } from '#app/features/visit/frozen-bill-terms.ts'
import { withActs } from '#app/features/visit/job-view.ts'
import { actsSince } from '#app/features/visit/queued-act.ts'
import { readWorkViews } from '#app/features/visit/read-extra-work.server.ts'
import { stepDone } from '#app/features/visit/step-done.ts'
import { useActs, usePhoneNow } from '#app/features/visit/use-acts.ts'
import { worksWithActs } from '#app/features/visit/works-with-acts.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Route } from './+types/extra-work'
import { ownAction } from './acts.server.ts'
import { readJobOf, signedAnswer } from './own-job.server.ts'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta = () => privateMeta('Extra work')
export const headers = privateFormHeaders

export async function loader(args: Route.LoaderArgs) {
  const { services, job } = await readJobOf(args)
  const booking = await readBooking(services, job.id)
  const { rateTiers, billing } = billTermsOf(booking)
  const now = toInstant(services.clock.now())
  return {
    job,
    works: await readWorkViews(services.db, booking),
    terms: { rateTiers, billing, priorityFeePence: 0 },
    book: await readActiveParts(services.db),
    now,
    actKey: newId(),
    done: stepDone(new URL(args.request.url).searchParams.get('done')),
  }
}

export const action = ownAction({
  longest: 6_001,
  kindOf: (field) => `${field('intent')}-work`,
  next: (kind, id) => `/engineer/jobs/${id}/extra-work?done=${kind}`,
  refused: (refusal, form): WorkAnswer => signedAnswer(refusal, form),
})

/** Extra work on one of an engineer's jobs. */
export default function ExtraWork({ loaderData, actionData }: Route.ComponentProps) {
  const { done, works, terms, book, now, actKey } = loaderData
  const { answer } = useKeptAnswer(actionData)
  const { acts } = useActs()
  const job = withActs(loaderData.job, acts)
  // On a page that was kept in the morning, prices are those of the hour when the work is suggested.
  const at = toInstant(new Date(usePhoneNow(now)))
  return (
    <PartOfJob job={job} notice={!answer && <StepNotice text={done} of={/-work$/} />}>
      <WorkPage
        {...{ prices: { terms, at }, book, now, actKey, answer }}
        jobId={job.id}
        isOpen={job.isAtDoor}
        forBusiness={job.forBusiness}
        works={worksWithActs(works, actsSince(acts, job.id, now), { terms, book, forBusiness: job.forBusiness })}
      />
    </PartOfJob>
  )
}
