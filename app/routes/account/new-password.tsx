import { redirect } from 'react-router'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { NewPasswordForm } from '#app/features/accounts/components/new-password-form.tsx'
import { saying } from '#app/features/accounts/done-notices.ts'
import { fieldsMissing } from '#app/features/accounts/refusals.ts'
import { halfSignedIn, renewSiteSession, viewerOf } from '#app/features/accounts/site-session.server.ts'
import { updateUser } from '#app/features/accounts/update-user.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { goOn } from '#app/platform/form-redirect.server.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { type Visit, visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/new-password'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Choose a new password')
export const headers = privateFormHeaders

/** A user who came by an email's link is signed in; a second step must be taken first. */
async function entrant(visit: Visit) {
  if (await halfSignedIn(visit)) throw redirect('/auth/second-step?next=/auth/new-password' satisfies SitePath, 303)
  const viewer = await viewerOf(visit)
  if (!viewer) throw redirect('/auth/forgotten' satisfies SitePath, 303)
  return viewer
}

export async function loader({ context }: Route.LoaderArgs) {
  const { email, role } = (await entrant(context.get(visitContext))).account.user
  return { email, role }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const viewer = await entrant(visit)
  return answerAccountForm(
    { request, visit, otherwise: 'We couldn’t change your password. Please try again.' },
    async ({ text }) => {
      const password = text('password')
      if (!password) throw fieldsMissing()
      await updateUser(visit.services, visit, viewer, { password })
      return goOn(saying('/account' satisfies SitePath, 'password-saved'), await renewSiteSession(visit.services, viewer))
    },
    {
      fields_missing: 'Please fill in all fields',
      same_password: 'That’s your current password. Please choose another one.',
      reauthentication_needed: 'It’s been too long since you opened the link. Please ask for another email.',
    },
  )
}

/** The end of a forgotten password. All other devices are signed out by it. */
export default function NewPassword({ loaderData: { email, role }, actionData }: Route.ComponentProps) {
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Choose a new password"
        lead="You’ll then be signed out on all your other devices."
        notice={actionData?.notice}
        back={{ label: 'Ask for another email', href: '/auth/forgotten' satisfies SitePath }}
      >
        <NewPasswordForm email={email} role={role} />
      </AuthFrame>
    </QuietPage>
  )
}
