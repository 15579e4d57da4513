import { placeText } from '#app/features/booking/answers.ts'
import { gasPdf } from '#app/features/visit/gas-pdf.server.ts'
import { readAppliancesOfLink } from '#app/features/visit/read-gas-record.server.ts'
import { privateFile } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Route } from './+types/gas-pdf'
import { trackedOr404 } from './tracked.server.ts'

/** The gas record of a private link's visit as a PDF; 404 if there is none. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  const appliances = await readAppliancesOfLink(services.db, booking.id)
  if (appliances.length === 0) throw notFound()
  const { reference } = booking
  const pdf = await gasPdf({ reference, place: placeText(booking), appliances }, services.published.current().details, services.clock.now())
  return privateFile(new Uint8Array(pdf), 'application/pdf', `gas-record-${reference}.pdf`)
}
