import { redirect } from 'react-router'
import { cancelContract } from '#app/features/aftercare/cancel-contract.server.ts'
import { CancelRightsPage } from '#app/features/aftercare/components/cancel-rights-page.tsx'
import { contractView } from '#app/features/aftercare/contract-view.ts'
import { readContracts } from '#app/features/aftercare/read-contracts.server.ts'
import { placeText } from '#app/features/booking/answers.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { BackToBooking } from '#app/features/tracking/components/back-to-booking.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { londonDay } from '#app/platform/london.ts'
import { privateFormHeaders, privateHeaders } from '#app/platform/public-page.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/cancel-rights'
import { trackedOr404 } from './tracked.server.ts'

export const meta = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  const now = services.clock.now()
  return {
    reference: booking.reference,
    address: placeText(booking),
    today: londonDay(now),
    contracts: (await readContracts(services.db, booking, now)).map(contractView),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { services, act } = await trackedOr404({ params, context })
  return answerForm(
    { request },
    async ({ text }) => {
      await cancelContract(services, act, { contract: text('contract'), name: text('name'), address: text('address') })
      return redirect(`/track/${params.token}/cancel-rights` satisfies SitePath, { status: 303, headers: privateHeaders })
    },
    ({ problems, message }, form) => ({
      typed: form.typed(['contract', 'name', 'address']),
      problems,
      alert: Object.keys(problems).length === 0 || problems.contract ? message : undefined,
    }),
  )
}

/** The contracts that a customer may cancel by law. */
export default function CancelRights({ loaderData: { reference, ...view }, actionData, params }: Route.ComponentProps) {
  const path = `/track/${params.token}` satisfies SitePath
  return (
    <QuietPage next="call">
      <title>{`${actionData ? 'Error: ' : ''}Your right to cancel | Emergency Plumbers London`}</title>
      <div className="max-w-[40em]">
        <BackToBooking path={path} reference={reference} />
        <CancelRightsPage {...view} path={path} {...actionData} />
      </div>
    </QuietPage>
  )
}
