import { Form, redirect } from 'react-router'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { RoleChoice } from '#app/features/accounts/components/role-choice.tsx'
import { requireProvedOwner } from '#app/features/accounts/guards.server.ts'
import { inviteStaff } from '#app/features/accounts/invite-staff.server.ts'
import { invitationHolds, refusalTexts } from '#app/features/accounts/people-texts.ts'
import { fieldsMissing } from '#app/features/accounts/refusals.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { plainCode, sanitiseLine } from '#app/platform/sanitise.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/invite'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Invite someone')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireProvedOwner(context, request)
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedOwner(context, request)
  return answerAccountForm(
    { request, visit, viewer, kept: ['fullName', 'email', 'role'] },
    async ({ text }) => {
      const invited = {
        fullName: sanitiseLine(text('fullName')).slice(0, 100),
        email: plainCode(text('email')),
        role: text('role') === 'owner' ? ('owner' as const) : ('staff' as const),
      }
      if (!invited.fullName || !invited.email) throw fieldsMissing()
      await inviteStaff(services, visit, viewer, invited)
      return redirect('/staff/people?done=invited' satisfies SitePath, 303)
    },
    { ...refusalTexts, fields_missing: 'Enter a name and an email address.' },
  )
}

/** Invites someone by email, as staff or owner. */
export default function InvitePage({ actionData }: Route.ComponentProps) {
  const typed = actionData?.typed
  return (
    <StaffPage>
      <StaffFrame
        title="Invite someone"
        lead={`They’ll get an email with a link that works once and is valid for ${invitationHolds}. They’ll get the role once they accept. If they already have an account, they’ll keep it.`}
        notice={actionData?.notice}
        back={{ label: 'People', href: '/staff/people' satisfies SitePath }}
      >
        <Form method="post" noValidate className="max-w-[30em]">
          <TextField name="fullName" label="Full name" autoComplete="off" maxLength={100} defaultValue={typed?.fullName} required />
          <EmailField
            label="Email"
            hint="Use their own address, because anyone who can read emails sent to it could accept the role."
            autoComplete="off"
            defaultValue={typed?.email}
          />
          <RoleChoice label="What they can do" chosen={typed?.role === 'owner' ? 'owner' : 'staff'} />
          <Button className="mt-6 w-full">Send the invitation</Button>
        </Form>
      </StaffFrame>
    </StaffPage>
  )
}
