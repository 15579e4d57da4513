import { atCostText } from '#app/features/pricing/price-words.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { spokenMomentFrom } from '#app/platform/spoken-window.ts'
import { Button } from '#app/ui/button.tsx'
import { poundsText } from '#content/money.ts'
import type { WorkView } from '../read-extra-work.server.ts'
import { ConsentFields } from './consent-fields.tsx'
import { WorkTerms } from './work-terms.tsx'

interface WorkRequestsProps {
  works: readonly WorkView[]
  /** The path of the booking's page. */
  path: string
  now: string
  /** The most that the customer pays in all: as agreed so far, and with each suggestion, by its id. */
  mostPence: number
  /** Parking and the Congestion Charge are added. */
  isAtCost: boolean
  mostWithPence: Readonly<Record<string, number>>
  /** Typed values of a refused answer. */
  typed?: { workId?: string; signer?: string }
  problems: Readonly<Record<string, string | undefined>>
}

/** For the customer: extra work that their engineer suggests, to accept or decline. */
export function WorkRequests({ works, path, now, mostPence, isAtCost, mostWithPence, typed = {}, problems }: WorkRequestsProps) {
  return works
    .filter(({ state }) => state === 'proposed')
    .map((work) => (
      <section key={work.id} className="mb-5 border-2 border-ink bg-cream px-4 py-4" aria-labelledby={`work-${work.id}`}>
        <h2 id={`work-${work.id}`} className="text-xl">
          Your engineer suggests extra work
        </h2>
        <WorkTerms work={work} now={now}>
          <p className="mt-3">
            {mostPence > 0 ? `So far you’ve agreed to ${poundsText(mostPence)} at most. ` : 'So far this visit is free. '}
            {'With this work, '}
            <b>{`the most you’ll pay in all is ${poundsText(mostWithPence[work.id] ?? mostPence + work.amountPence)}`}</b>
            {isAtCost ? `, ${atCostText}.` : '.'}
          </p>
        </WorkTerms>
        <form id={`answer-${work.id}`} method="post" action={path} noValidate className="mt-3 max-w-[30em]">
          <input type="hidden" name="work" value={work.id} />
          <input type="hidden" name="seenHash" value={work.contentHash} />
          <ConsentFields work={work} signer={typed.workId === work.id ? typed.signer : undefined} problems={problems} />
          <div className="mt-4 flex flex-wrap gap-3">
            <Button name="intent" value="agree-work">
              {`Agree, up to ${poundsText(work.amountPence)}`}
            </Button>
            <Button name="intent" value="decline-work" look="outline">
              No, thanks
            </Button>
          </div>
        </form>
      </section>
    ))
}

/** For the customer: the extra work they have agreed to. */
export function AgreedWorks({ works, now }: Pick<WorkRequestsProps, 'works' | 'now'>) {
  const agreed = works.filter(({ state }) => state === 'agreed')
  if (agreed.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="text-xl">Extra work you’ve agreed to</h2>
      <ul className="mt-2">
        {agreed.map(({ id, name, amountPence, decidedAt }) => (
          <li key={id} className="border-b border-line py-2 [overflow-wrap:anywhere]">
            <b>{`${isolated(name)}, up to ${poundsText(amountPence)}`}</b>
            <br />
            {`Agreed ${decidedAt ? spokenMomentFrom(decidedAt, now) : ''}. We’ve emailed you the details.`}
          </li>
        ))}
      </ul>
    </section>
  )
}
