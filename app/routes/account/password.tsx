import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { NewPasswordForm } from '#app/features/accounts/components/new-password-form.tsx'
import { saying } from '#app/features/accounts/done-notices.ts'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { nextPath } from '#app/features/accounts/next-path.ts'
import { passwordLength } from '#app/features/accounts/password-length.ts'
import { validationFailed } from '#app/features/accounts/refusals.ts'
import { needsLongerPassword } from '#app/features/accounts/roles.ts'
import { passwordRoleOf, renewSiteSession } from '#app/features/accounts/site-session.server.ts'
import { updateUser } from '#app/features/accounts/update-user.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { goOn } from '#app/platform/form-redirect.server.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { isWorkPath } from '#app/values/staff-path.ts'
import type { Route } from './+types/password'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Password')
export const headers = privateFormHeaders

/** Returns the destination of someone who was sent here to set a password first; undefined if they opened the page themselves. */
function nextOf(request: Request): string | undefined {
  const next = new URL(request.url).searchParams.get('next')
  return next === null ? undefined : nextPath(next)
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireProvedViewer(context, request)
  const { user } = viewer.account
  const { email, passwordHash } = user
  const role = await passwordRoleOf(services.db, user)
  return { email, role, hasPassword: Boolean(passwordHash), needsLonger: needsLongerPassword({ ...user, role }), next: nextOf(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedViewer(context, request)
  return answerAccountForm(
    { request, visit, viewer },
    async ({ text }) => {
      const password = text('password')
      if (!password) throw validationFailed('A password is required')
      await updateUser(services, visit, viewer, { password })
      const next = nextOf(request) ?? '/'
      return goOn(next === '/' ? saying('/account' satisfies SitePath, 'password-saved') : next, await renewSiteSession(services, viewer))
    },
    {
      validation_failed: 'Please enter a new password.',
      same_password: 'That’s your current password. Please choose another one.',
    },
  )
}

/** A new password, or the first one of someone who came by an email or with another service. */
export default function Password({ loaderData: { email, role, hasPassword, needsLonger, next }, actionData }: Route.ComponentProps) {
  return (
    <QuietPage scene="door">
      <AuthFrame
        title={hasPassword ? 'New password' : 'Set a password'}
        lead={
          needsLonger
            ? `Passwords for work must be at least ${passwordLength.leastOfStaff} characters, and yours may be shorter. Please choose a new one before you open the pages for work. When you save it, you’ll be signed out on all your other devices.`
            : hasPassword
              ? 'When you save it, you’ll be signed out on all your other devices.'
              : 'You don’t have one yet. Once you set it, you can sign in with your email address and password. We’ll sign out all your other devices.'
        }
        notice={actionData?.notice}
        back={{ label: 'My account', href: '/account' satisfies SitePath }}
      >
        <NewPasswordForm email={email} role={role} />
        {next && (!hasPassword || (needsLonger && !isWorkPath(next))) && (
          <p className="mt-6 border-t-2 border-ink pt-4">
            {hasPassword
              ? 'Not now? We’ll ask again when you open the pages for work.'
              : 'Not now? The next time you sign in, choose “Forgotten your password?” there, and we’ll email you a link.'}
            <a href={next} className="flex min-h-11 w-fit items-center font-bold">
              {hasPassword ? 'Keep my password for now' : 'Continue without a password'}
            </a>
          </p>
        )}
      </AuthFrame>
    </QuietPage>
  )
}
