import type { CreditDoubt } from '#app/features/owed/credit-doubts.server.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ActForm } from './act-form.tsx'
import { type Refused, typedIn } from './booking-parts.tsx'

interface CreditDoubtsProps {
  doubts: readonly CreditDoubt[]
  refused?: Refused & { bookingId: string }
}

/** Credits for being late, where the engineer later reported an arrival in time. Empty on most days. */
export function CreditDoubts({ doubts, refused }: CreditDoubtsProps) {
  if (doubts.length === 0) return null
  return (
    <section aria-labelledby="credit-doubts" className="mt-8">
      <h2 id="credit-doubts" className="border-b-2 border-ink pb-2.5 text-xl">
        Late credits to check <span className="font-normal text-muted">{doubts.length}</span>
      </h2>
      <ul>
        {doubts.map((doubt) => (
          <li key={doubt.creditId} className="border-b border-line py-2">
            <a
              href={`/staff/bookings/${doubt.bookingId}` satisfies SitePath}
              className="inline-flex min-h-6 items-center font-bold [overflow-wrap:anywhere]"
            >
              {`${doubt.service}, ${doubt.reference}`}
            </a>
            <p className="text-sm [overflow-wrap:anywhere]">{`${doubt.place}, ${doubt.name}`}</p>
            <CreditDecision doubt={doubt} refused={refused?.bookingId === doubt.bookingId ? refused : undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was reported, and the two possible decisions. */
export function CreditDecision({ doubt, refused }: { doubt: CreditDoubt; refused?: Refused }) {
  const { bookingId, creditId, amount, text, reason, reference } = doubt
  const typed = typedIn(refused, 'withdraw')
  return (
    <div className="mt-1 border-l-5 border-ink bg-lamp px-3 py-2 text-sm">
      <p>
        <b>{text}</b> {`We’ve told the customer they’re getting ${amount} off, so let them know if you withdraw it.`}
      </p>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
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
          <Button className="key-row">
            {`Withdraw the ${amount} credit`}
            <span className="sr-only">, {reference}</span>
          </Button>
        </ActForm>
        <ActForm intent="keep-credit" bookingId={bookingId}>
          <input type="hidden" name="owedId" value={creditId} />
          <Button look="outline" className="key-row">
            {`Keep the ${amount} credit`}
            <span className="sr-only">, {reference}</span>
          </Button>
        </ActForm>
      </div>
    </div>
  )
}
