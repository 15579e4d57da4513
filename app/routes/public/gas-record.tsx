import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { GasFacts } from '#app/features/visit/components/gas-facts.tsx'
import { readAppliancesOfLink } from '#app/features/visit/read-gas-record.server.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import { gasRecordTexts } from '#content/gas-record.ts'
import type { Route } from './+types/gas-record'
import { trackedOr404 } from './tracked.server.ts'
export const meta = () => privateMeta('Your gas record')
export const headers = () => privateHeaders

/** The gas record of a private link's visit; 404 if there is none. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  const appliances = await readAppliancesOfLink(services.db, booking.id)
  if (appliances.length === 0) throw notFound()
  return { appliances, reference: booking.reference }
}

/** For the customer: the engineer's examination of their gas appliances. */
export default function GasRecord({ loaderData: { appliances, reference }, params }: Route.ComponentProps) {
  const isUnsafe = appliances.some(({ outcome }) => outcome !== 'safe')
  return (
    <QuietPage next="call" scene="gas">
      <p>
        <a href={`/track/${params.token}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          Back to your booking, {reference}
        </a>
      </p>
      <h1 className="text-2xl">Your gas record</h1>
      {isUnsafe && (
        <section className="mt-4 max-w-[40em] border-4 border-alarm bg-alarm-wash px-4 py-3" aria-labelledby="unsafe">
          <h2 id="unsafe" className="text-xl">
            Don’t use anything marked At Risk or Immediately Dangerous
          </h2>
          <p className="mt-1">
            {gasRecordTexts.unsafe}{' '}
            <a href={business.gasEmergency.href} className="font-bold whitespace-nowrap">
              {business.gasEmergency.text}
            </a>
            .
          </p>
        </section>
      )}
      <div className="max-w-[40em]">
        <GasFacts appliances={appliances} heading="h2" />
        <p className="mt-6 text-sm">{gasRecordTexts.what}</p>
        <p className="mt-1 text-sm">{gasRecordTexts.notLandlords}</p>
        <ButtonLink look="outline" href={`/track/${params.token}/gas.pdf` satisfies SitePath} className="mt-4">
          Save as a PDF
        </ButtonLink>
      </div>
    </QuietPage>
  )
}
