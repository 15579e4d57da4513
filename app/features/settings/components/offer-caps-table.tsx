import { Table } from '#app/ui/table.tsx'
import type { OfferCaps } from '../offer-caps.ts'

/** Each price cap with the offer, for the owner to see before switching it on. */
export function OfferCapsTable({ rates, rows }: OfferCaps) {
  return (
    <div className="mt-6 max-w-[48em]">
      <h2 className="text-lg">The most customers would pay</h2>
      <p className="mt-1 text-sm">
        The price cap minus the offer, at the rate that applies when the arrival window starts, before the borough multiplier. These figures
        use the saved price. To check a new price first, save it with the offer switched off.
      </p>
      <Table
        caption="The price cap minus the offer, for each type and rate"
        head={['Type', 'Price cap', ...rates]}
        rows={rows.map(({ type, cap, withOffer }) => ({ id: type, cells: [type, cap, ...withOffer] }))}
      />
    </div>
  )
}
