import type { RefundView } from '#app/features/payments/read-payment.server.ts'
import { spokenMomentFrom } from '#app/platform/spoken-window.ts'
import { RouteLine, type Station } from '#app/ui/route-line.tsx'

/** Refunds: amount, progress to the customer's bank, and reason. */
export function Refunds({ refunds, now }: { refunds: readonly RefundView[]; now: string }) {
  return refunds.map((refund) => (
    <section
      key={refund.id}
      data-refund={refund.state}
      aria-labelledby={`refund-${refund.id}`}
      className={`mt-5 gap-x-8 border-2 px-4 py-5 md:flex md:px-8 ${looks[refund.state]}`}
    >
      <div className="shrink-0">
        <h2 id={`refund-${refund.id}`} className="text-xl">
          {titles[refund.state]}
        </h2>
        {refund.amount && <p className="mt-1 text-[2.5rem] leading-none font-bold tracking-tight">{refund.amount}</p>}
      </div>
      <div className="mt-4 grow md:mt-0">
        {refund.state !== 'failed' && <RouteLine stations={stationsOf(refund, now)} />}
        <p className={`max-w-[40em] ${refund.state === 'failed' ? '' : 'mt-4'}`}>{refund.text}</p>
      </div>
    </section>
  ))
}

const titles: Record<RefundView['state'], string> = {
  waiting: 'Refund on its way',
  done: 'Refunded',
  failed: 'We couldn’t send your refund',
}

const looks: Record<RefundView['state'], string> = {
  waiting: 'border-ink bg-cream',
  done: 'border-ok bg-ok-wash',
  failed: 'border-alarm bg-alarm-wash',
}

/** From us to the customer's bank. Nothing is shown as done before it is. */
function stationsOf({ state, askedAt, doneAt }: RefundView, now: string): Station[] {
  const isSent = state === 'done'
  return [
    { id: 'approved', title: 'Refund approved', text: spokenMomentFrom(askedAt, now), state: 'done' },
    { id: 'sent', title: 'Sent to your bank', text: doneAt && spokenMomentFrom(doneAt, now), state: isSent ? 'done' : 'live' },
  ]
}
