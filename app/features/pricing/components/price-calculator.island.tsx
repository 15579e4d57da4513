import { useEffect, useRef, useState } from 'react'
import { dayText } from '#app/platform/day.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { ChoiceGroup, Select, TextField } from '#app/ui/field.tsx'
import { ReceiptSlip } from '#app/ui/receipt.tsx'
import { exactPoundsText, poundsText } from '#content/money.ts'
import { boilerOffer, calloutOffer } from '#content/offers.ts'
import { priorityFeePence } from '#content/rates.ts'
import { type CalculatorField, type CalculatorView, calculatorFields, durations, durationText, type Quote } from '../calculator.ts'

const pauseMs = 300
const limitMs = 10_000

/**
 * What a visit would cost (specification 2 section 9). A form that asks the page for the sum; once it has started, the sum follows
 * what is typed. The server does the sum in both cases.
 */
export default function PriceCalculator({ view: first }: { view: CalculatorView }) {
  const form = useRef<HTMLFormElement>(null)
  const [view, setView] = useState(first)
  const { isDown, ask, askSoon } = useQuote(form, setView)
  const problems = calculatorFields.flatMap((field) => view.problems[field] ?? [])
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <form
        ref={form}
        action="/pricing#calculator"
        onInput={() => askSoon()}
        onSubmit={(event) => {
          event.preventDefault()
          void ask().then(() => document.getElementById('price-sum')?.scrollIntoView({ block: 'center' }))
        }}
      >
        {problems.length > 0 && (
          <ErrorSummary
            problems={calculatorFields.flatMap((field) => {
              const text = view.problems[field]
              return text ? [{ field: `price-${field}`, text }] : []
            })}
          />
        )}
        <When view={view} />
        <Work view={view} />
        <Extras view={view} />
        <Button className="mt-6">Work it out</Button>
      </form>
      <div className="lg:sticky lg:top-24">
        <Sum quote={view.quote} />
        <p role="status" className="mt-3 text-sm">
          {isDown && 'The line is down: this is the sum of earlier answers. Try again, or ring us.'}
          {!isDown && view.quote && <span className="sr-only">Total {poundsText(view.quote.totalPence)}</span>}
        </p>
      </div>
    </div>
  )
}

/** Asks the server for the sum of what the form says: `ask` at once, `askSoon` after a pause in typing, and when somebody comes back to the page. */
function useQuote(form: { current: HTMLFormElement | null }, onView: (view: CalculatorView) => void) {
  const [isDown, setDown] = useState(false)
  const asking = useRef<AbortController>(undefined)
  const timer = useRef<number>(undefined)

  async function ask() {
    clearTimeout(timer.current)
    if (!form.current) return
    const query = new URLSearchParams([...new FormData(form.current)].map(([name, value]) => [name, String(value)]))
    // Of two questions only the last one's answer is wanted.
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    try {
      const answer = await fetch(`/functions/v1/quote?${query}`, { signal: AbortSignal.any([own.signal, AbortSignal.timeout(limitMs)]) })
      if (!answer.ok) throw new Error(`Status ${answer.status}`)
      onView((await answer.json()) as CalculatorView)
      setDown(false)
      history.replaceState(history.state, '', `/pricing?${query}#calculator`)
    } catch {
      if (!own.signal.aborted) setDown(true)
    }
  }

  useEffect(() => {
    const refresh = () => document.visibilityState === 'visible' && void ask()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [])

  return {
    isDown,
    ask,
    askSoon() {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void ask(), pauseMs)
    },
  }
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
      <ChoiceGroup id="price-when" name="when" label="When does the engineer come?" problem={view.problems.when} className="">
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
        <TextField {...props(view, 'time')} type="time" label="Time" hint="In London" />
      </div>
    </div>
  )
}

function Work({ view }: { view: CalculatorView }) {
  return (
    <div className="grid gap-x-4 md:grid-cols-2">
      <Select {...props(view, 'minutes')} label="How long does it take?">
        {durations.map((minutes) => (
          <option key={minutes} value={minutes}>
            {durationText(minutes)}
          </option>
        ))}
      </Select>
      <TextField {...props(view, 'materials')} label="Materials at cost, in pounds" optional inputMode="decimal" />
      <TextField {...props(view, 'parking')} label="Parking, in pounds" optional inputMode="decimal" />
      <Select {...props(view, 'zone')} label="Congestion Charge zone">
        <option value="">Outside, or I don’t know</option>
        <option value="yes">Inside</option>
      </Select>
    </div>
  )
}

function Extras({ view }: { view: CalculatorView }) {
  return (
    <div className="grid gap-x-4 md:grid-cols-2">
      <Select {...props(view, 'redline')} label="Red Line priority">
        <option value="">No</option>
        <option value="online">Online, {poundsText(priorityFeePence.online)}</option>
        <option value="phone">By phone, {poundsText(priorityFeePence.phone)}</option>
      </Select>
      <Select {...props(view, 'offer')} label="Offer">
        <option value="">None</option>
        <option value={calloutOffer.code}>25% off call-out, booked 6–10AM or 12–4PM</option>
        {boilerOffer.until >= view.today && (
          <option value={boilerOffer.code}>
            {boilerOffer.name}, until {dayText(boilerOffer.until)}
          </option>
        )}
      </Select>
    </div>
  )
}

/** The sum, line by line. */
function Sum({ quote }: { quote?: Quote }) {
  const lines = quote?.lines.map(({ label, amountPence }) => ({ label, figure: exactPoundsText(amountPence) })) ?? []
  const total = quote && { label: 'Total, VAT included', figure: exactPoundsText(quote.totalPence) }
  return (
    <ReceiptSlip id="price-sum" title={quote?.title ?? 'Your price'} lines={lines} total={total}>
      {quote ? <p className="mt-1">{quote.rate}</p> : <p className="mt-1">It stands here once the answers are complete.</p>}
      {quote && (
        <p className="mt-1 text-muted">
          Of the total, {exactPoundsText(quote.vatPence)} is VAT.
          {quote.notes.map((note) => ` ${note}`)}
        </p>
      )}
    </ReceiptSlip>
  )
}
