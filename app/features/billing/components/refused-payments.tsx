import type { SitePath } from '#app/values/site-path.ts'
import type { RefusedPayment } from '../read-refused-payments.server.ts'

/** Money taken at the door that could not be recorded, for staff to sort out; nothing on most days. */
export function RefusedPayments({ payments }: { payments: readonly RefusedPayment[] }) {
  if (payments.length === 0) return null
  return (
    <section aria-labelledby="refused-payments" className="mt-6 border-l-5 border-alarm bg-alarm-wash px-3 py-2">
      <h2 id="refused-payments" className="text-lg">
        Paid at the door, not recorded
      </h2>
      {payments.map(({ key, bookingId, reference, what, reason }) => (
        <p key={key} className="mt-1 [overflow-wrap:anywhere]">
          {bookingId && (
            <>
              <a href={`/staff/bookings/${bookingId}#bill` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
                {reference}
              </a>
              {', '}
            </>
          )}
          <b>{what}.</b> They saw this message: “{reason}”
        </p>
      ))}
      <p className="mt-1 text-sm">Call the engineer, then record the payment or add a note to the booking. That takes it off this list.</p>
    </section>
  )
}
