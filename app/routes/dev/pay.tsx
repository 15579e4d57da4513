import { data, Form, redirect } from 'react-router'
import stylesheet from '#app/dev.css?url'
import { payAtSandbox, readSandboxCheckout } from '#app/features/payments/sandbox.server.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import type { Services } from '#app/platform/services.ts'
import { Button } from '#app/ui/button.tsx'
import { poundsText } from '#content/money.ts'
import type { Route } from './+types/pay'
import { devOnly } from './dev-only.server.ts'

export const meta = () => [{ title: 'Sandbox payment' }, { name: 'robots', content: 'noindex' }]

async function checkoutOr404(services: Services, id: string) {
  const checkout = await readSandboxCheckout(services, id)
  if (!checkout) throw data(null, { status: 404 })
  return { ...checkout, canPay: checkout.state === 'open' && checkout.expiresAt > services.clock.now().toISOString() }
}

export const loader = ({ context, params }: Route.LoaderArgs) => checkoutOr404(devOnly(context).services, params.id)

export async function action({ context, params }: Route.ActionArgs) {
  const { services, sameOrigin } = devOnly(context)
  if (!sameOrigin) throw data(null, { status: 403 })
  const checkout = await checkoutOr404(services, params.id)
  if (!checkout.canPay) return null
  return redirect(`/payment-success?session_id=${await payAtSandbox(services, checkout)}`, 303)
}

/** The sandbox's payment page: what a provider's would be, without money. */
export default function SandboxPay({ loaderData: { reference, amountPence, canPay, state } }: Route.ComponentProps) {
  return (
    <Page isBooking>
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <p className="border-2 border-alarm p-3 font-bold">Sandbox. No money moves. This page is only there on a developer’s machine.</p>
      <h1 className="mt-6 text-2xl">Red Line priority fee</h1>
      <p className="mt-2 text-lg">
        {poundsText(amountPence)} for booking {reference}
      </p>
      {canPay ? (
        <Form method="post" className="mt-6">
          <Button look="alarm">Pay {poundsText(amountPence)}</Button>
        </Form>
      ) : (
        <p className="mt-6 font-bold">{state === 'paid' ? 'This has been paid.' : 'Nothing can be paid here any more.'}</p>
      )}
    </Page>
  )
}
