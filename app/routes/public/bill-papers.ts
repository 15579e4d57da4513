import { readBillDocument } from '#app/features/billing/bill-pdf.server.ts'
import { privateFile } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Route } from './+types/bill-papers'
import { trackedOr404 } from './tracked.server.ts'

/** A credit note or a receipt of a private link as a PDF. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  const pdf = await readBillDocument(services, booking, params.file)
  if (!pdf) throw notFound()
  return privateFile(new Uint8Array(pdf), 'application/pdf', params.file)
}
