import { data, Form } from 'react-router'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { readFirstOwnerLink } from '#app/features/accounts/first-owner-link.server.ts'
import { makeFirstOwner } from '#app/features/accounts/make-first-owner.server.ts'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { newPasswordHint } from '#app/features/accounts/password-length.ts'
import { fieldsMissing } from '#app/features/accounts/refusals.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { goOn } from '#app/platform/form-redirect.server.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { plainCode, sanitiseLine } from '#app/platform/sanitise.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/first-owner'
import { tokenIn } from './from-address.server.ts'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Create the owner account')
export const headers = privateFormHeaders

/** Opening the link doesn't use it: previews of messages open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const state = await readFirstOwnerLink(context.get(visitContext).services, tokenIn(request))
  return data({ state }, state === 'open' ? 200 : 410)
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const otherwise = 'The link no longer works. Please restart the server, and it’ll print a new one.'
  return answerAccountForm(
    { request, visit, kept: ['fullName', 'email'], title: 'Not yet', otherwise },
    async ({ text }) => {
      const entered = {
        fullName: sanitiseLine(text('fullName')).slice(0, 100),
        email: plainCode(text('email')),
        password: text('password'),
      }
      if (!entered.fullName || !entered.email || !entered.password) throw fieldsMissing()
      return goOn('/staff' satisfies SitePath, await makeFirstOwner(visit.services, visit, { ...entered, token: tokenIn(request) }))
    },
    {
      fields_missing: 'Please fill in all fields.',
      validation_failed: 'Enter an email address like name@example.com.',
      email_exists: 'This address already has an account. Please type that account’s password, or use another address.',
      user_banned: 'The account for this address is closed. Please use another address.',
    },
  )
}

const gone = {
  spent: {
    title: 'This link no longer works',
    text: 'It’s expired, or the server has been restarted since. Restart the server to get a new link.',
  },
  owned: {
    title: 'There’s already an owner',
    text: 'This link has already been used. Sign in if the account is yours; otherwise ask the owner for an invitation.',
  },
}

/** The page of the link that the server prints while there is no owner. */
export default function FirstOwner({ loaderData: { state }, actionData }: Route.ComponentProps) {
  if (state !== 'open')
    return (
      <QuietPage scene="door">
        <AuthFrame title={gone[state].title} lead={gone[state].text} back={{ label: 'Go to sign in', href: '/auth' satisfies SitePath }} />
      </QuietPage>
    )
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Create the owner account"
        lead="The owner can see everything here and invite everyone else. You’ll be signed in straight away."
        notice={actionData?.notice}
        back={{ label: 'Back to Home', href: '/' satisfies SitePath }}
      >
        <Form method="post" replace noValidate>
          <TextField
            name="fullName"
            label="Full name"
            autoComplete="name"
            maxLength={100}
            defaultValue={actionData?.typed?.fullName}
            required
          />
          <EmailField label="Email" autoComplete="email" defaultValue={actionData?.typed?.email} />
          <PasswordField label="Password" autoComplete="new-password" hint={newPasswordHint('owner')} />
          <Button className="mt-6 w-full">Create the account</Button>
        </Form>
      </AuthFrame>
    </QuietPage>
  )
}
