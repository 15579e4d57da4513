import { Form } from 'react-router'
import { answerAccountForm, done, refused } from '#app/features/accounts/account-form.server.ts'
import type { UserRow } from '#app/features/accounts/account-rows.ts'
import { mailEmailChangeAgain } from '#app/features/accounts/ask-for-mail.server.ts'
import { cancelEmailChange } from '#app/features/accounts/cancel-email-change.server.ts'
import { changeHalves } from '#app/features/accounts/change-email.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { saidIn, saying } from '#app/features/accounts/done-notices.ts'
import { readEmail } from '#app/features/accounts/email-and-phone.ts'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { mailLinkMs } from '#app/features/accounts/link-lifetimes.ts'
import { invalidEmail } from '#app/features/accounts/refusals.ts'
import { siteEntry } from '#app/features/accounts/site-entry.ts'
import { updateUser } from '#app/features/accounts/update-user.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { goOn } from '#app/platform/form-redirect.server.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { later, toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/email'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Email address')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireProvedViewer(context, request)
  const { user } = viewer.account
  return { email: user.email, change: changeOf(user, services.clock.now()), said: saidIn(request.url) }
}

/** The change of address that waits for its emails, if one does. */
function changeOf({ email, emailConfirmedAt, newEmail, emailChangeHalves, emailChangeSentAt }: UserRow, now: Date) {
  if (!newEmail) return null
  const isConfirmed = (half: keyof typeof changeHalves) => (emailChangeHalves & changeHalves[half]) !== 0
  const halves = [{ label: 'New address', email: newEmail, isConfirmed: isConfirmed('email_change_new') }]
  if (email && emailConfirmedAt) halves.push({ label: 'Old address', email, isConfirmed: isConfirmed('email_change_current') })
  return { halves, hasRunOut: !emailChangeSentAt || later(emailChangeSentAt, mailLinkMs.email_change) <= toInstant(now) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedViewer(context, request)
  const { user } = viewer.account
  const redirectTo = siteEntry(services, saying('/account/email' satisfies SitePath, 'email-changed'))
  return answerAccountForm(
    { request, visit, viewer, kept: ['email'] },
    async ({ text }) => {
      switch (text('intent')) {
        case 'again':
          return (await mailEmailChangeAgain(services, viewer, redirectTo)) ? { notice: sentNotice } : { notice: noneWaits }
        case 'cancel':
          return (await cancelEmailChange(services, viewer))
            ? { notice: done('Nothing has changed', 'We’ve kept your current address. The links we emailed no longer work.') }
            : { notice: noneWaits }
        default: {
          const email = readEmail(text('email'))
          if (!email) throw invalidEmail()
          if (email === user.email) return { notice: refused('That’s the address you already have.'), typed: { email } }
          const { email: now } = await updateUser(services, visit, viewer, { email }, redirectTo)
          // If no address has to be confirmed, the change applies immediately.
          return now === email ? goOn(saying('/account/email' satisfies SitePath, 'email-changed')) : { notice: sentNotice }
        }
      }
    },
    {
      validation_failed: 'Please enter a valid email address, like name@example.com.',
      email_exists: 'There’s already an account with this address. Please use another address, or sign in to that account.',
      over_email_send_rate_limit: 'We emailed both addresses less than a minute ago. Check both inboxes, or wait a minute and try again.',
    },
  )
}

const sentNotice = done('Emails sent', 'Open both emails and follow the link in each. You can do that on any device.')
const noneWaits = refused('There’s nothing left to confirm. Your current address is shown below.')

/** The address of an account, and its change, which takes effect once both addresses are confirmed. */
export default function Email({ loaderData: { email, change, said }, actionData }: Route.ComponentProps) {
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Email address"
        lead={
          email ? (
            <>
              You sign in with <strong className="[overflow-wrap:anywhere]">{email}</strong> and see the bookings made with it.
            </>
          ) : (
            'Your account has no email address yet.'
          )
        }
        notice={actionData?.notice ?? said}
        back={{ label: 'My account', href: '/account' satisfies SitePath }}
      >
        {change ? (
          <Waiting {...change} />
        ) : (
          <Form method="post" noValidate>
            <EmailField
              label="New email address"
              hint="We’ll email both addresses. You’ll need to confirm both."
              autoComplete="email"
              defaultValue={actionData?.typed?.email}
            />
            <Button className="mt-4 w-full">Send emails</Button>
            <p className="mt-4 text-sm text-muted">
              Bookings made with the old address will no longer appear in My bookings. You can still open each one with the link in its
              email.
            </p>
          </Form>
        )}
      </AuthFrame>
    </QuietPage>
  )
}

interface WaitingProps {
  halves: { label: string; email: string; isConfirmed: boolean }[]
  hasRunOut: boolean
}

function Waiting({ halves, hasRunOut }: WaitingProps) {
  return (
    <>
      <h2 className="mt-6 text-xl">Waiting for you to confirm</h2>
      <dl className="mt-3 border-t-2 border-ink">
        {halves.map(({ label, email, isConfirmed }) => (
          <div key={label} className="border-b border-line py-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{email}</dd>
            <dd className={`font-bold ${isConfirmed ? 'text-ok' : ''}`}>{isConfirmed ? 'Confirmed' : 'Not confirmed yet'}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        {hasRunOut
          ? 'The links in our emails have expired. Send them again, or keep the old address.'
          : 'Open the email we sent to each address that isn’t confirmed yet. The link is valid for 24 hours.'}
      </p>
      <Form method="post" className="mt-5 grid gap-3">
        <Button name="intent" value="again" className="w-full">
          Send emails again
        </Button>
        <Button name="intent" value="cancel" look="outline" className="w-full">
          Keep the old address
        </Button>
      </Form>
    </>
  )
}
