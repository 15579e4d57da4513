import type { ReactNode } from 'react'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { doneNotice, roleNames } from '#app/features/accounts/people-texts.ts'
import { readPeople } from '#app/features/accounts/read-people.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { londonDay } from '#app/platform/london.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ExampleMark } from '#app/ui/example-mark.tsx'
import type { Instant } from '#app/values/clock.ts'
import { dayTextFrom } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/people'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('People')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'owner')
  const { people, invitations } = await readPeople(services)
  const today = londonDay(services.clock.now())
  const dayOf = (instant: Instant) => dayTextFrom(londonDay(instant), today)
  return {
    notice: doneNotice(new URL(request.url).searchParams.get('done')),
    people: people.map(({ id, name, email, role, hasSecondStep, isBanned, isSample, lastSignInAt }) => ({
      id,
      name,
      email,
      isSample,
      isMe: id === staffId,
      facts: [
        roleNames[role],
        isBanned ? 'account closed' : undefined,
        hasSecondStep ? 'two-step verification on' : 'no two-step verification',
        lastSignInAt ? `last signed in on ${dayOf(lastSignInAt)}` : 'never signed in',
      ].filter((fact) => fact !== undefined),
    })),
    invitations: invitations.map(({ id, fullName, email, role, sentAt, expiresAt }) => ({
      id,
      name: fullName || email,
      email,
      facts: [roleNames[role], `sent on ${dayOf(sentAt)}`, `valid until ${dayOf(expiresAt)}`],
    })),
  }
}

/** Staff and invitations. Each is changed on a page of its own, which works without JavaScript. */
export default function People({ loaderData: { notice, people, invitations } }: Route.ComponentProps) {
  return (
    <StaffPage>
      <StaffFrame title="People" lead="Your staff and owners." notice={notice}>
        <ul className="mt-6 border-t-2 border-ink">
          {people.map(({ id, name, email, facts, isMe, isSample }) => (
            <Row key={id} href={`/staff/people/${id}` satisfies SitePath} name={name} email={email} facts={facts}>
              {isMe && ' (you)'}
              {isSample && <ExampleMark>Sample</ExampleMark>}
            </Row>
          ))}
        </ul>
        <p className="mt-6">
          <ButtonLink href={'/staff/people/invite' satisfies SitePath}>Invite someone</ButtonLink>
        </p>
        <h2 className="mt-10 text-xl">Open invitations</h2>
        {invitations.length === 0 ? (
          <p className="mt-2 text-muted">None.</p>
        ) : (
          <ul className="mt-3 border-t-2 border-ink">
            {invitations.map(({ id, name, email, facts }) => (
              <Row key={id} href={`/staff/people/invitations/${id}` satisfies SitePath} name={name} email={email} facts={facts} />
            ))}
          </ul>
        )}
        {people.some(({ isSample }) => isSample) && (
          <p className="mt-10 border-t border-line pt-3">
            <a href={'/staff/people/samples' satisfies SitePath} className="inline-flex min-h-11 items-center">
              Remove the sample accounts
            </a>
          </p>
        )}
      </StaffFrame>
    </StaffPage>
  )
}

interface RowProps {
  href: string
  name: string
  email: string
  facts: readonly string[]
  children?: ReactNode
}

function Row({ href, name, email, facts, children }: RowProps) {
  return (
    <li className="border-b border-line py-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <a href={href} className="flex min-h-11 items-center text-lg font-bold [overflow-wrap:anywhere]">
          {name}
        </a>
        {children}
      </div>
      {name !== email && <p className="[overflow-wrap:anywhere]">{email}</p>}
      <p className="pb-1 text-muted">{facts.join(', ')}</p>
    </li>
  )
}
