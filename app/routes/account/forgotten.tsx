import { Form } from 'react-router'
import { type AccountAnswer, answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { recover } from '#app/features/accounts/ask-for-mail.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { siteEntry } from '#app/features/accounts/site-entry.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/forgotten'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Forgotten password')
export const headers = privateFormHeaders

interface Answer extends AccountAnswer {
  /** The address that the email was sent to, if there is an account with it. */
  sentTo?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  return answerAccountForm<Answer>(
    { request, visit, kept: ['email'], title: 'Error', otherwise: 'Please enter a valid email address.' },
    async ({ text }) => {
      const email = text('email')
      await recover(services, visit, { email }, siteEntry(services, '/auth/new-password' satisfies SitePath))
      return { sentTo: email }
    },
  )
}

/** Asks for an email with a link to a new password; the response is the same if there is no such account. */
export default function Forgotten({ actionData }: Route.ComponentProps) {
  if (actionData?.sentTo !== undefined)
    return (
      <QuietPage scene="door">
        <AuthFrame
          title="Check your email"
          lead={
            <>
              If there’s an account for <strong className="[overflow-wrap:anywhere]">{actionData.sentTo}</strong>, we’ve emailed you a link.
              If nothing arrives in a few minutes, check your spam folder and make sure the address is right.
            </>
          }
        >
          <p>
            <a href={'/auth/forgotten' satisfies SitePath} className="inline-flex min-h-11 items-center">
              Try again, or use another address
            </a>
          </p>
        </AuthFrame>
      </QuietPage>
    )
  return (
    <QuietPage scene="door">
      <AuthFrame title="Forgotten your password?" lead="We’ll email you a link so you can choose a new one." notice={actionData?.notice}>
        <Form method="post" noValidate>
          <EmailField label="Email" autoComplete="username" defaultValue={actionData?.typed?.email} />
          <Button className="mt-6 w-full">Send link</Button>
        </Form>
      </AuthFrame>
    </QuietPage>
  )
}
