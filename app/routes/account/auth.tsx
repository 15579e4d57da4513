import { useEffect, useRef } from 'react'
import { data, redirect } from 'react-router'
import {
  type AuthTab,
  authTabs,
  cookiesBlockedNotice,
  createdNotice,
  failureNotice,
  fieldsNotice,
} from '#app/features/accounts/auth-form.ts'
import { AuthPanel } from '#app/features/accounts/components/auth-panel.tsx'
import { enterSite, joinSite, secondStepBefore } from '#app/features/accounts/enter-site.server.ts'
import { customersLanding, landingPath } from '#app/features/accounts/landing.server.ts'
import { providersOf } from '#app/features/accounts/leave-for-provider.server.ts'
import { problemNotice } from '#app/features/accounts/provider-names.ts'
import { registrationCookie, registrationIn } from '#app/features/accounts/registration-cookie.server.ts'
import { halfSignedIn, viewerOf } from '#app/features/accounts/site-session.server.ts'
import { hasPasskeys } from '#app/features/accounts/webauthn.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { answerForm, type SentForm } from '#app/platform/answer-form.ts'
import { goOn } from '#app/platform/form-redirect.server.ts'
import { privateFormHeaders } from '#app/platform/public-page.ts'
import { type Visit, visitContext } from '#app/platform/services.ts'
import { hostCookie } from '#app/platform/site-cookies.ts'
import type { RouteHandle } from '#app/root.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast.ts'
import { Toaster } from '#app/ui/toaster.tsx'
import { newToken } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/auth'
import { nextIn } from './from-address.server.ts'

export const handle: RouteHandle = { hydrate: true }
export const meta: Route.MetaFunction = () => [
  { title: 'Sign in | Emergency Plumbers London' },
  { name: 'description', content: 'Sign in to see, change or cancel your bookings. You don’t need an account to book.' },
  { name: 'robots', content: 'noindex' },
]
export const headers = privateFormHeaders

const tabOf = (name: unknown): AuthTab => authTabs.find((tab) => tab === name) ?? 'sign-in'

/** Signed-in users are redirected. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const next = nextIn(request)
  const visit = context.get(visitContext)
  const viewer = await viewerOf(visit)
  if (viewer) throw goOn(await landingPath(visit.services, next, viewer.account.user))
  if (await halfSignedIn(visit)) throw redirect(secondStepBefore(next), 303)
  return data(
    {
      tab: tabOf(query.get('tab')),
      next,
      providers: providersOf(visit.services),
      hasPasskeys: hasPasskeys(visit.services),
      notice: problemNotice(query.get('problem'), 'Sign In Failed'),
    },
    { headers: cookieFor(visit) },
  )
}

/** Sets any cookie, so that the form can detect a browser that keeps none. The booking form’s security token uses it too. */
const cookieFor = ({ cookies, services: { config } }: Visit): Record<string, string> =>
  cookies ? {} : { 'Set-Cookie': hostCookie('csrf', newToken(), { siteUrl: config.siteUrl }) }

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const { siteUrl } = services.config
  const next = nextIn(request)
  return answerForm(
    { request },
    async (form) => {
      const { tab, fields, values } = signInFieldsOf(form)
      const problem = fieldsNotice(tab, fields)
      if (problem) return data({ tab, notice: problem, values }, 400)
      if (form.text('afterCookie') && !visit.cookies) return data({ tab, notice: cookiesBlockedNotice, values }, 400)
      const registered = registrationIn(visit.cookies, siteUrl)
      if (tab === 'sign-in') {
        const { cookie, registration, path } = await enterSite(services, visit, fields, registered, next)
        return goOn(path, cookie, registrationCookie(registration, siteUrl))
      }
      const joined = await joinSite(services, visit, fields, { registered, next })
      const cookie = registrationCookie(joined.registration, siteUrl)
      if (joined.entry) return goOn(next === '/' ? customersLanding : next, joined.entry, cookie)
      return data({ tab: 'sign-in' as const, notice: createdNotice, values, isCreated: true }, { headers: { 'Set-Cookie': cookie } })
    },
    (refusal, form) => {
      const { tab, values } = signInFieldsOf(form)
      return { tab, notice: failureNotice(tab, refusal.message), values }
    },
  )
}

/** Reports missing input before anything is sent. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const { tab, fields, values } = signInFieldsOf({ text: (name) => String(form.get(name) ?? '') })
  const notice = fieldsNotice(tab, fields)
  return notice ? data({ tab, notice, values }, 400) : serverAction()
}

function signInFieldsOf({ text }: Pick<SentForm, 'text'>) {
  const values = { fullName: text('fullName'), email: text('email') }
  return { tab: tabOf(text('tab')), fields: { ...values, password: text('password') }, values }
}

/** Sign in or sign up. */
export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const tab = actionData?.tab ?? loaderData.tab
  if (actionData && 'isCreated' in actionData) return <CheckEmail email={actionData.values.email} next={loaderData.next} />
  return (
    <QuietPage scene="door">
      <p>
        <ButtonLink look="outline" href={'/' satisfies SitePath} className="key-small">
          Back to Home
        </ButtonLink>
      </p>
      <h1 className="mt-6 text-2xl">{tab === 'sign-up' ? 'Create an account' : 'Sign in'}</h1>
      <p className="mt-2 mb-6 max-w-[36em]">{leadOf(loaderData.next)}</p>
      <AuthPanel
        tab={tab}
        next={loaderData.next}
        providers={loaderData.providers}
        hasPasskeys={loaderData.hasPasskeys}
        notice={actionData?.notice ?? loaderData.notice}
        values={actionData?.values}
      />
      {/* Over the header, where it covers no field. */}
      <Toaster edge="top-1 lg:top-auto" />
    </QuietPage>
  )
}

/** The reason to sign in: the page of staff or engineers that sent them here, or their own bookings. */
function leadOf(next: string): string {
  if (/^\/staff\b/.test(next))
    return 'This part is for our staff. Sign in to open it. Staff are invited by an owner: signing up here makes a customer’s account.'
  if (/^\/engineer\b/.test(next))
    return 'This part is for our engineers. Sign in to see your jobs. Engineers are invited by the office: signing up here makes a customer’s account.'
  return 'See your bookings, change them or cancel them. You don’t need an account to book or to call us.'
}

/** After signing up, in place of the form. */
function CheckEmail({ email, next }: { email: string; next: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    showToast(createdNotice)
  }, [])
  return (
    <QuietPage scene="door">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Check your email
      </h1>
      <p className="mt-3 max-w-[30em] text-lg">{createdNotice.text}</p>
      <p className="mt-2 max-w-[30em]">
        We’ve sent it to <b className="[overflow-wrap:anywhere]">{email}</b>. If it isn’t there in a few minutes, check your spam folder, or
        sign up again and check the address.
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <ButtonLink look="outline" href={`/auth?next=${encodeURIComponent(next)}` satisfies SitePath}>
          Back to sign in
        </ButtonLink>
      </p>
      <Toaster />
    </QuietPage>
  )
}
