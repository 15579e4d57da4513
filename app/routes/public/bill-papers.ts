import { readBillDocument } from '#app/features/billing/bill-pdf.server.ts'
import { privateFile } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/bill-papers'
import { trackedOr404 } from './tracked.server.ts'

/** A credit note or a receipt of a private link as a PDF. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { booking } = await trackedOr404(services, params.token)
  const pdf = await readBillDocument(services, booking, params.file)
  if (!pdf) throw notFound()
  return privateFile(new Uint8Array(pdf), 'application/pdf', params.file)
}
