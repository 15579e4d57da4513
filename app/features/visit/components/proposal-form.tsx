import { useState } from 'react'
import type { BillTerms } from '#app/features/pricing/bill.ts'
import { withBookCosts } from '#app/features/pricing/part-fields.ts'
import { PartOptions, partOptionsId } from '#app/features/pricing/part-options.tsx'
import type { BookPart } from '#app/features/pricing/read-parts.server.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckedProblems } from '#app/ui/error-summary.tsx'
import { ChoiceGroup, Options, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { Option } from '#app/ui/option.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import { ActForm } from '../act-form.tsx'
import { intervalPrice, mostIntervals, mostWorkParts, readProposal } from '../extra-work.ts'
import type { WorkAnswer } from './work-page.tsx'

/** The prices of the work: the terms of the booking, and the instant that decides the rate. */
export interface PriceHints {
  terms: BillTerms
  at: string
}

const formId = 'suggest-form'

interface ProposalFormProps {
  jobId: string
  /** Then there is no right to cancel by law. */
  forBusiness: boolean
  prices: PriceHints
  /** The parts that can be chosen. */
  book: readonly BookPart[]
  actKey: string
  answer?: WorkAnswer
}

/** The form for suggesting extra work: its words, and the most it can cost: time by the price list, parts and other costs. */
export function ProposalForm({ jobId, forBusiness, prices, book, actKey, answer }: ProposalFormProps) {
  // Each reload of the page brings another key; a form being filled in keeps the first.
  const [key] = useState(actKey)
  const [total, setTotal] = useState<number>()
  const [checked, setChecked] = useState<Readonly<Record<string, string>>>()
  const typed = answer?.typed ?? {}
  const problems = checked ?? answer?.problems ?? {}
  const of = (name: string) => ({ name, defaultValue: typed[name], problem: problems[name] })
  const interval = intervalPrice(prices.terms, prices.at)
  const sum = () => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const fields = new FormData(form)
    const read = readProposal(
      withBookCosts((name) => String(fields.get(name) ?? ''), book),
      prices.terms,
      prices.at,
    )
    setTotal('proposal' in read ? read.proposal.amountPence : undefined)
  }
  return (
    <section className="mt-8 border-t-2 border-ink pt-4" aria-labelledby="suggest">
      <h2 id="suggest" className="text-xl">
        Suggest extra work
      </h2>
      <p className="mt-1">
        The customer will see it on their booking page straight away. Don’t start until they’ve agreed. Their bill still follows our rates:
        this is the most that the work can add to it.
      </p>
      <ActForm
        kind="propose-work"
        bookingId={jobId}
        action={`/engineer/jobs/${jobId}/extra-work` satisfies SitePath}
        check={(name) => {
          const read = readProposal(withBookCosts(name, book), prices.terms, prices.at)
          return 'problems' in read ? read.problems : undefined
        }}
        onChecked={setChecked}
        onInput={sum}
        id={formId}
      >
        {checked && <CheckedProblems problems={checked} />}
        <input type="hidden" name="intent" value="propose" />
        <input type="hidden" name="key" value={key} />
        <TextField
          {...of('name')}
          label="What needs doing"
          hint="The customer will see this. For example: replace the kitchen stopcock."
          maxLength={100}
        />
        <TextArea {...of('description')} label="Details" optional rows={3} maxLength={500} />
        <ChoiceGroup name="kind" label="Is it part of the repair they called us for?" problem={problems.kind}>
          <Option name="kind" value="urgent" title="Yes, it’s needed for the repair" defaultChecked={typed.kind === 'urgent'} />
          <Option name="kind" value="other" title="No, it’s other work" defaultChecked={typed.kind === 'other'}>
            {!forBusiness && 'They’ll have 14 days to cancel, and must ask us to start now.'}
          </Option>
        </ChoiceGroup>
        <Select {...of('intervals')} label="More time" hint={`Each ${interval.label}.`}>
          <option value="">None</option>
          <Options
            of={Array.from({ length: mostIntervals }, (_, at) => at + 1).map((count) => [
              count,
              `${timeText(count * prices.terms.billing.intervalMinutes)}, ${poundsText(count * interval.amountPence)}`,
            ])}
          />
        </Select>
        <PartOptions parts={book} />
        <WorkParts of={of} typed={typed} markupPercent={prices.terms.billing.materialsMarkupPercent} />
        <TextField
          {...of('sum')}
          label="Other costs"
          hint="In pounds, including VAT, on top of any time and parts."
          optional
          inputMode="decimal"
        />
        {total !== undefined && (
          <p className="mt-4 text-xl font-bold" aria-live="polite">
            {`The customer pays up to ${poundsText(total)}`}
          </p>
        )}
        <Button look="ink" className="mt-5 min-h-[64px] w-full text-lg">
          Show the customer
        </Button>
      </ActForm>
    </section>
  )
}

interface WorkPartsProps {
  of: (name: string) => { name: string; defaultValue?: string; problem?: string }
  typed: Readonly<Record<string, string>>
  markupPercent: number
}

/** Lines for parts: the typed ones and one more; the others are folded. */
function WorkParts({ of, typed, markupPercent }: WorkPartsProps) {
  const numbers = Array.from({ length: mostWorkParts }, (_, at) => at + 1)
  const last = numbers.findLast((number) => typed[`part${number}`] || typed[`cost${number}`]) ?? 0
  const line = (number: number) => (
    <div key={number} className="pair mt-3 gap-y-2 border-b border-line pb-3 *:mt-0 *:first:col-span-full">
      <TextField {...of(`part${number}`)} label={`Part ${number}`} maxLength={80} list={partOptionsId} autoComplete="off" />
      <TextField {...of(`quantity${number}`)} label="How many" inputMode="numeric" />
      <TextField {...of(`cost${number}`)} label="Cost each (£)" inputMode="decimal" />
    </div>
  )
  return (
    <fieldset className="mt-5">
      <legend className="font-bold">Parts</legend>
      <p className="text-sm text-muted">{`Choose a part from the price book, or type in a part and what it cost us, including VAT. The customer pays that plus ${markupPercent}%.`}</p>
      {numbers.slice(0, last + 1).map(line)}
      {last + 1 < mostWorkParts && (
        <details>
          <summary className="min-h-12 cursor-pointer py-3 font-bold">More parts</summary>
          {numbers.slice(last + 1).map(line)}
        </details>
      )}
    </fieldset>
  )
}

/** '30 minutes', '1 hour', '1½ hours'. */
function timeText(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (rest === 0) return hours === 1 ? '1 hour' : `${hours} hours`
  return rest === 30 ? `${hours}½ hours` : `${hours} h ${rest} min`
}
