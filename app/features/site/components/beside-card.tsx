import type { ReactNode } from 'react'
import { ArrivalPromise } from '#app/features/capacity/arrival-promise.tsx'
import { leastByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { guaranteeMonths, insured, openAlways } from '#content/stated.ts'

interface SideCardProps {
  bookHref: string
  /** No arrival time is promised. */
  withoutPromise?: boolean
}

/** A page's sections; on wide screens with the emergency card in its own column. */
export function BesideCard({ children, ...card }: SideCardProps & { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[1240px] px-4 md:px-8 lg:grid lg:grid-cols-[minmax(0,1fr)_216px] lg:gap-12">
      <div className="min-w-0">{children}</div>
      <div className="relative hidden pt-18 lg:block">
        <SideCard {...card} />
      </div>
    </div>
  )
}

/** The floating call-to-action of wide screens, in its own column: it covers nothing. */
function SideCard({ bookHref, withoutPromise }: SideCardProps) {
  const { emergencyPhone } = useDetails()
  return (
    <aside aria-label="Emergency" className="top-24 tall:sticky z-2 hidden rounded-key border-2 border-ink bg-chalk lg:block">
      <div className="p-4">
        <h2 className="text-lg">{`Emergency? Available ${openAlways}`}</h2>
        {!withoutPromise && (
          // The same room for every time of day.
          <p className="mt-1.5 min-h-[2lh] text-sm">
            <ArrivalPromise end="." />
          </p>
        )}
        <p className="text-sm">{`Price capped before you book, from ${mostByRateText(leastByRate(usePrices()))}.`}</p>
      </div>
      <p className="border-y border-line p-4 text-sm">{`${insured.publicLiability} insured, Gas Safe registered, ${guaranteeMonths}-month guarantee.`}</p>
      <div className="grid gap-2 p-4">
        <ButtonLink look="alarm" href={emergencyPhone.href} className="key-small !px-1 text-lg whitespace-nowrap">
          {emergencyPhone.text}
        </ButtonLink>
        <ButtonLink look="outline" href={bookHref} className="key-small">
          Book online
        </ButtonLink>
      </div>
    </aside>
  )
}
