import type { ReactNode } from 'react'
import { Form, redirect } from 'react-router'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { reauthenticate } from '#app/features/accounts/ask-for-mail.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { PasskeyButton } from '#app/features/accounts/components/passkey-button.tsx'
import { requireViewer } from '#app/features/accounts/guards.server.ts'
import { hasStepKey } from '#app/features/accounts/passkey-step.server.ts'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { proveAgain } from '#app/features/accounts/prove-again.server.ts'
import { validationFailed } from '#app/features/accounts/refusals.ts'
import { hasAtLeast } from '#app/features/accounts/roles.ts'
import { renewSiteSession } from '#app/features/accounts/site-session.server.ts'
import { hasPasskeys } from '#app/features/accounts/webauthn.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { goOn } from '#app/platform/form-redirect.server.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { UserName } from '#app/ui/user-name.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { isStaffPath } from '#app/values/staff-path.ts'
import type { Route } from './+types/confirm'
import { nextIn } from './from-address.server.ts'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Confirm it’s you')
export const headers = privateFormHeaders

const nextOf = (request: Request) => {
  const next = nextIn(request)
  return next === '/' ? ('/account' satisfies SitePath) : next
}

/** The address of this page once a code has been emailed, with the field for it. */
const withCode = (request: Request) => `/account/confirm?${new URLSearchParams({ next: nextOf(request), by: 'code' })}` satisfies SitePath

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireViewer(context, request)
  const { user } = viewer.account
  const hasKey = hasPasskeys(services) && (await hasStepKey(services, viewer))
  const isMailed = new URL(request.url).searchParams.get('by') === 'code'
  const next = nextOf(request)
  // The user stays within the back office.
  const isInBackOffice = isStaffPath(next) && hasAtLeast(user.role, 'staff')
  return { email: user.email, hasPassword: Boolean(user.passwordHash), hasKey, isMailed, next, isInBackOffice }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireViewer(context, request)
  return answerAccountForm(
    { request, visit, viewer, kept: ['code'] },
    async ({ text }) => {
      if (text('intent') === 'send') {
        await reauthenticate(services, viewer)
        return redirect(withCode(request), 303)
      }
      const proof = { current: text('password'), nonce: text('code').replace(/\s/g, '') }
      if (!proof.current && !proof.nonce) throw validationFailed('A password or a code is required')
      await proveAgain(services, visit, viewer, proof)
      return goOn(nextOf(request), await renewSiteSession(services, viewer))
    },
    {
      validation_failed: 'Please enter your password, or the code from the email.',
      current_password_invalid: 'That’s not your password. Please try again, or ask for a code.',
      reauthentication_not_valid: 'That code is wrong or has expired. Please enter the latest one, or ask for another.',
      over_email_send_rate_limit: 'We sent a code less than a minute ago. Check your email, or wait a minute.',
    },
  )
}

/** Users who signed in a while ago prove their identity again before they change how they sign in, or anything only owners may change. */
export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, hasKey, isMailed, next, isInBackOffice } = loaderData
  const Frame = isInBackOffice ? StaffPage : DoorPage
  return (
    <Frame>
      <AuthFrame
        title="Confirm it’s you"
        lead="Please confirm it’s you before you continue. We won’t ask again for 10 minutes."
        notice={actionData?.notice && { ...actionData.notice, title: 'Not yet' }}
        back={
          isInBackOffice
            ? { label: 'Board', href: '/staff' satisfies SitePath }
            : { label: 'My account', href: '/account' satisfies SitePath }
        }
      >
        {hasKey && !isMailed && (
          <div className="mb-8">
            <PasskeyButton action={'/auth/passkey/step' satisfies SitePath} does="use" next={next}>
              Use a passkey or security key
            </PasskeyButton>
          </div>
        )}
        {isMailed && (
          <Form method="post" replace noValidate className="mb-8">
            <TextField
              name="code"
              label="Code from the email"
              hint={`Six digits, emailed to ${email}. The code is valid for 10 minutes.`}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              defaultValue={actionData?.typed?.code}
              required
            />
            <Button className="mt-4 w-full">Continue</Button>
          </Form>
        )}
        {hasPassword && !isMailed && (
          <Form method="post" replace noValidate className="mb-8">
            <UserName email={email} />
            <PasswordField label="Your password" autoComplete="current-password" />
            <Button className="mt-4 w-full">Continue</Button>
          </Form>
        )}
        {email && (
          <Form method="post" replace noValidate>
            {hasPassword && !isMailed && <p className="mb-3">Forgotten it? We can email you a code instead.</p>}
            <Button name="intent" value="send" look={hasPassword || isMailed ? 'outline' : 'ink'} className="w-full">
              {isMailed ? 'Email me another code' : 'Email me a code'}
            </Button>
          </Form>
        )}
        {hasPassword && isMailed && (
          <p className="mt-4">
            <a href={`/account/confirm?${new URLSearchParams({ next })}` satisfies SitePath} className="inline-flex min-h-11 items-center">
              Use your password instead
            </a>
          </p>
        )}
      </AuthFrame>
    </Frame>
  )
}

const DoorPage = ({ children }: { children: ReactNode }) => <QuietPage scene="door">{children}</QuietPage>
