import { Form, redirectDocument } from 'react-router'
import { type AccountAnswer, answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { confirmsDeletion, deletionWord } from '#app/features/accounts/deletion-word.ts'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { endedCookie } from '#app/features/accounts/site-session.server.ts'
import { readBillsOf } from '#app/features/billing/find-bills.server.ts'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { readBookingsOf } from '#app/features/booking/read-booking.server.ts'
import { arrivalText } from '#app/features/capacity/arrival-window.ts'
import { deleteAccount } from '#app/features/running/delete-account.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { retention } from '#content/retention.ts'
import type { Route } from './+types/delete'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Delete my account')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireProvedViewer(context, request)
  const { user } = viewer.account
  const bookings = user.email && user.emailConfirmedAt ? await readBookingsOf(services, user.email) : []
  const bills = await readBillsOf(
    services,
    bookings.map(({ id }) => id),
  )
  return {
    email: user.email,
    bills: bookings.flatMap((booking) => {
      const bill = bills.get(booking.id)
      if (!bill) return []
      const page = `${new URL(trackingUrl(services, booking)).pathname}/bill`
      const papers = [{ label: 'Bill', file: 'bill.pdf' }, ...bill.papers]
      return [{ line: bill.line, files: papers.map(({ label, file }) => ({ label, href: `${page}/${file}` })) }]
    }),
    openBookings: bookings
      .filter(({ status }) => !hasEnded(status))
      .map((booking) => ({
        reference: booking.reference,
        service: booking.service,
        arrival: arrivalText(booking),
        href: new URL(trackingUrl(services, booking)).pathname,
      })),
  }
}

const notTyped = `Please type ${deletionWord} to confirm.`

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedViewer(context, request)
  return answerAccountForm<AccountAnswer>(
    { request, visit, viewer },
    async ({ text }) => {
      const typed = text('confirm')
      if (!confirmsDeletion(typed)) return { typed: { confirm: typed }, notice: { title: 'Not deleted', text: notTyped, tone: 'alarm' } }
      await deleteAccount(services, visit, viewer, typed)
      // A full page load, since the account no longer exists.
      const response = redirectDocument('/account/deleted' satisfies SitePath, 303)
      response.headers.append('Set-Cookie', endedCookie(services))
      return response
    },
    { last_owner: 'You’re the only owner. Make someone else an owner first, so there’s still someone to run this website.' },
  )
}

/** Explains what deleting the account means, with the one button that does it (docs/decisions/0017). */
export default function Delete({ loaderData: { email, bills, openBookings }, actionData }: Route.ComponentProps) {
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Delete my account"
        notice={actionData?.notice}
        back={{ label: 'My data', href: '/account/data' satisfies SitePath }}
      >
        <div className={actionData?.notice ? 'mt-5' : ''}>
          {email && <p className="mb-2 [overflow-wrap:anywhere]">You’re deleting the account for {email}.</p>}
          <p>
            This can’t be undone. You may want to <a href={'/account/data' satisfies SitePath}>take a copy of your data</a> first.
          </p>
        </div>
        <h2 className="mt-6 text-xl">What’s deleted straight away</h2>
        <Points
          points={[
            'Your account: name, email, password, two-step verification, and links to Google or GitHub.',
            'We’ll sign you out on every device.',
            'From past bookings: your name, phone number, email, address, notes and messages. Their private links will stop working, and with them the pages and PDFs of their bills.',
          ]}
        />
        <h2 className="mt-6 text-xl">What stays, and why</h2>
        <Points
          points={[
            `Your bills and credit notes, with your name and address on them. Tax law requires us to keep business records, so we delete these ${retention.billYears} years after the bill.`,
            `From your bookings: reference, dates, type of emergency, borough, price, payments and status, for at least ${retention.bookYears} years. Without a bill, they no longer identify you.`,
            'The log of changes to the account, with nothing that identifies you.',
          ]}
        />
        {bills.length > 0 && (
          <section aria-labelledby="bills" className="mt-6">
            <h2 id="bills" className="text-xl">
              Download your bills first
            </h2>
            <p className="mt-2">
              You may need them for the guarantee, your insurance or your taxes. These links stop working with the account.
            </p>
            <ul className="mt-2">
              {bills.map(({ line, files }) => (
                <li key={line} className="border-t border-line py-1">
                  <p className="mt-2">{line}</p>
                  {files.map(({ label, href }) => (
                    <a key={href} href={href} className="mr-5 inline-flex min-h-11 items-center font-bold">
                      {label} (PDF)
                    </a>
                  ))}
                </li>
              ))}
            </ul>
          </section>
        )}
        {openBookings.length > 0 && (
          <section aria-labelledby="open" className="mt-6 rounded-key border-2 border-ink bg-cream p-4">
            <h2 id="open" className="text-xl">
              {openBookings.length === 1 ? 'One booking isn’t finished' : `${openBookings.length} bookings aren’t finished`}
            </h2>
            <p className="mt-2">
              The visit will go ahead without the account. We’ll keep what the engineer needs until it’s over, then delete your details. The
              link in the booking email works until then. If you don’t want the visit, cancel it first.
            </p>
            <ul className="mt-2">
              {openBookings.map(({ reference, service, arrival, href }) => (
                <li key={reference} className="border-t border-line py-1">
                  <a href={href} className="flex min-h-11 items-center font-bold">
                    {service}, {reference}
                  </a>
                  <p className="text-sm text-muted">{arrival}</p>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Form method="post" noValidate className="mt-6 border-t-2 border-ink">
          <TextField
            name="confirm"
            label={`Type ${deletionWord} to confirm`}
            problem={actionData?.typed?.confirm === undefined ? undefined : notTyped}
            defaultValue={actionData?.typed?.confirm}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            required
            className="max-w-[12em]"
          />
          <Button className="mt-5 w-full">Delete my account for good</Button>
        </Form>
      </AuthFrame>
    </QuietPage>
  )
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="mt-2 grid list-disc gap-2 pl-5">
      {points.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
