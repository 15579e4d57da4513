import { Form, redirect } from 'react-router'
import { alarm } from '#app/features/accounts/account-form.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { PasskeyButton } from '#app/features/accounts/components/passkey-button.tsx'
import { landingPath } from '#app/features/accounts/landing.server.ts'
import { hasStepKey } from '#app/features/accounts/passkey-step.server.ts'
import { refusalText } from '#app/features/accounts/refusals.ts'
import { halfSignedIn, viewerOf } from '#app/features/accounts/site-session.server.ts'
import { sendStepCode, takeRecoveryStep, takeSecondStep } from '#app/features/accounts/take-second-step.server.ts'
import { hasPasskeys } from '#app/features/accounts/webauthn.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { answerForm, type SentForm } from '#app/platform/answer-form.ts'
import { goOn } from '#app/platform/form-redirect.server.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Notice } from '#app/ui/notice-in-page.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/second-step'
import { nextIn } from './from-address.server.ts'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Two-step verification')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const half = await halfSignedIn(visit)
  if (!half) {
    const viewer = await viewerOf(visit)
    throw redirect(viewer ? await landingPath(visit.services, nextIn(request), viewer.account.user) : ('/auth' satisfies SitePath), 303)
  }
  const factors = half.account.factors.filter(({ status }) => status === 'verified')
  return {
    next: await landingPath(visit.services, nextIn(request), half.account.user),
    apps: factors.filter(({ kind }) => kind === 'totp').map(({ id, friendlyName }) => ({ id, name: friendlyName ?? 'your app' })),
    phones: factors.filter(({ kind }) => kind === 'phone').map(({ id, phone }) => ({ id, ending: phone?.slice(-3) ?? '' })),
    hasKey: hasPasskeys(visit.services) && (await hasStepKey(visit.services, half)),
    hasRecoveryCodes: factors.some(({ kind }) => kind === 'recovery_code'),
  }
}

interface Answer {
  notice?: Notice
  /** A code is on its way to this phone. */
  sent?: { factorId: string; challengeId: string }
  /** A recovery code was tried: its field stays open. */
  isRecovery?: boolean
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const half = await halfSignedIn(visit)
  if (!half) throw redirect('/auth' satisfies SitePath, 303)
  return answerForm<Answer | Response, Answer>(
    { request, longest: 200 },
    async (form) => {
      const { factorId, challengeId, code, intent } = stepIn(form)
      if (intent === 'send') return { sent: { factorId, challengeId: await sendStepCode(services, visit, half, factorId) } }
      const cookie =
        intent === 'recovery'
          ? await takeRecoveryStep(services, visit, half, code)
          : await takeSecondStep(services, visit, half, { factorId, challengeId, code })
      return goOn(await landingPath(services, nextIn(request), half.account.user), cookie)
    },
    (refusal, form) => {
      const { factorId, challengeId, intent } = stepIn(form)
      const isRecovery = intent === 'recovery'
      return {
        sent: challengeId ? { factorId, challengeId } : undefined,
        isRecovery,
        notice: alarm(
          'Not yet',
          refusalText(refusal, {}, isRecovery ? wrongRecoveryCode : 'That code isn’t right. Please enter the latest one.'),
        ),
      }
    },
  )
}

const wrongRecoveryCode = 'That recovery code is wrong or has already been used. Please check it, or try another one.'

const stepIn = ({ text }: SentForm) => ({
  factorId: text('factorId'),
  challengeId: text('challengeId') || undefined,
  code: text('code'),
  intent: text('intent'),
})

/** The second step of signing in, for anyone who has set one up. */
export default function SecondStep({ loaderData: { next, apps, phones, hasKey, hasRecoveryCodes }, actionData }: Route.ComponentProps) {
  const sent = actionData?.sent
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Two-step verification"
        lead="One more step and you’re signed in."
        notice={actionData?.notice}
        back={{ label: 'Back to Home', href: '/' satisfies SitePath }}
      >
        {apps.map(({ id, name }) => (
          <Form key={id} method="post" replace noValidate className="mb-8">
            <input type="hidden" name="factorId" value={id} />
            <CodeField id={`code-${id}`} label={`Code from ${name}`} />
            <Button className="mt-4 w-full">Continue</Button>
          </Form>
        ))}
        {phones.map(({ id, ending }) => (
          <Form key={id} method="post" replace noValidate className="mb-8">
            <input type="hidden" name="factorId" value={id} />
            {sent?.factorId === id ? (
              <>
                <input type="hidden" name="challengeId" value={sent.challengeId} />
                <CodeField id={`code-${id}`} label={`Code sent to the phone ending in ${ending}`} />
                <Button className="mt-4 w-full">Continue</Button>
              </>
            ) : (
              <Button name="intent" value="send" look="outline" className="w-full">
                Send a code to the phone ending in {ending}
              </Button>
            )}
          </Form>
        ))}
        {hasKey && (
          <div className="mb-8">
            <PasskeyButton action={'/auth/passkey/step' satisfies SitePath} does="use" next={next}>
              Use a passkey or security key
            </PasskeyButton>
            <noscript>
              <p>To use a passkey or security key, turn on JavaScript and load this page again.</p>
            </noscript>
          </div>
        )}
        {hasRecoveryCodes && (
          <details open={actionData?.isRecovery}>
            <summary className="min-h-11 cursor-pointer py-2 font-bold underline">Lost your phone? Use a recovery code</summary>
            <Form method="post" replace noValidate>
              <TextField
                name="code"
                id="recovery-code"
                label="Recovery code"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={60}
                required
              />
              <Button name="intent" value="recovery" className="mt-4 w-full">
                Use this code
              </Button>
            </Form>
          </details>
        )}
      </AuthFrame>
      <form method="post" action={'/auth/sign-out' satisfies SitePath} className="mt-6">
        <button type="submit" className="min-h-11 text-sm underline">
          Not you? Sign out
        </button>
      </form>
    </QuietPage>
  )
}

function CodeField({ id, label }: { id: string; label: string }) {
  return <TextField name="code" id={id} label={label} inputMode="numeric" autoComplete="one-time-code" maxLength={12} required />
}
