import { redirect } from 'react-router'
import { SatisfactionPage } from '#app/features/aftercare/components/satisfaction-page.tsx'
import { readSatisfaction } from '#app/features/aftercare/read-satisfaction.server.ts'
import { askSatisfaction } from '#app/features/aftercare/satisfaction.server.ts'
import { satisfactionView } from '#app/features/aftercare/satisfaction-view.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { BackToBooking } from '#app/features/tracking/components/back-to-booking.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateHeaders } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/refund'
import { trackedOr404 } from './tracked.server.ts'

export const meta = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

/** 404 if there was no visit, or it is a free return visit. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  const satisfaction = await readSatisfaction(services.db, booking, services.clock.now())
  if (!satisfaction) throw notFound()
  return { reference: booking.reference, view: satisfactionView(satisfaction) }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { services, booking, act } = await trackedOr404({ params, context })
  return answerForm(
    { request, longest: 5_000 },
    async ({ text }) => {
      const wish = text('wish')
      await askSatisfaction(services, act, { wish, words: text('words') })
      const to = `/track/${params.token}/${wish === 'put_right' && booking.status === 'completed' ? 'return' : 'refund'}` as const
      return redirect(to satisfies SitePath, { status: 303, headers: privateHeaders })
    },
    ({ problems, message }, form) => ({
      typed: form.typed(['wish', 'words']),
      problems,
      alert: Object.keys(problems).length === 0 ? message : undefined,
    }),
  )
}

/** For a customer who isn't satisfied with their visit. */
export default function Refund({ loaderData: { reference, view }, actionData, params }: Route.ComponentProps) {
  const path = `/track/${params.token}` satisfies SitePath
  return (
    <QuietPage next="call">
      <title>{`${actionData ? 'Error: ' : ''}Not satisfied? | Emergency Plumbers London`}</title>
      <div className="max-w-[40em]">
        <BackToBooking path={path} reference={reference} />
        <SatisfactionPage view={view} path={path} {...actionData} />
      </div>
    </QuietPage>
  )
}
