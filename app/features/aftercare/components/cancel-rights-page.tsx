import { useDetails } from '#app/platform/published-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { fieldOf, TextField } from '#app/ui/field.tsx'
import { longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { cancellationNotice } from '#content/legal/cancellation-form.ts'
import type { ContractView } from '../contract-view.ts'
import { FormProblems } from './form-problems.tsx'

interface CancelRightsPageProps {
  contracts: readonly ContractView[]
  /** Of the private link. */
  path: string
  /** Of the visit, to begin with. */
  address: string
  today: string
  typed?: Record<string, string>
  problems?: Readonly<Record<string, string>>
  /** A refusal that isn't about a field. */
  alert?: string
}

/** For the customer: the contracts that they may cancel by law, until when, at what charge, and the model form. Works without JavaScript. */
export function CancelRightsPage({ contracts, path, address, today, typed = {}, problems = {}, alert }: CancelRightsPageProps) {
  // A form's problems are at its own fields: the page may have several of a name.
  const listed = Object.fromEntries(Object.entries(problems).map(([field, text]) => [`${field}-${typed.contract}`, text]))
  return (
    <>
      <FormProblems problems={listed} alert={alert} />
      <h1 className="text-2xl">Your right to cancel</h1>
      {contracts.length === 0 && (
        <p className="mt-3">There’s nothing to cancel: this visit was called off, or is free under our guarantee.</p>
      )}
      {contracts.map((contract) => (
        <section key={contract.id} className="mt-6" aria-labelledby={`contract-${contract.id}`}>
          <h2 id={`contract-${contract.id}`} className="border-b-2 border-ink pb-2 text-xl [overflow-wrap:anywhere]">
            {contract.id === 'visit' ? `Your visit: ${contract.name}` : `Extra work: ${contract.name}`}
          </h2>
          <p className="mt-2">{contract.text}</p>
          {contract.mayCancel &&
            (contract.isByBooking ? (
              <ButtonLink look="outline" href={`${path}?change=cancel`} className="mt-3">
                Cancel booking
              </ButtonLink>
            ) : (
              <CancelForm
                {...{ contract, today }}
                typed={typed.contract === contract.id ? typed : { address }}
                problems={typed.contract === contract.id ? problems : {}}
              />
            ))}
        </section>
      ))}
      <p className="mt-6 text-sm">
        You can also call, email or write to us.{' '}
        <a href={'/terms#other-work' satisfies SitePath} className="inline-flex min-h-11 items-center">
          Our terms on cancelling
        </a>
      </p>
    </>
  )
}

interface CancelFormProps {
  contract: ContractView
  today: string
  typed: Record<string, string>
  problems: Readonly<Record<string, string>>
}

/** The model form (Consumer Contracts Regulations 2013, schedule 3, part B). */
function CancelForm({ contract: { id, name, orderedOn }, today, typed, problems }: CancelFormProps) {
  const details = useDetails()
  return (
    <details className="folded mt-2" open={Object.keys(problems).length > 0 || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">Cancellation form</summary>
      <form method="post" noValidate className="border-2 border-ink bg-cream px-4 py-4">
        <input type="hidden" name="contract" value={id} />
        <p className="[overflow-wrap:anywhere]">{cancellationNotice(details, name, orderedOn ? longDayText(orderedOn) : undefined)}</p>
        <TextField id={`name-${id}`} label="Your full name" autoComplete="name" maxLength={100} {...fieldOf({ typed, problems }, 'name')} />
        <TextField
          id={`address-${id}`}
          label="Your address"
          autoComplete="street-address"
          maxLength={300}
          {...fieldOf({ typed, problems }, 'address')}
        />
        <p className="mt-3">{`Date: ${longDayText(today)}`}</p>
        <Button className="mt-4">Cancel this contract</Button>
      </form>
    </details>
  )
}
