import { Form, redirect } from 'react-router'
import { type AccountAnswer, answerAccountForm, done } from '#app/features/accounts/account-form.server.ts'
import { beginApp, beginPhone, pendingFactorOf } from '#app/features/accounts/begin-factor.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { RecoveryCodeList } from '#app/features/accounts/components/recovery-code-list.tsx'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { readRecoveryCodes, renewRecoveryCodes } from '#app/features/accounts/recovery-codes.server.ts'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { removeFactor } from '#app/features/accounts/remove-factor.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { londonDay } from '#app/platform/london.ts'
import { namedIn } from '#app/platform/named-in-address.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import { textsArrive } from '#app/platform/texts.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { dateText } from '#content/date-text.ts'
import type { Route } from './+types/second-step-settings'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Two-step verification')
export const headers = privateFormHeaders

const page = '/account/second-step' satisfies SitePath

const notices = {
  added: done(
    'Two-step verification added',
    'We’ll ask for it next time you sign in. We’ve signed out all other devices that signed in without two-step verification.',
  ),
  removed: done('Removed', 'We’ll no longer ask for it.'),
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireProvedViewer(context, request)
  const { user, factors } = viewer.account
  const verified = factors.filter(({ status }) => status === 'verified')
  return {
    factors: verified
      .filter(({ kind }) => kind !== 'recovery_code')
      .map(({ id, kind, friendlyName, phone, createdAt }) => ({
        id,
        name:
          kind === 'phone'
            ? `Phone ending in ${phone?.slice(-3)}`
            : (friendlyName ?? (kind === 'webauthn' ? 'Security key' : 'Authenticator app')),
        added: dateText(londonDay(createdAt)),
      })),
    codes: verified.some(({ kind }) => kind === 'recovery_code') ? await readRecoveryCodes(services, viewer) : null,
    hasBegun: pendingFactorOf(services, viewer) !== undefined,
    textsArrive: textsArrive(services),
    seesOthers: user.role !== 'customer',
    notice: namedIn(request.url, notices),
  }
}

interface Answer extends AccountAnswer {
  /** Shown this once. */
  codes?: string[]
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedViewer(context, request)
  return answerAccountForm<Answer>(
    { request, visit, viewer, kept: ['name', 'phone'] },
    async ({ text }) => {
      const intent = text('intent')
      if (intent === 'codes') return { codes: await renewRecoveryCodes(services, viewer) }
      if (intent === 'remove') {
        await removeFactor(services, viewer, text('factorId'))
        return redirect(`${page}?done=removed`, 303)
      }
      if (intent === 'phone') {
        if (!textsArrive(services)) throw new AuthRefusal(422, 'texts_off', 'We can’t send text messages')
        await beginPhone(services, visit, viewer, text('phone'))
      } else {
        const name = sanitiseLine(text('name')).slice(0, 50)
        if (!name) throw new AuthRefusal(400, 'name_missing', 'A name is required')
        await beginApp(services, viewer, name)
      }
      return redirect(`${page}/new`, 303)
    },
    {
      name_missing: 'Please give the app a name, so you can recognise it.',
      texts_off: 'We can’t send text messages at the moment. Please use an app.',
      mfa_factor_name_conflict: 'You already have one with that name. Please choose another name.',
      mfa_verified_factor_exists: 'That phone is already used for two-step verification.',
      validation_failed: 'Please enter a valid phone number, like 07700 900123.',
      over_sms_send_rate_limit: 'A code was sent to that phone less than a minute ago. Please wait a minute and try again.',
      too_many_enrolled_mfa_factors: 'You have ten already. Please remove one first.',
      mfa_factor_not_found: 'That has already been removed.',
    },
  )
}

