import { redirect } from 'react-router'
import { recordHandPayment } from '#app/features/bill-payments/record-hand-payment.server.ts'
import { shownBill } from '#app/features/billing/bill-text.ts'
import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { type BillAnswer, EngineerBill } from '#app/features/billing/components/engineer-bill.tsx'
import { useBillNews } from '#app/features/billing/components/use-bill-news.ts'
import { issueBill } from '#app/features/billing/issue-bill.server.ts'
import { useKeptAnswer } from '#app/features/board/components/use-kept-answer.ts'
import { trackingTokenOf, trackingUrl } from '#app/features/booking/private-link.server.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { EngineerPage } from '#app/features/shell/components/engineer-page.tsx'
import { followPath } from '#app/features/tracking/follow-timing.ts'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { readOwnJob } from '#app/features/visit/read-own-jobs.server.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { seconds } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { privateFormHeaders } from '#app/platform/public-page.ts'
import { notFound, wrongForm } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { useRefresh } from '#app/platform/use-refresh.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/bill'
import { ofOwnJob } from './own-job.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta: Route.MetaFunction = () => [{ title: 'The bill | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const { viewer, engineerId } = await requireOwnEngineer(visit, request)
  const own = { engineerId, userId: viewer.account.user.id }
  const { id, name } = await ofOwnJob(() => readOwnJob(services, own, { bookingId: params.id, userAgent: visit.userAgent }))
  const booking = await readBooking(services, id)
  const bill = await readBillView(services, booking)
  if (!bill) throw notFound()
  return {
    ...{ id, name, bill: shownBill(bill), paymentKey: newId(), canPayByCard: services.payments !== null },
    payUrl: `${trackingUrl(services, booking)}/bill/pay`,
    streamPath: `${followPath}?link=${encodeURIComponent(trackingTokenOf(services.secrets, booking))}&bill=1`,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const { viewer, engineerId } = await requireOwnEngineer(visit, request)
  const by = viewer.account.user.id
  return answerForm(
    { request },
    ({ text }) =>
      ofOwnJob(async () => {
        await readOwnJob(services, { engineerId, userId: by }, { bookingId: params.id, userAgent: visit.userAgent })
        const act = { bookingId: params.id, by }
        if (text('intent') === 'issue') await issueBill(services, { ...act, seenPence: Number(text('seenPence')) })
        else if (text('intent') === 'pay')
          await recordHandPayment(services, { ...act, method: text('method'), amount: text('paidAmount'), key: text('key') })
        else throw wrongForm()
        return redirect(`/engineer/jobs/${params.id}/bill` satisfies SitePath, 303)
      }),
    (refusal, { typed }): BillAnswer => ({ text: refusal.message, typed: typed(), problems: refusal.problems }),
  )
}

/** The bill of one of an engineer's jobs, at the door. It updates as soon as the customer has paid. */
export default function BillAtTheDoor({ loaderData, actionData }: Route.ComponentProps) {
  useRefresh(seconds(10))
  useBillNews(loaderData.bill.isIssued ? loaderData.streamPath : undefined)
  const { answer } = useKeptAnswer(actionData)
  const { id, ...shown } = loaderData
  return (
    <EngineerPage>
      <p className="mt-3 flex gap-6">
        <a href={`/engineer/jobs/${id}` satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          The job
        </a>
        <a href={'/engineer' satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          All your jobs
        </a>
        <a href={'/engineer/cash' satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          Your cash
        </a>
      </p>
      <EngineerBill {...shown} answer={answer} />
    </EngineerPage>
  )
}
