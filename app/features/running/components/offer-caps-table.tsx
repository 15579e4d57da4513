import { Table } from '#app/ui/table.tsx'
import type { CapsTable } from '../offer-caps.ts'

/** Shows the effect of an offer or a rule on price caps, for the owner before switching it on or off. */
export function OfferCapsTable({ title, text, columns: [without, withIt], rates, rows }: CapsTable) {
  return (
    <div className="stacked-on-phones mt-12 max-w-[56em]">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 max-w-[48em] text-sm">{text}</p>
      <Table
        caption={`The price cap at each rate: ${without}, then ${withIt}`}
        head={['Type', 'Where', ...rates]}
        rows={rows.map(({ type, place, caps }) => ({
          id: `${type} ${place}`,
          cells: [type, place, ...caps.map(([before, after]) => (before === after ? before : `${before} → ${after}`))],
        }))}
      />
    </div>
  )
}
