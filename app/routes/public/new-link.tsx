import { redirect } from 'react-router'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { askForLink, InvalidLinkRequest } from '#app/features/tracking/ask-for-link.server.ts'
import { LinkRequestForm } from '#app/features/tracking/components/link-request-form.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateHeaders } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/new-link'

export const meta = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

/**
 * Reads the last act from the address: a link was requested by reference and email address, which may be of no booking, or renewed on its
 * page.
 */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  return { isAsked: query.has('asked'), isRenewed: query.has('renewed') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, clientKey } = context.get(visitContext)
  return answerForm(
    { request },
    async ({ text }) => {
      await askForLink(services, { reference: text('reference'), email: text('email'), clientKey })
      return redirect('/new-link?asked=1' satisfies SitePath, { status: 303, headers: privateHeaders })
    },
    (refusal, { text }) => ({
      answers: { reference: text('reference').slice(0, 20), email: text('email').slice(0, 254) },
      problems: refusal instanceof InvalidLinkRequest ? refusal.fields : {},
      alert: refusal instanceof InvalidLinkRequest ? undefined : { title: refusal.title ?? 'There is a problem', text: refusal.message },
    }),
  )
}

/** Asks for a new private link, and confirms that one has been sent: it goes to the booking's own address, and is not shown here. */
export default function NewLink({ loaderData: { isAsked, isRenewed }, actionData }: Route.ComponentProps) {
  const isSent = !actionData && (isAsked || isRenewed)
  return (
    <QuietPage next="call" scene="door">
      <div className="max-w-[36em]">{isSent ? <OnItsWay isAsked={isAsked} /> : <AskForLink {...actionData} />}</div>
    </QuietPage>
  )
}

interface AskForLinkProps {
  answers?: Partial<Record<'reference' | 'email', string>>
  problems?: Partial<Record<'reference' | 'email', string>>
  alert?: { title: string; text: string }
}

function AskForLink({ answers, problems, alert }: AskForLinkProps) {
  return (
    <>
      <title>{`${problems ? 'Error: ' : ''}Get a new link | Emergency Plumbers London`}</title>
      {problems && (
        <ErrorSummary
          title={alert?.title}
          problems={alert ? [{ text: alert.text }] : Object.entries(problems).map(([field, text]) => ({ field, text }))}
        />
      )}
      <h1 className="text-2xl">Get a new link</h1>
      {!problems && <p className="mt-3 text-lg">We’ll email you a new private link to your booking. The old one will stop working.</p>}
      <LinkRequestForm answers={answers} problems={problems} />
    </>
  )
}

function OnItsWay({ isAsked }: { isAsked: boolean }) {
  const { emergencyPhone } = useDetails()
  return (
    <>
      <title>A new link is on its way | Emergency Plumbers London</title>
      <h1 className="text-2xl">{isAsked ? 'Check your email' : 'A new link is on its way'}</h1>
      <p className="mt-3 text-lg">
        {isAsked
          ? 'If the reference and the email address match a booking, we’ve emailed a new link to that address. The old link no longer works.'
          : 'The old link no longer works. We’ve emailed the new one to the address you booked with.'}
      </p>
      <p className="mt-3">
        If it hasn’t arrived after a few minutes, call{' '}
        <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
          {emergencyPhone.text}
        </a>{' '}
        and quote your reference. If you have an account with that address, your booking is in My bookings too.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={'/account/bookings' satisfies SitePath}>My bookings</ButtonLink>
        <ButtonLink look="outline" href={'/' satisfies SitePath}>
          Back to Home
        </ButtonLink>
      </div>
    </>
  )
}
