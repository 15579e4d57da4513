import { redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { makeFeed, readFeeds, revokeFeed } from '#app/features/dispatch/calendar-feeds.server.ts'
import { FeedForm, NewFeedLink } from '#app/features/dispatch/components/feed-form.tsx'
import { readEngineers } from '#app/features/dispatch/read-roster.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Notice } from '#app/ui/notice-in-page.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/calendars'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Calendars')
export const headers = privateFormHeaders

const allJobs = 'All jobs'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  const { db } = services
  const { engineerIds, hasAllJobs } = await readFeeds(db, staffId)
  const engineers = await readEngineers(db)
  return {
    isRemoved: new URL(request.url).searchParams.get('done') === 'removed',
    hasAllJobs,
    engineers: engineers.map(({ id, name }) => ({ engineerId: id, name, hasFeed: engineerIds.includes(id) })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  return answerForm<Response | { link: string; engineerId?: string }, { problem: string }>(
    { request, longest: 200 },
    async ({ text }) => {
      const engineerId = text('engineerId') || undefined
      const feed = { userId: staffId, engineerId }
      if (text('intent') === 'make') return { link: await makeFeed(services, feed), engineerId }
      if (text('intent') !== 'revoke') throw wrongForm()
      await revokeFeed(services, feed)
      return redirect('/staff/engineers/calendars?done=removed' satisfies SitePath, 303)
    },
    ({ message }) => ({ problem: message }),
  )
}

/** The calendars that staff and engineers can subscribe to: their links are made here, and removed. */
export default function Calendars({ loaderData: { hasAllJobs, engineers, isRemoved }, actionData }: Route.ComponentProps) {
  const made = actionData && 'link' in actionData ? actionData : undefined
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const removed: Notice = { title: 'Link removed', text: 'Calendars that use it no longer update.', tone: 'plain' }
  return (
    <StaffPage>
      <StaffFrame
        title="Calendars"
        lead="Make a link, then add it to a calendar app: jobs and hours appear there and stay up to date."
        notice={problem ? { title: 'Not changed', text: problem, tone: 'alarm' } : isRemoved && !actionData ? removed : undefined}
        back={{ label: 'Engineers', href: '/staff/engineers' satisfies SitePath }}
      >
        {made && (
          <NewFeedLink
            link={made.link}
            whose={made.engineerId ? engineers.find(({ engineerId }) => engineerId === made.engineerId)?.name : allJobs}
          />
        )}
        <section className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-2 border-ink bg-chalk px-4 py-3">
          <div className="min-w-0 grow basis-56">
            <h2 className="text-lg">{allJobs}</h2>
            <p>For you alone: each job’s type, district and engineer, and everyone’s hours.</p>
          </div>
          <FeedForm hasFeed={hasAllJobs} whose={allJobs} look="key-row" />
        </section>
        <h2 className="mt-8 text-lg">One engineer’s jobs</h2>
        <p className="mt-1">
          For that engineer: their jobs with addresses. They can make the link on their phone, or you make it and send it to them.
        </p>
        <ul className="mt-3 border-t-2 border-ink">
          {engineers.map(({ engineerId, name, hasFeed }) => (
            <li key={engineerId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2">
              <p className="font-bold [overflow-wrap:anywhere]">{name}</p>
              <FeedForm {...{ hasFeed, engineerId }} whose={name} look="key-row" isQuiet />
            </li>
          ))}
        </ul>
        <p className="mt-4 text-sm text-muted">If you make a new link, the old one stops working.</p>
      </StaffFrame>
    </StaffPage>
  )
}
