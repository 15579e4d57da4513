import { Table } from '#app/ui/table.tsx'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import type { TierId } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { MostByRate } from './most-by-rate.ts'

interface JobPricesProps {
  caption: string
  jobs: readonly { service: EmergencyTypeName; most: MostByRate }[]
}

const rates: readonly [tier: TierId, head: string, sentence: string][] = [
  ['day', 'Day', 'By day'],
  ['evening', 'Evening, Saturday', 'On evenings and Saturdays'],
  ['night', 'Night, Sunday', 'At night, on Sundays and bank holidays'],
]

/** The most that each job costs at each rate. A rate that is the same for all, usually the call-out, is a sentence instead of a column. */
export function JobPrices({ caption, jobs }: JobPricesProps) {
  const figuresAt = (tier: TierId) => new Set(jobs.map(({ most }) => most[tier]))
  const columns = rates.filter(([tier]) => figuresAt(tier).size > 1)
  const same = rates.filter((rate) => !columns.includes(rate))
  return (
    <>
      {columns.length > 0 && (
        <Table
          caption={caption}
          isEven
          head={['Job', ...columns.map(([, head]) => head)]}
          rows={jobs.map(({ service, most }) => ({ id: service, cells: [service, ...columns.map(([tier]) => poundsText(most[tier]))] }))}
        />
      )}
      {same.map(([tier, , sentence]) => (
        <p key={tier} className="mt-2 font-bold">
          {`${sentence}, the most you’ll pay for any of them: ${[...figuresAt(tier)].map(poundsText).join()}.`}
        </p>
      ))}
    </>
  )
}
