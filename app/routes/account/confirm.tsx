import { Form, redirect } from 'react-router'
import { type AccountAnswer, answerAccountForm, done } from '#app/features/accounts/account-form.server.ts'
import { reauthenticate } from '#app/features/accounts/ask-for-mail.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { PasswordField } from '#app/features/accounts/components/auth-panel.tsx'
import { requireViewer } from '#app/features/accounts/guards.server.ts'
import { nextPath } from '#app/features/accounts/next-path.ts'
import { proveAgain } from '#app/features/accounts/prove-again.server.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/confirm'

export const handle: RouteHandle = { hydrate: true }
export const meta: Route.MetaFunction = () => [{ title: 'Is it you? | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

const nextOf = (request: Request) => {
  const next = nextPath(new URL(request.url).searchParams.get('next'))
  return next === '/' ? '/account' : next
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = (await requireViewer(context.get(visitContext), request)).account
  return { email: user.email, hasPassword: Boolean(user.passwordHash) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const viewer = await requireViewer(visit, request)
  return answerAccountForm<AccountAnswer & { isSent?: boolean }>(
    { request, visit, viewer },
    async ({ services, caller, text }) => {
      if (text('intent') === 'send') {
        await reauthenticate(services, viewer)
        return { isSent: true, notice: done('Code sent', `Please look into the mail of ${viewer.account.user.email}.`) }
      }
      await proveAgain(services, caller, viewer, { current: text('password'), nonce: text('code').replace(/\s/g, '') })
      return redirect(nextOf(request), 303)
    },
    {
      current_password_invalid: 'That is not your password. Please try again, or have a code sent.',
      reauthentication_not_valid: 'That is not right, or it is too old. Please try again, or have a new code sent.',
      over_email_send_rate_limit: 'A code was sent less than a minute ago. Please look into your mail.',
    },
  )
}

/** Whoever has been signed in for a while says once more who they are, before they change how they sign in. */
export default function Confirm({ loaderData: { email, hasPassword }, actionData }: Route.ComponentProps) {
  return (
    <Page>
      <AuthFrame
        title="Is it you?"
        lead="What comes next changes how you sign in, so we ask once more. It holds for ten minutes."
        notice={actionData?.notice}
        back={{ label: 'My account', href: '/account' }}
      >
        {hasPassword && (
          <Form method="post" noValidate className="mb-8">
            {/* For password managers, which look for the name beside the password. */}
            <input type="hidden" name="username" autoComplete="username" value={email ?? ''} readOnly />
            <PasswordField label="Your password" autoComplete="current-password" />
            <Button className="mt-4 w-full">Go on</Button>
          </Form>
        )}
        {email && (
          <>
            {(actionData?.isSent || !hasPassword) && (
              <Form method="post" noValidate className="mb-4">
                <TextField
                  name="code"
                  label="Code from the mail"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={12}
                  required
                />
                <Button className="mt-4 w-full">Go on with the code</Button>
              </Form>
            )}
            <Form method="post" noValidate>
              <Button name="intent" value="send" look="outline" className="w-full">
                Send a code to {email}
              </Button>
            </Form>
          </>
        )}
      </AuthFrame>
    </Page>
  )
}
