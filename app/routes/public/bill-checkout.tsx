import { data, redirect } from 'react-router'
import { openBillCheckout } from '#app/features/payments/open-bill-checkout.server.ts'
import { NothingToPay } from '#app/features/payments/refusals.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { Refusal } from '#app/platform/errors.ts'
import { penceOf } from '#app/platform/fields.ts'
import { privateFormHeaders, privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { requireGet } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/bill-checkout'
import { payableOr404 } from './billed.server.ts'

export const meta = () => privateMeta('Payment')
export const headers = privateFormHeaders

const leastPence = 100

/**
 * Redirects to the payment page of a bill, or of `amount` pounds of it: a plain link, which works without scripts. It returns to the page
 * that it was opened on.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  requireGet(visit)
  const { services } = visit
  const { bookingId, bill, billPath, payPath, backUrl } = await payableOr404(services, params)
  const typed = new URL(request.url).searchParams.get('amount')
  const amountPence = typed === null ? undefined : penceOf(typed)
  const to = (address: string) => redirect(address, { status: 303, headers: privateHeaders })
  const isWrong = typed !== null && (amountPence === undefined || amountPence < leastPence || amountPence > bill.owedPence)
  if (isWrong) return to(`${payPath}?${new URLSearchParams({ amount: typed.slice(0, 20) })}`)
  try {
    return to(await openBillCheckout(services, { bookingId, amountPence, backUrl, isByCode: billPath === undefined }))
  } catch (error) {
    if (error instanceof NothingToPay) return to(billPath ?? payPath)
    if (!(error instanceof Refusal)) throw error
    return data(
      {
        title: error.title ?? 'There is a problem',
        message: error.message,
        backPath: billPath ?? payPath,
        isByCode: billPath === undefined,
      },
      { status: error.status, headers: { ...privateHeaders, ...error.headers() } },
    )
  }
}

/** The payment page could not be opened. */
export default function BillCheckout({ loaderData: { title, message, backPath, isByCode } }: Route.ComponentProps) {
  const { emergencyPhone } = useDetails()
  return (
    <QuietPage next="call">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-3 max-w-[36em] text-lg">{message}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={backPath}>{isByCode ? 'Try again' : 'Your bill'}</ButtonLink>
        <ButtonLink look="outline" href={emergencyPhone.href}>
          Call {emergencyPhone.text}
        </ButtonLink>
      </div>
    </QuietPage>
  )
}
