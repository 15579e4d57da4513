import { data, Form } from 'react-router'
import { acceptInvitation, passwordRole, readInvitation } from '#app/features/accounts/accept-invitation.server.ts'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { leastPasswordLength, newPasswordHint } from '#app/features/accounts/password-length.ts'
import { fieldsMissing } from '#app/features/accounts/refusals.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { goOn } from '#app/platform/form-redirect.server.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import type { Route } from './+types/invitation'
import { tokenIn } from './from-address.server.ts'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Your invitation')
export const headers = privateFormHeaders

/** Opening the link doesn't use it: email scanners open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const invitation = await readInvitation(context.get(visitContext).services, tokenIn(request))
  return data(invitation ? { invitation: { ...invitation, passwordRole: passwordRole(invitation.role) } } : {}, invitation ? 200 : 410)
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const otherwise = 'The invitation no longer works. Please ask the person who invited you for another one.'
  return answerAccountForm(
    { request, visit, kept: ['fullName'], title: 'Not yet', otherwise },
    async ({ text }) => {
      const entered = { fullName: sanitiseLine(text('fullName')).slice(0, 100), password: text('password') }
      const token = tokenIn(request)
      const invitation = await readInvitation(services, token)
      if (invitation && !invitation.isKnown && (!entered.fullName || !entered.password)) throw fieldsMissing()
      const home: SitePath = invitation?.role === 'engineer' ? '/engineer' : '/staff'
      return goOn(home, await acceptInvitation(services, visit, { ...entered, token }))
    },
    { fields_missing: 'Please fill in all fields.', user_banned: 'Your account is closed. Please speak to the person who invited you.' },
  )
}

const leads = {
  owner: `Accept the invitation to join ${business.name} as an owner.`,
  staff: `Accept the invitation to join ${business.name} as a member of staff.`,
  engineer: `Accept, and you’ll see your jobs for ${business.name} on this phone. Open this on the phone you use for work.`,
} as const

/** The page of an invitation to work here. */
export default function Invitation({ loaderData: { invitation }, actionData }: Route.ComponentProps) {
  if (!invitation)
    return (
      <QuietPage scene="door">
        <AuthFrame
          title="This invitation no longer works"
          lead="It’s been accepted or withdrawn, it’s expired, or a newer email has replaced it. If you’ve already accepted it, sign in. If not, ask the person who invited you for another one."
          back={{ label: 'Go to sign in', href: '/auth' satisfies SitePath }}
        />
      </QuietPage>
    )
  const { email, fullName, role, passwordRole, isKnown, needsLonger } = invitation
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="You’re invited"
        lead={leads[role]}
        notice={actionData?.notice}
        back={{ label: 'Back to Home', href: '/' satisfies SitePath }}
      >
        <p>
          For <strong className="[overflow-wrap:anywhere]">{email}</strong>
          {isKnown &&
            `. You already have an account with this address. ${
              needsLonger
                ? `Passwords for work must be at least ${leastPasswordLength(passwordRole)} characters, so we may ask you for a new one. The rest of your account will stay as it is.`
                : 'It’ll stay as it is, and you’ll be able to do more with it.'
            }`}
        </p>
        <Form method="post" replace noValidate>
          {!isKnown && (
            <>
              {/* For password managers, which look for the name beside the password. */}
              <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
              <TextField
                name="fullName"
                label="Full name"
                autoComplete="name"
                maxLength={100}
                defaultValue={actionData?.typed?.fullName ?? fullName}
                required
              />
              <PasswordField label="Choose a password" autoComplete="new-password" hint={newPasswordHint(passwordRole)} />
            </>
          )}
          <Button className="mt-6 w-full">Accept the invitation</Button>
        </Form>
        <p className="mt-6 text-sm text-muted">Not for you? Just close this page.</p>
      </AuthFrame>
    </QuietPage>
  )
}