/** The second steps of an account, and the codes for anyone who has lost them. */
export default function SecondStepSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { factors, codes, hasBegun, seesOthers, notice } = loaderData
  if (actionData?.codes)
    return (
      <QuietPage scene="door">
        <AuthFrame
          title="Your new recovery codes"
          lead="Your old codes no longer work. Each new code works once, if you lose your phone. We’ll only show them once, so keep them somewhere safe."
          back={{ label: 'Two-step verification', href: page }}
        >
          <RecoveryCodeList codes={actionData.codes} backHref={page} />
        </AuthFrame>
      </QuietPage>
    )
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Two-step verification"
        lead="You’ll enter a code from your phone after your password. Even someone who finds out your password can’t sign in without that code."
        notice={actionData?.notice ?? notice}
        back={{ label: 'My account', href: '/account' satisfies SitePath }}
      >
        {seesOthers && factors.length === 0 && (
          <p className="mt-5 border-2 border-ink bg-lamp p-4 font-bold">
            You can see other people’s names, addresses and phone numbers here. Please set up two-step verification today.
          </p>
        )}
        {hasBegun && (
          <p className="mt-5">
            <ButtonLink href={`${page}/new`}>Finish setting up</ButtonLink>
          </p>
        )}
        {factors.length > 0 && (
          <ul className="mt-6 border-t-2 border-ink">
            {factors.map((factor) => (
              <Factor key={factor.id} {...factor} isLast={factors.length === 1} />
            ))}
          </ul>
        )}
        {factors.length > 0 && <RecoveryCodes codes={codes} />}
        <AddForms {...loaderData} typed={actionData?.typed} />
      </AuthFrame>
    </QuietPage>
  )
}

function Factor({ id, name, added, isLast }: { id: string; name: string; added: string; isLast: boolean }) {
  return (
    <li className="border-b border-line py-3">
      <p className="text-lg font-bold [overflow-wrap:anywhere]">{name}</p>
      <p className="text-muted">Added on {added}</p>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-bold underline">
          Remove<span className="sr-only"> {name}</span>
        </summary>
        <p className="mb-3">
          {isLast
            ? 'It’s your only one. Without it, your password alone will be enough to sign in, and your recovery codes will stop working too.'
            : 'We’ll no longer ask for it. If you signed in with it, we’ll ask for a code from another one.'}
        </p>
        <Form method="post" className="mb-2">
          <input type="hidden" name="factorId" value={id} />
          <Button name="intent" value="remove" look="outline" className="key-small">
            Remove it
          </Button>
        </Form>
      </details>
    </li>
  )
}

function RecoveryCodes({ codes }: { codes: { total: number; remaining: number } | null }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">Recovery codes</h2>
      <p className="mt-2">
        {codes
          ? `${codes.remaining} of ${codes.total} left. Each one signs you in once, if you lose your phone.`
          : 'You don’t have any yet. They let you sign in if you lose your phone.'}
      </p>
      {codes && codes.remaining <= 2 && <p className="mt-1 font-bold">Nearly used up: please make new ones.</p>}
      <Form method="post" className="mt-3">
        <Button name="intent" value="codes" look="outline" className="key-small">
          {codes ? 'Make new codes and cancel the old ones' : 'Make recovery codes'}
        </Button>
      </Form>
    </section>
  )
}

interface AddFormsProps {
  factors: readonly unknown[]
  textsArrive: boolean
  typed?: Record<string, string>
}

function AddForms({ factors, textsArrive, typed }: AddFormsProps) {
  return (
    <>
      <section className="mt-8">
        <h2 className="text-xl">{factors.length > 0 ? 'Add another app' : 'Set up an app'}</h2>
        <p className="mt-2">
          An authenticator app shows a new code every 30 seconds, even without a signal. Your phone may have one. If not, its app store has
          plenty of free ones.
        </p>
        <Form method="post" noValidate>
          <TextField
            name="name"
            label="Name of the app or phone"
            hint="Only you can see this name. It helps you tell your apps and phones apart."
            maxLength={50}
            autoComplete="off"
            defaultValue={typed?.name || (factors.length > 0 ? '' : 'My phone')}
            required
          />
          <Button name="intent" value="app" className="mt-4 w-full">
            Set up an app
          </Button>
        </Form>
      </section>
      {textsArrive && (
        <section className="mt-8">
          <h2 className="text-xl">Add a phone</h2>
          <p className="mt-2">
            We’ll text you a code whenever you sign in. Anyone who takes over your number will get these codes too. An app is safer, and it
            doesn’t need a signal.
          </p>
          <Form method="post" noValidate>
            <TextField
              name="phone"
              type="tel"
              label="Mobile number"
              autoComplete="tel"
              inputMode="tel"
              maxLength={40}
              defaultValue={typed?.phone}
              required
            />
            <Button name="intent" value="phone" look="outline" className="mt-4 w-full">
              Text me a code
            </Button>
          </Form>
        </section>
      )}
    </>
  )
}
