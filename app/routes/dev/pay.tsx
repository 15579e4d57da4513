import { redirect } from 'react-router'
import stylesheet from '#app/dev.css?url'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { payUrl } from '#app/features/payments/pay-link.server.ts'
import { readSandboxCheckout, sessionOf } from '#app/features/payments/sandbox.server.ts'
import { failAtSandbox, payAtSandbox } from '#app/features/red-line/pay-at-sandbox.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { readForm } from '#app/platform/read-form.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import { visitContext } from '#app/platform/services.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import type { Route } from './+types/pay'

export const meta = () => [{ title: 'Sandbox payment' }, { name: 'robots', content: 'noindex' }]

async function checkoutOr404(services: Services, { key, id }: Route.LoaderArgs['params']) {
  const checkout = await readSandboxCheckout(services, key, id)
  if (!checkout) throw notFound()
  return checkout
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { reference, amountPence, state, expiresAt, bill, ...booking } = await checkoutOr404(services, params)
  const isOpen = state === 'open' && expiresAt > services.clock.now().toISOString()
  return {
    ...{ reference, amountPence, expiresAt, title: bill ? `Bill ${bill}` : 'Red Line priority fee' },
    isBill: bill !== null,
    stands: isOpen ? ('open' as const) : state === 'paid' ? ('paid' as const) : ('ended' as const),
    bookingPath: backFrom(services, { ...booking, bill }),
  }
}

/** The page that someone came from. */
const backFrom = (
  services: Services,
  {
    bookingId,
    bill,
    billId,
    byCode,
    ...booking
  }: Pick<Checkout, 'bookingId' | 'bill' | 'billId' | 'byCode' | 'trackingKeyId' | 'trackingRevocations'>,
) => {
  if (bill && billId && byCode) return new URL(payUrl(services, { id: billId, bookingId, reference: bill })).pathname
  const path = new URL(trackingUrl(services, { ...booking, id: bookingId })).pathname
  return bill ? `${path}/bill` : path.replace('/track/', '/book/confirmed/')
}

type Checkout = Awaited<ReturnType<typeof checkoutOr404>>

/** The action of each button; then the return address, as a provider sends it. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { services } = context.get(visitContext)
  const checkout = await checkoutOr404(services, params)
  const how = (await readForm(request)).get('how')
  if (how === 'fail') await failAtSandbox(services, checkout)
  else if (how !== 'silently' && checkout.state !== 'paid') await payAtSandbox(services, checkout)
  if (how === 'twice') await payAtSandbox(services, checkout, 2)
  if (checkout.bill) return redirect(`${backFrom(services, checkout)}?session_id=${sessionOf(checkout.id)}`, 303)
  return redirect(`/payment-success?session_id=${sessionOf(checkout.id)}` satisfies SitePath, 303)
}

/** The sandbox's payment page: like a provider's, without money, with the ways in which a payment can fail. */
export default function SandboxPay({
  loaderData: { title, reference, amountPence, isBill, stands, expiresAt, bookingPath },
}: Route.ComponentProps) {
  const amount = poundsText(amountPence)
  return (
    <QuietPage>
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <div className="max-w-[40em]">
        <p className="rounded-key border-2 border-ink bg-lamp px-4 py-3 font-bold">
          Sandbox. No money moves. This page only exists on a developer’s machine.
        </p>
        <h1 className="mt-6 text-2xl">{title}</h1>
        <p className="mt-2 text-lg">{`${amount} for booking ${reference}`}</p>
        {stands === 'open' && (
          <>
            <p className="mt-1">{`You can pay here until ${londonTimeText(expiresAt)}.`}</p>
            <form method="post" className="mt-5">
              <Button look="alarm" name="how" value="pay" className="w-full md:w-auto">
                {`Pay ${amount}`}
              </Button>
            </form>
          </>
        )}
        {stands === 'paid' && <p className="mt-4 font-bold">This has been paid.</p>}
        {stands === 'ended' && (
          <p className="mt-4 font-bold">You can no longer pay here: the hold has run out, or the booking is cancelled.</p>
        )}
        <h2 className="mt-8 text-xl">Test what can go wrong</h2>
        <ul className="mt-2 border-t-2 border-ink">
          {stands === 'open' && (
            <>
              <Edge how="silently" label="Pay without notice">
                You return before the provider’s message arrives. Pay here afterwards to make it arrive late.
              </Edge>
              {isBill && (
                <Edge how="fail" label="Let it fail">
                  As if your bank had refused. After “Pay without notice”, the bill can be paid again.
                </Edge>
              )}
              <Edge how="twice" label="Pay twice">
                As if you’d paid in two tabs. The second payment is refunded.
              </Edge>
            </>
          )}
          {stands === 'paid' && (
            <Edge how="twice" label="Pay again">
              As if you’d paid in two tabs. This payment is refunded.
            </Edge>
          )}
          {stands === 'ended' && (
            <Edge how="pay" label="Pay anyway">
              A payment that arrives too late: it takes a free slot, or is refunded.
            </Edge>
          )}
          <li className="grid items-center gap-x-6 gap-y-2 border-b border-line py-3 md:grid-cols-[15em_1fr]">
            <ButtonLink look="outline" href={bookingPath}>
              Cancel
            </ButtonLink>
            <p className="text-sm">Nothing is paid. You go back to the booking, which is still waiting for payment.</p>
          </li>
        </ul>
      </div>
    </QuietPage>
  )
}

function Edge({ how, label, children }: { how: string; label: string; children: string }) {
  return (
    <li className="border-b border-line py-3">
      <form method="post" className="grid items-center gap-x-6 gap-y-2 md:grid-cols-[15em_1fr]">
        <Button look="outline" name="how" value={how}>
          {label}
        </Button>
        <p className="text-sm">{children}</p>
      </form>
    </li>
  )
}
