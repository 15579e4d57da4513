import { Form, redirect } from 'react-router'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { requireProvedOwner } from '#app/features/accounts/guards.server.ts'
import { resendInvitation, withdrawInvitation } from '#app/features/accounts/invite-staff.server.ts'
import { invitationHolds, refusalTexts } from '#app/features/accounts/people-texts.ts'
import { readOpenInvitation } from '#app/features/accounts/read-people.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { londonDay } from '#app/platform/london.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { dayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/invitation'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Invitation')
export const headers = privateFormHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireProvedOwner(context, request)
  const invitation = await readOpenInvitation(services, params.id)
  // Accepted or withdrawn meanwhile: the list shows the present state.
  if (!invitation) throw redirect('/staff/people' satisfies SitePath, 303)
  const { fullName, email, role, sentAt, expiresAt } = invitation
  return { fullName, email, role, sent: dayText(londonDay(sentAt)), ends: dayText(londonDay(expiresAt)) }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedOwner(context, request)
  return answerAccountForm(
    { request, visit, viewer },
    async ({ text }) => {
      if (text('intent') === 'resend') {
        await resendInvitation(services, visit, viewer, params.id)
        return redirect('/staff/people?done=invited-again' satisfies SitePath, 303)
      }
      if (text('intent') !== 'withdraw') throw wrongForm()
      await withdrawInvitation(services, viewer, params.id)
      return redirect('/staff/people?done=withdrawn' satisfies SitePath, 303)
    },
    refusalTexts,
  )
}

/** One open invitation: send it again, or withdraw it. */
export default function InvitationPage({ loaderData: { fullName, email, role, sent, ends }, actionData }: Route.ComponentProps) {
  return (
    <StaffPage>
      <StaffFrame
        title={`Invitation for ${fullName || email}`}
        lead={`${email}, as ${role === 'owner' ? 'an owner' : 'staff'}. Sent on ${sent}. The link is valid until ${ends}.`}
        notice={actionData?.notice}
        back={{ label: 'People', href: '/staff/people' satisfies SitePath }}
      >
        <Form method="post" className="mt-6 max-w-[30em]">
          <Button name="intent" value="resend" className="w-full">
            Send it again
          </Button>
          <p className="mt-1 text-sm text-muted">
            They’ll get a new link that’s valid for {invitationHolds}. The old one will stop working.
          </p>
        </Form>
        <Form method="post" className="mt-8 max-w-[30em]">
          <Button name="intent" value="withdraw" look="outline" className="w-full">
            Withdraw invitation
          </Button>
          <p className="mt-1 text-sm text-muted">The link will stop working straight away.</p>
        </Form>
      </StaffFrame>
    </StaffPage>
  )
}
