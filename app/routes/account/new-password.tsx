import { data, redirect } from 'react-router'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { NewPasswordForm } from '#app/features/own-account/components/new-password-form.tsx'
import { saying } from '#app/features/own-account/done-notices.ts'
import { updateUser } from '#app/features/own-account/update-user.server.ts'
import { halfSignedIn, renewSiteSession, viewerOf } from '#app/features/sessions/site-session.server.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import type { AuthNotice } from '#app/features/sign-in/auth-form.ts'
import { AuthFrame } from '#app/features/sign-in/components/auth-frame.tsx'
import { goOn } from '#app/platform/go-on.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { type Visit, visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/new-password'

export const handle: RouteHandle = { hydrate: true }
export const meta: Route.MetaFunction = () => [
  { title: 'Choose a new password | Emergency Plumbers London' },
  { name: 'robots', content: 'noindex' },
]
export const headers = () => privateHeaders

/** Whoever came by the link of a mail is signed in; whoever has a second step takes it first. */
async function entrant(visit: Visit) {
  if (await halfSignedIn(visit)) throw redirect('/auth/second-step?next=/auth/new-password', 303)
  const viewer = await viewerOf(visit)
  if (!viewer) throw redirect('/auth/forgotten', 303)
  return viewer
}

export async function loader({ context }: Route.LoaderArgs) {
  return { email: (await entrant(context.get(visitContext))).account.user.email }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const viewer = await entrant(visit)
  const password = String((await readForm(request)).get('password') ?? '').slice(0, 1_000)
  const refuse = (text: string, status: number) =>
    data({ notice: { title: 'Not changed', text, tone: 'alarm' } satisfies AuthNotice as AuthNotice }, status)
  if (!password) return refuse('Please fill in all fields', 400)
  try {
    const caller = { clientKey: visit.clientKey, userAgent: request.headers.get('user-agent') ?? '' }
    await updateUser(visit.services, caller, viewer, { password })
    return goOn(saying('/account', 'password-saved'), await renewSiteSession(visit.services, viewer))
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return refuse(wordsFor(error), error.status)
  }
}

function wordsFor({ code, message, status }: AuthRefusal): string {
  if (code === 'weak_password') return message
  if (code === 'same_password') return 'That is the password you have. Please choose another one.'
  if (code === 'reauthentication_needed') return 'You opened the link a while ago. Please ask for another mail.'
  if (status === 429) return 'Too many attempts. Please wait a moment and try again.'
  return 'The password was not changed. Please try again.'
}

/** The end of a forgotten password. All other devices are signed out by it. */
export default function NewPassword({ loaderData: { email }, actionData }: Route.ComponentProps) {
  return (
    <Page>
      <AuthFrame
        title="Choose a new password"
        lead="All other devices are signed out then."
        notice={actionData?.notice}
        back={{ label: 'Ask for another mail', href: '/auth/forgotten' }}
      >
        <NewPasswordForm email={email} />
      </AuthFrame>
    </Page>
  )
}
