import type { CreditDoubt } from '#app/features/visit/credit-doubts.server.ts'
import type { FeeQuestion } from '#app/features/visit/fee-questions.server.ts'
import { RowButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { typedIn } from './typed-in.ts'

/** A credit or a fee that staff decide about. */
export type MoneyDoubt = CreditDoubt | FeeQuestion

interface MoneyDoubtsProps {
  doubts: readonly MoneyDoubt[]
  refused?: RefusedForm & { bookingId: string }
}

/** Credits and no-access fees that depend on what an engineer's phone reported only afterwards. Empty on most days. */
export function MoneyDoubts({ doubts, refused }: MoneyDoubtsProps) {
  if (doubts.length === 0) return null
  return (
    <section aria-labelledby="money-doubts" className="mt-8">
      <h2 id="money-doubts" className="border-b-2 border-ink pb-2.5 text-xl">
        Credits and fees to check <span className="font-normal text-muted">{doubts.length}</span>
      </h2>
      <ul>
        {doubts.map((doubt) => (
          <li key={'creditId' in doubt ? doubt.creditId : doubt.id} className="border-b border-line py-2">
            <a
              href={`/staff/bookings/${doubt.bookingId}` satisfies SitePath}
              className="inline-flex min-h-6 items-center font-bold [overflow-wrap:anywhere]"
            >
              {`${doubt.service}, ${doubt.reference}`}
            </a>
            <p className="text-sm [overflow-wrap:anywhere]">
              {doubt.place}, <bdi>{doubt.name}</bdi>
            </p>
            <MoneyDecision doubt={doubt} refused={refused?.bookingId === doubt.bookingId ? refused : undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The reported doubt, and the two possible decisions. */
export const MoneyDecision = ({ doubt, refused }: { doubt: MoneyDoubt; refused?: RefusedForm }) =>
  'creditId' in doubt ? <CreditDecision doubt={doubt} refused={refused} /> : <FeeDecision question={doubt} />

function FeeDecision({ question: { id, bookingId, amount, text, reference } }: { question: FeeQuestion }) {
  return (
    <div className="mt-1 border-l-5 border-ink bg-lamp px-3 py-2 text-sm">
      <p>
        <b>{text}</b> {`We’ve told the customer that we’re checking whether the ${amount} no-access fee applies.`}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
        {(['charge-fee', 'waive-fee'] as const).map((intent) => (
          <ActForm key={intent} intent={intent} bookingId={bookingId}>
            <input type="hidden" name="questionId" value={id} />
            <RowButton look={intent === 'charge-fee' ? 'ink' : 'outline'}>
              {intent === 'charge-fee' ? `Charge the ${amount} fee` : 'Don’t charge it'}
              <span className="sr-only">, {reference}</span>
            </RowButton>
          </ActForm>
        ))}
      </div>
    </div>
  )
}

function CreditDecision({ doubt, refused }: { doubt: CreditDoubt; refused?: RefusedForm }) {
  const { bookingId, creditId, amount, text, reason, reference } = doubt
  const typed = typedIn(refused, 'withdraw')
  return (
    <div className="mt-1 border-l-5 border-ink bg-lamp px-3 py-2 text-sm">
      <p>
        <b>{text}</b> {`We’ve told the customer they’re getting ${amount} off, so let them know if you withdraw it.`}
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-2">
        <ActForm intent="withdraw" bookingId={bookingId} hasFields className="flex min-w-0 grow flex-wrap items-end gap-2">
          <input type="hidden" name="owedId" value={creditId} />
          <div className="min-w-52 grow">
            <TextField
              name="withdrawReason"
              id={typed ? 'withdrawReason' : `doubt-${creditId}`}
              label="Reason (staff only)"
              maxLength={300}
              autoComplete="off"
              problem={typed?.problems.withdrawReason}
              defaultValue={typed?.typed.withdrawReason ?? reason}
            />
          </div>
          <RowButton look="ink">
            {`Withdraw the ${amount} credit`}
            <span className="sr-only">, {reference}</span>
          </RowButton>
        </ActForm>
        <ActForm intent="keep-credit" bookingId={bookingId}>
          <input type="hidden" name="owedId" value={creditId} />
          <RowButton>
            {`Keep the ${amount} credit`}
            <span className="sr-only">, {reference}</span>
          </RowButton>
        </ActForm>
      </div>
    </div>
  )
}
