import { data, Form } from 'react-router'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { passwordLength } from '#app/features/accounts/password-length.ts'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { readFirstOwnerLink } from '#app/features/people/first-owner-link.server.ts'
import { makeFirstOwner } from '#app/features/people/make-first-owner.server.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import type { AuthNotice } from '#app/features/sign-in/auth-form.ts'
import { AuthFrame } from '#app/features/sign-in/components/auth-frame.tsx'
import { goOn } from '#app/platform/go-on.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/first-owner'

export const handle: RouteHandle = { hydrate: true }
export const meta: Route.MetaFunction = () => [
  { title: 'Make the owner account | Emergency Plumbers London' },
  { name: 'robots', content: 'noindex' },
]
export const headers = () => privateHeaders

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token')?.slice(0, 200) ?? ''

/** Opening the link takes nothing: previews of messages open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const state = await readFirstOwnerLink(context.get(visitContext).services, tokenOf(request))
  return data({ state }, state === 'open' ? 200 : 410)
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, clientKey } = context.get(visitContext)
  const form = await readForm(request)
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 1_000)
  const values = { fullName: text('fullName').trim().slice(0, 100), email: text('email').trim() }
  const password = text('password')
  const refuse = (words: string, status: number) =>
    data({ values, notice: { title: 'Not yet', text: words, tone: 'alarm' } satisfies AuthNotice as AuthNotice }, status)
  if (!values.fullName || !values.email || !password) return refuse('Please fill in all fields.', 400)
  try {
    const caller = { clientKey, userAgent: request.headers.get('user-agent') ?? '' }
    const cookie = await makeFirstOwner(services, caller, { ...values, token: tokenOf(request), password })
    return goOn('/staff', cookie)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return refuse(wordsFor(error), error.status)
  }
}

function wordsFor({ code, message, status }: AuthRefusal): string {
  if (code === 'weak_password') return message
  if (code === 'validation_failed') return 'Please give an email address like name@example.com.'
  if (code === 'email_exists')
    return 'This address has an account already. Please type the password of that account, or use another address.'
  if (code === 'user_banned') return 'The account of this address is closed. Please use another address.'
  if (status === 429) return 'Too many attempts. Please wait a moment and try again.'
  return 'The link no longer works. Please start the server again: it prints a new one.'
}

const gone = {
  spent: {
    title: 'This link no longer works',
    text: 'It is too old, or a later start of the server has replaced it. Start the server again: it prints a new link.',
  },
  owned: {
    title: 'There is an owner already',
    text: 'This link has done its work. Sign in if the account is yours; otherwise ask the owner for an invitation.',
  },
}

/** Where the link leads that the server prints while it has no owner (DESIGN 7). */
export default function FirstOwner({ loaderData: { state }, actionData }: Route.ComponentProps) {
  if (state !== 'open')
    return (
      <Page>
        <AuthFrame title={gone[state].title} lead={gone[state].text} back={{ label: 'Go to sign in', href: '/auth' }} />
      </Page>
    )
  return (
    <Page>
      <AuthFrame
        title="Make the owner account"
        lead="The owner sees everything here, and invites the others. You are signed in at once."
        notice={actionData?.notice}
        back={{ label: 'Back to Home', href: '/' }}
      >
        <Form method="post" replace noValidate>
          <TextField
            name="fullName"
            label="Full name"
            autoComplete="name"
            maxLength={100}
            defaultValue={actionData?.values.fullName}
            required
          />
          <TextField
            name="email"
            type="email"
            label="Email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={actionData?.values.email}
            required
          />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint={`At least ${passwordLength.least} characters. Longer is better: three words, for instance.`}
          />
          <Button className="mt-6 w-full">Make the account</Button>
        </Form>
      </AuthFrame>
    </Page>
  )
}
