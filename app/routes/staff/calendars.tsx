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
    calendars: [
      { engineerId: undefined, name: allJobs, hasFeed: hasAllJobs },
      ...engineers.map(({ id, name }) => ({ engineerId: id, name, hasFeed: engineerIds.includes(id) })),
    ],
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
export default function Calendars({ loaderData: { calendars, isRemoved }, actionData }: Route.ComponentProps) {
  const made = actionData && 'link' in actionData ? actionData : undefined
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const removed: Notice = { title: 'Link removed', text: 'Calendars that use it no longer update.', tone: 'plain' }
  return (
    <StaffPage>
      <StaffFrame
        title="Calendars"
        lead="See jobs, shifts and on-call hours in your own calendar. All jobs shows the type, district and engineer of each job and everyone’s hours, dispatchers’ too. The link is yours alone. An engineer’s calendar shows the address and reference of their own jobs: engineers can make their link on their phone, or you can send them one. If you make a new link, the old one stops working."
        notice={problem ? { title: 'Not changed', text: problem, tone: 'alarm' } : isRemoved && !actionData ? removed : undefined}
        back={{ label: 'Engineers', href: '/staff/engineers' satisfies SitePath }}
      >
        {made && <NewFeedLink link={made.link} whose={calendars.find(({ engineerId }) => engineerId === made.engineerId)?.name} />}
        <ul className="mt-6 border-t-2 border-ink">
          {calendars.map(({ engineerId, name, hasFeed }) => (
            <li key={engineerId ?? ''} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2">
              <p className="font-bold [overflow-wrap:anywhere]">{name}</p>
              <FeedForm {...{ hasFeed, engineerId }} whose={name} look="key-row" />
            </li>
          ))}
        </ul>
      </StaffFrame>
    </StaffPage>
  )
}
