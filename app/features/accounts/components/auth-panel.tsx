import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { failureWords } from '#app/ui/failed-submit.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { type Notice, NoticeInPage } from '#app/ui/notice-in-page.tsx'
import { showToast } from '#app/ui/toast.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { type AuthTab, failureNotice } from '../auth-form.ts'
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx'
import { PasswordField } from '../password-field.tsx'
import { newPasswordHint } from '../password-length.ts'
import { type ProviderName, providerNames } from '../provider-names.ts'

interface AuthPanelProps {
  tab: AuthTab
  next: string
  /** The available providers. */
  providers: readonly ProviderName[]
  hasPasskeys: boolean
  notice?: Notice
  /** Typed values, without the password. */
  values?: { fullName: string; email: string }
}

/**
 * Sign in or sign up, each a form on its own page, which works without JavaScript. The answer is a toast with JavaScript, and always in the
 * page.
 */
export function AuthPanel({ tab, next, providers, hasPasskeys, notice, values }: AuthPanelProps) {
  const isSending = useNavigation().state !== 'idle'
  const isSignUp = tab === 'sign-up'
  const isHydrated = useHydrated()
  const said = useRef<HTMLElement>(null)
  useNoticeAsToast(notice, said)
  const query = next === '/' ? '' : `&next=${encodeURIComponent(next)}`
  return (
    <div className="max-w-[30em] rounded-key border-2 border-ink bg-chalk">
      <nav aria-label="Sign in or sign up" className="grid grid-cols-2 border-b-2 border-ink">
        <TabLink isCurrent={!isSignUp} href={`/auth?tab=sign-in${query}` satisfies SitePath}>
          Sign In
        </TabLink>
        <TabLink isCurrent={isSignUp} href={`/auth?tab=sign-up${query}` satisfies SitePath}>
          Sign Up
        </TabLink>
      </nav>
      <div className="p-5 pb-6">
        {notice && (
          // Labelled by its words, so that they are announced with the focus. Its margin leaves room for header and toast.
          <section
            ref={said}
            aria-label={`${notice.title}: ${notice.text}`}
            tabIndex={-1}
            className="scroll-mt-36 outline-none lg:scroll-mt-24"
          >
            <NoticeInPage notice={notice} isSaid={!isHydrated} />
          </section>
        )}
        <Form method="post" replace noValidate key={tab} {...failureWords(failureNotice(tab, ''))}>
          <input type="hidden" name="tab" value={tab} />
          <input type="hidden" name="afterCookie" value="yes" />
          {isSignUp && (
            <TextField name="fullName" label="Full name" autoComplete="name" maxLength={100} defaultValue={values?.fullName} required />
          )}
          <EmailField
            label="Email"
            autoComplete={isSignUp ? 'email' : hasPasskeys ? 'username webauthn' : 'username'}
            defaultValue={values?.email}
          />
          <PasswordField
            label="Password"
            autoComplete={isSignUp ? 'new-password' : 'current-password'}
            hint={isSignUp ? newPasswordHint() : undefined}
          />
          <Button className="mt-6 w-full" aria-disabled={isSending || undefined}>
            {isSignUp ? (isSending ? 'Creating Account...' : 'Create Account') : isSending ? 'Signing In...' : 'Sign In'}
          </Button>
        </Form>
        {!isSignUp && (
          <p className="mt-4">
            <a href={'/auth/forgotten' satisfies SitePath} className="inline-flex min-h-11 items-center">
              Forgotten your password?
            </a>
          </p>
        )}
        {!isSignUp && hasPasskeys && <PasskeySignIn next={next} />}
        {providers.length > 0 && <ProviderLinks providers={providers} next={next} />}
      </div>
    </div>
  )
}

/** Links, since a form's target must stay on this site. The same with and without an account. */
function ProviderLinks({ providers, next }: Pick<AuthPanelProps, 'providers' | 'next'>) {
  const query = next === '/' ? '' : `?next=${encodeURIComponent(next)}`
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">Or without a password:</p>
      {providers.map((name) => (
        <ButtonLink key={name} look="outline" href={`/auth/with/${name}${query}` satisfies SitePath} rel="nofollow">
          Continue with {providerNames[name]}
        </ButtonLink>
      ))}
    </div>
  )
}

function TabLink({ isCurrent, href, children }: { isCurrent: boolean; href: string; children: ReactNode }) {
  const look = isCurrent ? 'bg-chalk' : 'bg-paper underline'
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex min-h-12 items-center justify-center font-bold no-underline ${look}`}
    >
      {children}
    </a>
  )
}

/** Each answer once, however often it renders. Focusing it in the page scrolls it into view. */
function useNoticeAsToast(notice: Notice | undefined, said: RefObject<HTMLElement | null>) {
  const shown = useRef<Notice>(undefined)
  useEffect(() => {
    if (!notice || shown.current === notice) return
    shown.current = notice
    showToast(notice)
    said.current?.focus()
    said.current?.scrollIntoView({ block: 'nearest' })
  }, [notice, said])
}
