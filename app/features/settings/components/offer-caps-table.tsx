import { Table } from '#app/ui/table.tsx'
import type { OfferCaps } from '../offer-caps.ts'

/** Each price cap with the offer, for the owner to see before switching it on. */
export function OfferCapsTable({ rates, rows }: OfferCaps) {
  return (
    <div className="mt-6 max-w-[48em]">
      <h2 className="text-lg">The most customers would pay</h2>
      <p className="mt-1 text-sm">
        The price cap less the offer, at the rate when the arrival window starts, before the borough’s multiplier. It uses the saved price:
        to check a new one first, save it with the offer off.
      </p>
      <Table
        caption="The price cap less the offer, for each type and rate"
        head={['Type', 'Price cap', ...rates]}
        rows={rows.map(({ type, cap, withOffer }) => ({ id: type, cells: [type, cap, ...withOffer] }))}
      />
    </div>
  )
}
