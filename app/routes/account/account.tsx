import { Form } from 'react-router'
import { answerAccountForm, done, refused } from '#app/features/accounts/account-form.server.ts'
import { AccountTabs } from '#app/features/accounts/components/account-tabs.tsx'
import { saidIn } from '#app/features/accounts/done-notices.ts'
import { requireViewer } from '#app/features/accounts/guards.server.ts'
import { readPasskeys } from '#app/features/accounts/passkeys.server.ts'
import { viewerView } from '#app/features/accounts/site-session.server.ts'
import { updateUser } from '#app/features/accounts/update-user.server.ts'
import { hasPasskeys } from '#app/features/accounts/webauthn.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { NoticeInPage } from '#app/ui/notice-in-page.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/account'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('My account')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireViewer(context, request)
  const { user, identities, factors } = viewer.account
  const { name, email } = viewerView(viewer)
  return {
    said: saidIn(request.url),
    name: name === email ? '' : name,
    email,
    newEmail: user.newEmail,
    hasPassword: Boolean(user.passwordHash),
    hasSecondStep: factors.some(({ status, kind }) => status === 'verified' && kind !== 'recovery_code'),
    passkeys: hasPasskeys(services) ? (await readPasskeys(services.db, user.id)).length : null,
    providers: identities.filter(({ provider }) => provider !== 'email').length,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireViewer(context, request)
  return answerAccountForm({ request, visit, viewer }, async ({ text }) => {
    const fullName = sanitiseLine(text('fullName')).slice(0, 100)
    if (!fullName) return { notice: refused('Enter your name so the engineer knows who to ask for.') }
    await updateUser(services, visit, viewer, { data: { full_name: fullName } })
    return { notice: done('Name saved', `Your name is now ${fullName}.`) }
  })
}

/** The parts of an account, each with its own page, which works without JavaScript. */
export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { said, name, email, newEmail, hasPassword, passkeys, hasSecondStep, providers } = loaderData
  return (
    <QuietPage scene="door">
      <div className="max-w-[40em]">
        <AccountTabs current="account" />
        <h1 className="mt-6 text-2xl">My account</h1>
        {said && !actionData && (
          <div className="mt-5">
            <NoticeInPage notice={said} isSaid />
          </div>
        )}
        <Form method="post" noValidate className="mt-5 max-w-[30em]">
          {actionData?.notice && <NoticeInPage notice={actionData.notice} isSaid />}
          <TextField name="fullName" label="Full name" autoComplete="name" maxLength={100} defaultValue={name} required />
          <Button look="outline" className="key-small mt-3">
            Save name
          </Button>
        </Form>
        <ul className="mt-8 border-t-2 border-ink">
          <PartLink
            href={'/account/email' satisfies SitePath}
            label="Email"
            says={newEmail ? `${email}; to be ${newEmail} once confirmed` : email || 'None yet'}
          />
          <PartLink
            href={'/account/password' satisfies SitePath}
            label="Password"
            says={hasPassword ? 'Change it' : 'None yet: you sign in by email or with another service'}
          />
          {passkeys !== null && (
            <PartLink
              href={'/account/passkeys' satisfies SitePath}
              label="Passkeys"
              says={passkeys ? `You have ${passkeys}` : 'None yet: sign in with your fingerprint, face or PIN'}
            />
          )}
          <PartLink
            href={'/account/second-step' satisfies SitePath}
            label="Two-step verification"
            says={hasSecondStep ? 'On: a password alone isn’t enough' : 'Off'}
          />
          <PartLink
            href={'/account/sign-in-with' satisfies SitePath}
            label="Google and GitHub"
            says={providers ? `${providers} linked` : 'None linked'}
          />
          <PartLink
            href={'/account/devices' satisfies SitePath}
            label="Devices"
            says="Where you’re signed in, and how to sign other devices out"
          />
          <PartLink href={'/account/data' satisfies SitePath} label="My data" says="Download a copy, or delete your account" />
        </ul>
      </div>
    </QuietPage>
  )
}

/** A link to a page behind an overview, with its state. */
function PartLink({ href, label, says }: { href: string; label: string; says: string }) {
  return (
    <li className="border-b border-line py-2">
      <a href={href} className="flex min-h-11 items-center text-lg font-bold">
        {label}
      </a>
      <p className="pb-1 text-muted [overflow-wrap:anywhere]">{says}</p>
    </li>
  )
}
