import { redirect } from 'react-router'
import { complain } from '#app/features/aftercare/complaints.server.ts'
import { ComplaintPage } from '#app/features/aftercare/components/complaint-page.tsx'
import { readOwnComplaint } from '#app/features/aftercare/read-complaints.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { BackToBooking } from '#app/features/tracking/components/back-to-booking.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateHeaders } from '#app/platform/public-page.ts'
import { toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/complaint'
import { trackedOr404 } from './tracked.server.ts'

export const meta = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  return {
    reference: booking.reference,
    hasEmail: booking.email !== '',
    now: toInstant(services.clock.now()),
    complaint: await readOwnComplaint(services.db, booking.id),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { services, act } = await trackedOr404({ params, context })
  return answerForm(
    { request, longest: 5_000 },
    async ({ text }) => {
      await complain(services, act, { words: text('words'), wish: text('wish') })
      return redirect(`/track/${params.token}/complaint` satisfies SitePath, { status: 303, headers: privateHeaders })
    },
    ({ problems, message }, form) => ({
      typed: form.typed(['words', 'wish']),
      problems,
      alert: Object.keys(problems).length === 0 ? message : undefined,
    }),
  )
}

/** A customer's complaint about their visit. */
export default function Complaint({ loaderData: { reference, ...view }, actionData, params }: Route.ComponentProps) {
  return (
    <QuietPage next="call">
      <title>{`${actionData ? 'Error: ' : ''}Your complaint | Emergency Plumbers London`}</title>
      <div className="max-w-[40em]">
        <BackToBooking path={`/track/${params.token}` satisfies SitePath} reference={reference} />
        <ComplaintPage {...view} {...actionData} />
      </div>
    </QuietPage>
  )
}
