import { data, Form, redirect } from 'react-router'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { type AccountAnswer, answerAccountForm, refused } from '#app/features/own-account/account-form.server.ts'
import { RoleChoice } from '#app/features/people/components/role-choice.tsx'
import { inviteStaff } from '#app/features/people/invite-staff.server.ts'
import { invitationHolds, refusalTexts } from '#app/features/people/people-texts.ts'
import { requireProvedOwner } from '#app/features/sessions/guards.server.ts'
import { StaffFrame } from '#app/features/shell/components/staff-frame.tsx'
import { StaffPage } from '#app/features/shell/components/staff-page.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/invite'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [
  { title: 'Invite somebody | Emergency Plumbers London' },
  { name: 'robots', content: 'noindex' },
]
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireProvedOwner(context.get(visitContext), request)
  return null
}

interface Answer extends AccountAnswer {
  values?: { fullName: string; email: string; role: 'staff' | 'owner' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const viewer = await requireProvedOwner(visit, request)
  return answerAccountForm<Answer>({ request, visit, viewer }, async ({ services, caller, text }) => {
    const values = {
      fullName: text('fullName').trim().slice(0, 100),
      email: text('email').trim(),
      role: text('role') === 'owner' ? ('owner' as const) : ('staff' as const),
    }
    const refuse = (words: string, status: number) => data<Answer>({ values, notice: refused(words) }, status)
    if (!values.fullName || !values.email) return refuse('Please give a name and an email address.', 400)
    try {
      await inviteStaff(services, caller, viewer, values)
    } catch (error) {
      if (!(error instanceof AuthRefusal)) throw error
      return refuse(refusalTexts[error.code] ?? 'Too many attempts. Please wait a moment and try again.', error.status)
    }
    return redirect('/staff/people?done=invited', 303)
  })
}

/** Invites somebody by mail, as staff or owner. */
export default function InvitePage({ actionData }: Route.ComponentProps) {
  const values = actionData?.values
  return (
    <StaffPage>
      <StaffFrame
        title="Invite somebody"
        lead={`They get a mail with a link that works once, for ${invitationHolds}. The role is theirs once they have accepted; an account they have already is kept.`}
        notice={actionData?.notice}
        back={{ label: 'People', href: '/staff/people' }}
      >
        <Form method="post" noValidate className="max-w-[30em]">
          <TextField name="fullName" label="Full name" autoComplete="off" maxLength={100} defaultValue={values?.fullName} required />
          <TextField
            name="email"
            type="email"
            label="Email"
            hint="Their own address: whoever reads its mail gets the role."
            autoComplete="off"
            inputMode="email"
            maxLength={254}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={values?.email}
            required
          />
          <RoleChoice label="What they may do" chosen={values?.role ?? 'staff'} />
          <Button className="mt-6 w-full">Send the invitation</Button>
        </Form>
      </StaffFrame>
    </StaffPage>
  )
}
