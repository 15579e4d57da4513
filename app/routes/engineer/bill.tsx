import { encode } from 'uqr'
import { shownBill } from '#app/features/billing/bill-text.ts'
import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { BillSlip } from '#app/features/billing/components/bill-slip.tsx'
import { type BillAnswer, EngineerBill, NoBillYet } from '#app/features/billing/components/engineer-bill.tsx'
import { billGiven, billPaid, billWithActs, phoneBill } from '#app/features/billing/phone-bill.ts'
import { readPhoneBill } from '#app/features/billing/read-phone-bill.server.ts'
import { visitSteps } from '#app/features/booking/lifecycle.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { useKeptAnswer } from '#app/features/desk/components/use-kept-answer.ts'
import { payUrl } from '#app/features/payments/pay-link.server.ts'
import { EngineerPage } from '#app/features/site/components/engineer-page.tsx'
import { partsPenceOf } from '#app/features/visit/extra-work.ts'
import { billTermsOf } from '#app/features/visit/frozen-bill-terms.ts'
import { type WithActs, withActs } from '#app/features/visit/job-view.ts'
import { actsSince, type QueuedAct } from '#app/features/visit/queued-act.ts'
import { readWorkViews } from '#app/features/visit/read-extra-work.server.ts'
import { RefusedActs } from '#app/features/visit/refused-acts.tsx'
import { useActs } from '#app/features/visit/use-acts.ts'
import { worksWithActs } from '#app/features/visit/works-with-acts.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { useRefresh } from '#app/platform/use-refresh.ts'
import type { RouteHandle } from '#app/root.tsx'
import { seconds } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/bill'
import { ownAction } from './acts.server.ts'
import { readJobOf } from './own-job.server.ts'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta = () => privateMeta('The bill')
export const headers = privateFormHeaders

export async function loader(args: Route.LoaderArgs) {
  const { services, job } = await readJobOf(args)
  const booking = await readBooking(services, job.id)
  const bill = await readBillView(services, booking)
  return {
    ...{ job, bill: bill && shownBill(bill), paymentKey: newId(), canPayByCard: services.payments !== null },
    /** If the visit ends without a connection. */
    phone: job.isOver ? undefined : await readPhoneBill(services, booking),
    works: await readWorkViews(services.db, booking),
    terms: billTermsOf(booking),
    /** Not the private link: the customer agrees to extra work there. */
    payUrl: bill?.issued && payUrl(services, { ...bill.issued, bookingId: job.id }),
  }
}

const kinds: Readonly<Record<string, string>> = { issue: billGiven, pay: billPaid }

export const action = ownAction({
  kindOf: (field) => kinds[field('intent')] ?? '',
  next: (_, id) => `/engineer/jobs/${id}/bill`,
  refused: (refusal, { typed }): BillAnswer => ({ text: refusal.message, typed: typed(), problems: refusal.problems }),
})

/** The bill of one of an engineer's jobs, at the door. It updates as soon as the customer has paid. */
export default function BillAtTheDoor({ loaderData, actionData }: Route.ComponentProps) {
  useRefresh(seconds(10))
  const { answer } = useKeptAnswer(actionData)
  const { acts } = useActs()
  const { job: known, payUrl, canPayByCard, paymentKey } = loaderData
  const job = withActs(known, acts)
  const since = actsSince(acts, job.id, job.now)
  const bill = billOf(loaderData, job, since)
  return (
    <EngineerPage>
      <p className="mt-3 flex flex-wrap gap-x-6">
        <a href={`/engineer/jobs/${job.id}` satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          The job
        </a>
        <a href={'/engineer' satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          All your jobs
        </a>
        <a href={'/engineer/cash' satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          Your cash
        </a>
      </p>
      <RefusedActs job={job} />
      {bill ? (
        <EngineerBill
          {...{ bill, canPayByCard, paymentKey, answer }}
          jobId={job.id}
          name={isolated(job.name)}
          slip={<BillSlip bill={bill} />}
          code={payUrl && <QrCode address={payUrl} label={`The page where ${isolated(job.name)} pays ${bill.owed.figure}`} />}
        />
      ) : (
        <NoBillYet isOver={job.isOver} name={isolated(job.name)} />
      )}
    </EngineerPage>
  )
}

type OwnJobNow = WithActs<Route.ComponentProps['loaderData']['job']>

/** Returns the bill with the acts on this phone since; undefined while there is none. */
function billOf({ bill, phone, works, terms }: Route.ComponentProps['loaderData'], job: OwnJobNow, since: readonly QueuedAct[]) {
  if (bill) return billWithActs(bill, since)
  const agreed = worksWithActs(works, since, { terms, book: job.book, forBusiness: job.forBusiness })
    .filter(({ state }) => state === 'agreed')
    .map(({ name, lines, amountPence, decidedAt }) => ({
      ...{ name, amountPence, partsPence: partsPenceOf(lines), agreedAt: decidedAt ?? undefined },
    }))
  const step = since.map(({ kind }) => visitSteps.find((each) => each === kind)).findLast((each) => each !== undefined)
  const worked = phone && phoneBill(phone, { ...job, step, agreed })
  return worked && billWithActs(shownBill(worked), since)
}

/** An address as a QR code, black on white in every theme: cameras read no other. `label`: its target, for screen readers. */
function QrCode({ address, label }: { address: string; label: string }) {
  const { data, size } = encode(address, { border: 4, ecc: 'M' })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="w-full max-w-[20em] border-2 border-ink bg-[#fff]">
      <path d={dark} shapeRendering="crispEdges" />
    </svg>
  )
}
