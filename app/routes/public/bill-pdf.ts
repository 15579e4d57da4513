import { billPdf } from '#app/features/billing/bill-pdf.server.ts'
import { privateFile } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/bill-pdf'
import { billOr404 } from './billed.server.ts'

/** The bill of a private link as a PDF. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { view, booking } = await billOr404(services, params.token)
  const name = view.issued?.reference ?? booking.reference
  return privateFile(new Uint8Array(await billPdf(view, services.clock.now())), 'application/pdf', `bill-${name}.pdf`)
}
