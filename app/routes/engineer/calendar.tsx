import { redirect } from 'react-router'
import { makeFeed, readFeeds, revokeFeed } from '#app/features/dispatch/calendar-feeds.server.ts'
import { FeedForm, NewFeedLink } from '#app/features/dispatch/components/feed-form.tsx'
import { AllJobs, EngineerPage } from '#app/features/site/components/engineer-page.tsx'
import { StepNotice } from '#app/features/visit/components/step-notice.tsx'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/calendar'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta = () => privateMeta('Your calendar')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, userId, engineerId } = await requireOwnEngineer(context, request)
  const { engineerIds } = await readFeeds(services.db, userId)
  return { hasFeed: engineerIds.includes(engineerId), isRemoved: new URL(request.url).searchParams.get('done') === 'removed' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, userId, engineerId } = await requireOwnEngineer(context, request)
  const feed = { userId, engineerId }
  return answerForm<Response | { link: string }, { problem: string }>(
    { request, longest: 200 },
    async ({ text }) => {
      if (text('intent') === 'make') return { link: await makeFeed(services, feed) }
      if (text('intent') !== 'revoke') throw wrongForm()
      await revokeFeed(services, feed)
      return redirect('/engineer/calendar?done=removed' satisfies SitePath, 303)
    },
    ({ message }) => ({ problem: message }),
  )
}

/** An engineer's jobs and hours in the calendar on their phone. */
export default function EngineerCalendar({ loaderData: { hasFeed, isRemoved }, actionData }: Route.ComponentProps) {
  return (
    <EngineerPage>
      <AllJobs />
      {isRemoved && !actionData && <StepNotice text="Link removed. Calendars that use it no longer update." />}
      <h1 className="mt-4 text-2xl">Your calendar</h1>
      <p className="mt-3">
        See your jobs, shifts and on-call hours in the calendar on your phone. Each job has its address and reference, and nothing else
        about the customer.
      </p>
      <p className="mt-3">Calendars can be hours behind, so check your jobs here before you set off.</p>
      {actionData && 'problem' in actionData && (
        <p role="alert" className="mt-4 font-bold">
          {actionData.problem}
        </p>
      )}
      {actionData && 'link' in actionData && <NewFeedLink link={actionData.link} />}
      <div className="mt-6">
        <FeedForm hasFeed={hasFeed} look="min-h-[64px] w-full text-lg" />
      </div>
      {hasFeed && <p className="mt-3">If you make a new link, the old one stops working.</p>}
    </EngineerPage>
  )
}
