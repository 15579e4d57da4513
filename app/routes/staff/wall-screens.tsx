import { Form, redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { addScreen, mostName, readScreens, removeScreen } from '#app/features/desk/manage-screens.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { londonDay } from '#app/platform/london.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button, RowButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Notice } from '#app/ui/notice-in-page.tsx'
import { dayTextFrom } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/wall-screens'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Wall screens')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const screens = await readScreens(services)
  const today = londonDay(services.clock.now())
  return {
    mostName,
    isRemoved: new URL(request.url).searchParams.get('done') === 'removed',
    screens: screens.map(({ id, name, createdAt }) => ({ id, name, added: `Added ${dayTextFrom(londonDay(createdAt), today)}` })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  return answerForm<Response | { link: string }, { problem: string }>(
    { request },
    async ({ text }) => {
      if (text('intent') === 'remove') {
        await removeScreen(services, { id: text('id'), staffId })
        return redirect('/staff/wall?done=removed' satisfies SitePath, 303)
      }
      const token = await addScreen(services, { name: text('name'), staffId })
      return { link: `${services.config.siteUrl}${`/staff/wall/open/${token}` satisfies SitePath}` }
    },
    ({ message }) => ({ problem: message }),
  )
}

/** The screens on a wall that show the board: their links are made here, and removed. */
export default function WallScreens({ loaderData: { screens, isRemoved, mostName }, actionData }: Route.ComponentProps) {
  const link = actionData && 'link' in actionData ? actionData.link : undefined
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const removed: Notice = { title: 'Screen removed', text: 'Its link no longer works, so it no longer shows the board.', tone: 'plain' }
  return (
    <StaffPage>
      <StaffFrame
        title="Wall screens"
        lead="Show the board on a TV in the office. A wall screen shows each job’s postcode district, time left and status, and the engineer’s first name. It shows nothing else about customers, and nothing can be changed from it."
        notice={isRemoved && !actionData ? removed : undefined}
        back={{ label: 'Board', href: '/staff' satisfies SitePath }}
      >
        {link && (
          <section role="status" aria-labelledby="new-link" className="mt-6 border-2 border-ink bg-lamp p-4">
            <h2 id="new-link" className="text-xl">
              Open this link on the screen
            </h2>
            <p className="mt-2 font-bold [overflow-wrap:anywhere] select-all">{link}</p>
            <p className="mt-2">We’ll only show it once. Anyone with the link can see the wall board until you remove the screen.</p>
          </section>
        )}
        <Form method="post" noValidate className="max-w-[30em]" key={link}>
          <input type="hidden" name="intent" value="add" />
          <TextField
            name="name"
            label="Screen name"
            hint="For example: Office, by the door"
            autoComplete="off"
            maxLength={mostName}
            problem={problem}
            required
          />
          <Button className="mt-5">Add screen</Button>
        </Form>
        <h2 className="mt-10 text-xl">Your screens</h2>
        {screens.length === 0 ? (
          <p className="mt-2 text-muted">None yet.</p>
        ) : (
          <ul className="mt-3 border-t-2 border-ink">
            {screens.map(({ id, name, added }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
                <div>
                  <p className="font-bold [overflow-wrap:anywhere]">{name}</p>
                  <p className="text-muted">{added}</p>
                </div>
                <Form method="post">
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="id" value={id} />
                  <RowButton aria-label={`Remove ${name}`}>Remove</RowButton>
                </Form>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-8">
          <a href={'/staff/wall/board' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
            See the wall board
          </a>
        </p>
      </StaffFrame>
    </StaffPage>
  )
}
