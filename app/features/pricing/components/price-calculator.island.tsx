import { useRef } from 'react'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { ChoiceGroup, Options, Select, TextField } from '#app/ui/field.tsx'
import { ReceiptSlip } from '#app/ui/receipt.tsx'
import { type LondonDay, longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import { type Offer, offerHoursText } from '#content/offers.ts'
import {
  type CalculatorField,
  type CalculatorView,
  calculatorFields,
  durations,
  durationText,
  sumAnchor,
} from '../calculation/calculator.ts'
import { type Quoted, useQuote } from './use-quote.ts'

/**
 * The price of a visit. The form requests the page with the result; once the island has started, the result follows the typing. The server
 * works it out in both cases. The fields are uncontrolled: no answer overwrites them.
 */
export default function PriceCalculator({ view: first }: { view: CalculatorView }) {
  const form = useRef<HTMLFormElement>(null)
  const { quoted, submit, askSoon } = useQuote(form, first)
  const fields = { ...first, problems: quoted.problems }
  const problems = calculatorFields.flatMap((field) => {
    const text = quoted.problems[field]
    return text ? [{ field: `price-${field}`, text }] : []
  })
  const hasProblems = problems.length > 0
  return (
    <>
      {/* The form's address leads to its result: the problems, else the sum. */}
      <div id={hasProblems ? sumAnchor : undefined}>{hasProblems && <ErrorSummary problems={problems} />}</div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <form
          ref={form}
          action={`/pricing#${sumAnchor}` satisfies SitePath}
          noValidate
          // Space for the longest receipt beside it, so that nothing below moves.
          className="lg:pb-10"
          onInput={askSoon}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <When view={fields} />
          <Work view={fields} />
          <Extras view={fields} />
          <Button className="mt-6">Work it out</Button>
        </form>
        <div id={hasProblems ? undefined : sumAnchor} className="lg:sticky lg:top-24">
          <Sum {...quoted} />
        </div>
      </div>
    </>
  )
}

const props = ({ answers, problems }: CalculatorView, field: CalculatorField) => ({
  id: `price-${field}`,
  name: field,
  defaultValue: answers[field],
  problem: problems[field],
})

const choice = 'flex min-h-11 cursor-pointer items-center gap-2.5'
const mark = 'size-6 flex-none accent-ink'

function When({ view }: { view: CalculatorView }) {
  const { when } = view.answers
  return (
    <div className="group">
      <ChoiceGroup id="price-when" name="when" label="When will the engineer arrive?" problem={view.problems.when} className="">
        <div className="mt-1 flex flex-wrap gap-x-8">
          <label className={choice}>
            <input type="radio" name="when" value="now" defaultChecked={when !== 'at'} className={mark} />
            Now
          </label>
          <label className={choice}>
            <input type="radio" name="when" value="at" defaultChecked={when === 'at'} className={mark} />
            At another time
          </label>
        </div>
      </ChoiceGroup>
      <div className="hidden gap-x-4 group-has-[[value=at]:checked]:grid md:grid-cols-2">
        <TextField {...props(view, 'day')} type="date" min={view.today} label="Day" />
        <TextField {...props(view, 'time')} type="time" label="Time in London" />
      </div>
    </div>
  )
}

function Work({ view }: { view: CalculatorView }) {
  return (
    <div className="grid items-end gap-x-4 md:grid-cols-2">
      <Select {...props(view, 'minutes')} label="How long will the job take?">
        <Options of={durations.map((minutes) => [minutes, durationText(minutes)])} />
      </Select>
      <TextField {...props(view, 'materials')} label="Materials at cost, £" optional inputMode="decimal" />
      <TextField {...props(view, 'parking')} label="Parking, £" optional inputMode="decimal" />
      <Select {...props(view, 'zone')} label="Congestion Charge zone">
        <option value="">Outside, or I’m not sure</option>
        <option value="yes">Inside</option>
      </Select>
    </div>
  )
}

const isOn = ({ isOff, until = '9999-12-31' }: Offer, today: LondonDay) => !isOff && today <= until

function Extras({ view }: { view: CalculatorView }) {
  const { boilerOffer, calloutOffer, priorityFeePence } = usePrices()
  return (
    <div className="grid items-end gap-x-4 md:grid-cols-2">
      <Select {...props(view, 'redline')} label="Red Line priority">
        <option value="">No</option>
        <option value="online">Online, {poundsText(priorityFeePence.online)}</option>
        <option value="phone">By phone, {poundsText(priorityFeePence.phone)}</option>
      </Select>
      <Select {...props(view, 'offer')} label="Offer">
        <option value="">None</option>
        {isOn(calloutOffer, view.today) && (
          <option
            value={calloutOffer.code}
          >{`${calloutOffer.callout.percentOff}% off call-out, booked ${offerHoursText(calloutOffer, 'or')}`}</option>
        )}
        {isOn(boilerOffer, view.today) && (
          <option value={boilerOffer.code}>
            {boilerOffer.name}, until {longDayText(boilerOffer.until)}
          </option>
        )}
      </Select>
    </div>
  )
}

/** The result, line by line, with notes. */
function Sum({ view: { quote, problems }, isWaiting, isDown }: Quoted) {
  const { emergencyPhone } = useDetails()
  const lines = quote?.lines.map(({ label, amountPence }) => ({ label, figure: exactPoundsText(amountPence) })) ?? []
  const total = quote && { label: 'Total, including VAT', figure: exactPoundsText(quote.totalPence) }
  const lacking = calculatorFields.flatMap((field) => problems[field] ?? [])
  return (
    <>
      <ReceiptSlip id="price-sum" title={quote?.title ?? 'Your price'} lines={lines} total={total}>
        <p className="mt-1">{quote?.rate ?? `You’ll see it here once you’ve answered everything. ${lacking.join('. ')}.`}</p>
      </ReceiptSlip>
      {quote && (
        <p className="mt-3 text-sm">
          {exactPoundsText(quote.vatPence)} of this is VAT.{quote.notes.map((note) => ` ${note}`)}
        </p>
      )}
      <p className="mt-1 min-h-6 text-sm">{isWaiting && 'Working it out …'}</p>
      <p role="status" className="text-sm">
        {isDown && (
          <>
            We can’t update the price just now{quote ? ', so this one is for your earlier answers' : ''}. We’ll keep trying, or you can call{' '}
            <a href={emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
              {emergencyPhone.text}
            </a>
          </>
        )}
        {!isDown && quote && <span className="sr-only">Total {poundsText(quote.totalPence)}</span>}
      </p>
    </>
  )
}
