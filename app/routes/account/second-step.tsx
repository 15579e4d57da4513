import { data, Form, redirect } from 'react-router'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { PasskeyButton } from '#app/features/passkeys/components/passkey-button.tsx'
import { hasPasskeys } from '#app/features/passkeys/webauthn.server.ts'
import { hasStepKey } from '#app/features/second-step/passkey-step.server.ts'
import { sendStepCode, takeRecoveryStep, takeSecondStep } from '#app/features/second-step/take-second-step.server.ts'
import { halfSignedIn, viewerOf } from '#app/features/sessions/site-session.server.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import type { AuthNotice } from '#app/features/sign-in/auth-form.ts'
import { AuthFrame } from '#app/features/sign-in/components/auth-frame.tsx'
import { nextPath } from '#app/features/sign-in/next-path.ts'
import { goOn } from '#app/platform/go-on.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/second-step'

export const handle: RouteHandle = { hydrate: true }
export const meta: Route.MetaFunction = () => [{ title: 'Second step | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

const nextOf = (request: Request) => nextPath(new URL(request.url).searchParams.get('next'))

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const half = await halfSignedIn(visit)
  if (!half) throw redirect((await viewerOf(visit)) ? nextOf(request) : '/auth', 303)
  const factors = half.account.factors.filter(({ status }) => status === 'verified')
  return {
    next: nextOf(request),
    apps: factors.filter(({ kind }) => kind === 'totp').map(({ id, friendlyName }) => ({ id, name: friendlyName ?? 'your app' })),
    phones: factors.filter(({ kind }) => kind === 'phone').map(({ id, phone }) => ({ id, ending: phone?.slice(-3) ?? '' })),
    hasKey: hasPasskeys(visit.services) && (await hasStepKey(visit.services, half)),
    hasRecoveryCodes: factors.some(({ kind }) => kind === 'recovery_code'),
  }
}

interface Answer {
  notice?: AuthNotice
  /** A code is on its way to this phone. */
  sent?: { factorId: string; challengeId: string }
  /** A recovery code was tried: its field stays open. */
  isRecovery?: boolean
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services, clientKey } = visit
  const half = await halfSignedIn(visit)
  if (!half) throw redirect('/auth', 303)
  const form = await readForm(request)
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  const caller = { clientKey, userAgent: request.headers.get('user-agent') ?? '' }
  const step = { factorId: text('factorId'), challengeId: text('challengeId') || undefined, code: text('code') }
  const isRecovery = form.get('intent') === 'recovery'
  const sent = step.challengeId ? { factorId: step.factorId, challengeId: step.challengeId } : undefined
  const refuse = (words: string, status: number) =>
    data<Answer>({ sent, isRecovery, notice: { title: 'Not yet', text: words, tone: 'alarm' } }, status)
  try {
    if (form.get('intent') === 'send') {
      const challengeId = await sendStepCode(services, caller, half, step.factorId)
      return data<Answer>({ sent: { factorId: step.factorId, challengeId } }, 200)
    }
    const cookie = isRecovery
      ? await takeRecoveryStep(services, caller, half, step.code)
      : await takeSecondStep(services, caller, half, step)
    return goOn(nextOf(request), cookie)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return refuse(
      error.status === 429
        ? 'Too many attempts. Please wait a moment and try again.'
        : isRecovery
          ? 'That recovery code is not right, or it has been used. Please check it, or try another one.'
          : 'That code is not right. Please type the newest one.',
      error.status,
    )
  }
}

/** The second step of signing in, for whoever has set one up. */
export default function SecondStep({ loaderData: { next, apps, phones, hasKey, hasRecoveryCodes }, actionData }: Route.ComponentProps) {
  const sent = actionData?.sent
  return (
    <Page>
      <AuthFrame
        title="Second step"
        lead="One more step and you’re signed in."
        notice={actionData?.notice}
        back={{ label: 'Back to Home', href: '/' }}
      >
        {apps.map(({ id, name }) => (
          <Form key={id} method="post" replace noValidate className="mb-8">
            <input type="hidden" name="factorId" value={id} />
            <CodeField id={`code-${id}`} label={`Code from ${name}`} />
            <Button className="mt-4 w-full">Go on</Button>
          </Form>
        ))}
        {phones.map(({ id, ending }) => (
          <Form key={id} method="post" replace noValidate className="mb-8">
            <input type="hidden" name="factorId" value={id} />
            {sent?.factorId === id ? (
              <>
                <input type="hidden" name="challengeId" value={sent.challengeId} />
                <CodeField id={`code-${id}`} label={`Code sent to the phone ending in ${ending}`} />
                <Button className="mt-4 w-full">Go on</Button>
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
            <PasskeyButton action="/auth/passkey/step" does="use" next={next}>
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
      <form method="post" action="/auth/sign-out" className="mt-6">
        <button type="submit" className="min-h-11 text-sm underline">
          Not you? Sign out
        </button>
      </form>
    </Page>
  )
}

function CodeField({ id, label }: { id: string; label: string }) {
  return <TextField name="code" id={id} label={label} inputMode="numeric" autoComplete="one-time-code" maxLength={12} required />
}
