import { Form, redirect } from 'react-router'
import { answerAccountForm, done } from '#app/features/accounts/account-form.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { providersOf } from '#app/features/accounts/leave-for-provider.server.ts'
import { isProviderName, problemNotice, providerNames } from '#app/features/accounts/provider-names.ts'
import { unlinkIdentity } from '#app/features/accounts/unlink-identity.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/sign-in-with'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Google and GitHub')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireProvedViewer(context, request)
  const { user, identities } = viewer.account
  const query = new URL(request.url).searchParams
  const linked = identities.map(({ provider }) => provider)
  return {
    ways: identities.map(({ id, provider, email }) => ({
      id,
      isMail: provider === 'email',
      name: isProviderName(provider) ? providerNames[provider] : user.passwordHash ? 'Email and password' : 'Email',
      address: email,
    })),
    mayChange: services.config.auth.manualLinking,
    offered: services.config.auth.manualLinking ? providersOf(services).filter((name) => !linked.includes(name)) : [],
    notice: problemNotice(query.get('problem'), 'Not linked') ?? doneNotice(query),
  }
}

/** Returns the notice for a known code of a finished act. */
function doneNotice(query: URLSearchParams) {
  const name = query.get('linked')
  if (isProviderName(name)) return done('Linked', `You can sign in with ${providerNames[name]} from now on.`)
  return query.has('unlinked') ? done('Removed', 'It no longer signs anyone in to this account.') : undefined
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedViewer(context, request)
  return answerAccountForm(
    { request, visit, viewer },
    async ({ text }) => {
      await unlinkIdentity(services, viewer, text('identityId'))
      return redirect('/account/sign-in-with?unlinked' satisfies SitePath, 303)
    },
    {
      single_identity_not_deletable: 'This is your only way to sign in. Link another one first, then remove this one.',
      identity_not_found: 'That has already been removed.',
      email_conflict_identity_not_deletable:
        'The address you’d be left with belongs to another account here. Please keep this one, or contact us.',
    },
  )
}

/** The ways in to an account: our own password, and accounts at Google and GitHub. */
export default function SignInWith({ loaderData: { ways, mayChange, offered, notice }, actionData }: Route.ComponentProps) {
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Google and GitHub"
        lead="You can sign in to this account in any of these ways."
        notice={actionData?.notice ?? notice}
        back={{ label: 'My account', href: '/account' satisfies SitePath }}
      >
        <ul className="mt-6 border-t-2 border-ink">
          {ways.map(({ id, isMail, name, address }) => (
            <li key={id} className="border-b border-line py-3">
              <p className="text-lg font-bold">{name}</p>
              <p className="text-muted [overflow-wrap:anywhere]">{address ?? 'No email address given'}</p>
              {ways.length === 1 && <p className="mt-1 text-sm text-muted">This is your only way to sign in, so you can’t remove it.</p>}
              {ways.length > 1 && mayChange && (
                <details>
                  <summary className="min-h-11 cursor-pointer py-2 font-bold underline">Remove {name}</summary>
                  <p className="mb-3">
                    {isMail
                      ? 'We’ll delete your password. You’ll then sign in with the service you’ve linked, and we’ll email you at the address you use there.'
                      : `You’ll no longer be able to sign in here with ${name}. Nothing will change at ${name}.`}
                  </p>
                  <Form method="post" className="mb-2">
                    <input type="hidden" name="identityId" value={id} />
                    <Button look="outline" className="key-small">
                      Remove it
                    </Button>
                  </Form>
                </details>
              )}
            </li>
          ))}
        </ul>
        {offered.length > 0 && (
          <div className="mt-8 grid gap-3">
            <h2 className="text-xl">Add another way</h2>
            <p className="text-muted">We’ll take you there to choose an account, then bring you back. You’ll stay signed in.</p>
            {offered.map((name) => (
              <ButtonLink key={name} look="outline" href={`/account/sign-in-with/${name}` satisfies SitePath} rel="nofollow">
                Link {providerNames[name]}
              </ButtonLink>
            ))}
          </div>
        )}
      </AuthFrame>
    </QuietPage>
  )
}
