import { data, Form, redirect } from 'react-router'
import { type AccountAnswer, answerAccountForm, done } from '#app/features/accounts/account-form.server.ts'
import { giveUpFactor, pendingFactorView } from '#app/features/accounts/begin-factor.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { RecoveryCodeList } from '#app/features/accounts/components/recovery-code-list.tsx'
import { confirmFactor } from '#app/features/accounts/confirm-factor.server.ts'
import { factorLockMs, unverifiedFactorMs } from '#app/features/accounts/factor-limits.ts'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { sendStepCode } from '#app/features/accounts/take-second-step.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { spokenTimeAt } from '#app/platform/london.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { minutes } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/new-factor'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Add two-step verification')
export const headers = privateFormHeaders

const page = '/account/second-step' satisfies SitePath

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireProvedViewer(context, request)
  const pending = pendingFactorView(services, viewer)
  return { pending: pending && { ...pending, until: spokenTimeAt(pending.until) }, withinMinutes: unverifiedFactorMs / minutes(1) }
}

interface Answer extends AccountAnswer {
  /** Shown this once. */
  codes?: string[]
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedViewer(context, request)
  return answerAccountForm<Answer>(
    { request, visit, viewer },
    async ({ text }) => {
      const factorId = text('factorId')
      if (text('intent') === 'give up') {
        await giveUpFactor(services, viewer)
        return redirect(page, 303)
      }
      if (text('intent') === 'send') {
        await sendStepCode(services, visit, viewer, factorId)
        return { notice: done('Code sent', 'The previous code no longer works.') }
      }
      const { cookie, codes } = await confirmFactor(services, visit, viewer, { factorId, code: text('code') })
      const setCookie = { 'Set-Cookie': cookie }
      return codes ? data<Answer>({ codes }, { headers: setCookie }) : redirect(`${page}?done=added`, { status: 303, headers: setCookie })
    },
    {
      mfa_verification_failed: 'That code isn’t right. Please enter the latest one.',
      mfa_challenge_expired: 'That code has expired. Please ask for a new one.',
      mfa_ip_address_mismatch: 'That code no longer works. Please ask for a new one.',
      validation_failed: 'That code isn’t right. Please enter all the digits.',
      mfa_factor_not_found: 'That took too long, or you started again in another tab. Please start again.',
      over_sms_send_rate_limit: 'A code was sent less than a minute ago. Please wait a moment for it.',
      over_request_rate_limit: `Too many wrong codes. Please start again in ${factorLockMs / minutes(1)} minutes.`,
    },
  )
}

/** The second half of setting up a second step: the picture for an app, or the code sent to a phone, and then the recovery codes. */
export default function NewFactor({ loaderData: { pending, withinMinutes }, actionData }: Route.ComponentProps) {
  const frame = { notice: actionData?.notice, back: { label: 'Two-step verification', href: page } }
  if (actionData?.codes)
    return (
      <QuietPage scene="door">
        <AuthFrame
          {...frame}
          title="Two-step verification is on"
          notice={undefined}
          lead="Now save these recovery codes. Each one signs you in once, if you lose your phone. We’ll only show them once, so keep them somewhere safe."
        >
          <RecoveryCodeList codes={actionData.codes} backHref={page} />
        </AuthFrame>
      </QuietPage>
    )
  if (!pending)
    return (
      <QuietPage scene="door">
        <AuthFrame
          {...frame}
          title="That took too long"
          lead={`Two-step verification has to be set up within ${withinMinutes} minutes. Please start again.`}
        >
          <p>
            <ButtonLink href={page}>Start again</ButtonLink>
          </p>
        </AuthFrame>
      </QuietPage>
    )
  return (
    <QuietPage scene="door">
      <AuthFrame
        {...frame}
        title={pending.kind === 'totp' ? 'Set up your app' : 'Add a phone'}
        lead={`Please finish by ${pending.until}; after that, start again.`}
      >
        {pending.kind === 'totp' && <AppPicture {...pending} />}
        <Form method="post" noValidate>
          <input type="hidden" name="factorId" value={pending.id} />
          <TextField
            name="code"
            label={pending.kind === 'totp' ? 'Code shown in the app' : `Code sent to the phone ending in ${pending.ending}`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
          />
          <Button className="mt-4 w-full">{pending.kind === 'totp' ? 'Turn it on' : 'Add this phone'}</Button>
        </Form>
        <Form method="post" className="mt-4 flex flex-wrap gap-3">
          <input type="hidden" name="factorId" value={pending.id} />
          {pending.kind === 'phone' && (
            <Button name="intent" value="send" look="outline" className="key-small">
              Send another code
            </Button>
          )}
          <Button name="intent" value="give up" look="outline" className="key-small">
            Don’t add it
          </Button>
        </Form>
      </AuthFrame>
    </QuietPage>
  )
}

function AppPicture({ name, picture, uri, secret }: { name: string; picture: string; uri: string; secret: string }) {
  return (
    <>
      <p className="mt-5">In your authenticator app, add an account and scan this code.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt={`QR code for ${name}. If you can’t scan it, type the key below.`}
        width={256}
        height={256}
        className="mt-4 border-2 border-ink bg-white"
      />
      <p className="mt-4">
        Is the app on this device? <a href={uri}>Open it here</a>. Or type this key into the app, without the spaces:
      </p>
      <p className="mt-2 text-lg font-bold tracking-wide [overflow-wrap:anywhere]">{secret.match(/.{1,4}/g)?.join(' ')}</p>
    </>
  )
}
