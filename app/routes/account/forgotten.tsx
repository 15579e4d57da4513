import { data, Form } from 'react-router'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { siteEntry } from '#app/features/client-apps/site-entry.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import { recover } from '#app/features/sign-in/ask-for-mail.server.ts'
import type { AuthNotice } from '#app/features/sign-in/auth-form.ts'
import { AuthFrame } from '#app/features/sign-in/components/auth-frame.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/forgotten'

export const handle: RouteHandle = { hydrate: true }
export const meta: Route.MetaFunction = () => [
  { title: 'Forgotten password | Emergency Plumbers London' },
  { name: 'robots', content: 'noindex' },
]
export const headers = () => privateHeaders

export async function action({ request, context }: Route.ActionArgs) {
  const { services, clientKey } = context.get(visitContext)
  const email = String((await readForm(request)).get('email') ?? '').slice(0, 400)
  const refuse = (text: string, status: number) =>
    data({ email, notice: { title: 'Error', text, tone: 'alarm' } satisfies AuthNotice as AuthNotice, isSent: false }, status)
  try {
    const caller = { clientKey, userAgent: request.headers.get('user-agent') ?? '' }
    await recover(services, caller, { email }, siteEntry(services, '/auth/new-password'))
    return data({ email, notice: undefined, isSent: true }, 200)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return error.status === 429
      ? refuse('Too many attempts. Please wait a moment and try again.', 429)
      : refuse('Please enter a valid email address.', 400)
  }
}

/** Asks for a mail that leads to a new password; says the same whether or not there is such an account. */
export default function Forgotten({ actionData }: Route.ComponentProps) {
  if (actionData?.isSent)
    return (
      <Page>
        <AuthFrame
          title="Look into your mail"
          lead={
            <>
              If <strong className="[overflow-wrap:anywhere]">{actionData.email}</strong> has an account here, a mail with a link is on its
              way to it. No mail in a few minutes? Look among the junk, or check the address.
            </>
          }
        >
          <p>
            <a href="/auth/forgotten" className="inline-flex min-h-11 items-center">
              Ask again, or with another address
            </a>
          </p>
        </AuthFrame>
      </Page>
    )
  return (
    <Page>
      <AuthFrame
        title="Forgotten your password?"
        lead="We mail you a link. It leads to a page where you choose a new one."
        notice={actionData?.notice}
      >
        <Form method="post" noValidate>
          <TextField
            name="email"
            type="email"
            label="Email"
            autoComplete="username"
            inputMode="email"
            maxLength={254}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={actionData?.email}
            required
          />
          <Button className="mt-6 w-full">Send the link</Button>
        </Form>
      </AuthFrame>
    </Page>
  )
}
