import type { ComponentProps } from 'react'
import { usePrices } from '#app/platform/published-context.ts'
import { Rows } from '#app/ui/rows.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { guarantees } from '#content/pricing-page.ts'

/** Our guarantees, `more` rows beneath them, and the way to claim. */
export function GuaranteeRows({ more = [] }: { more?: ComponentProps<typeof Rows>['rows'] }) {
  return (
    <>
      <Rows rows={[...guarantees(usePrices()), ...more]} />
      <p className="mt-2">
        <a href={'/terms#guarantees' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          How to claim
        </a>
      </p>
    </>
  )
}
