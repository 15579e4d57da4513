import type { ComponentProps, Ref } from 'react'
import { levelOf, stepOf, steps } from '#app/features/booking/answers.ts'
import { mostPence, workCapPence } from '#app/features/pricing/frozen-terms.ts'
import { mostLabel } from '#app/features/pricing/price-words.ts'
import { PriceCap, Receipt } from '#app/features/pricing/receipt.tsx'
import { usePhoneFirst } from '#app/platform/phone-first-context.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { StopcockDrawing } from '#app/ui/drawings/stopcock.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'
import { trapName } from '../booking-form/trap.ts'
import { type FormView, mostSoFar, termsSoFar } from '../form-view.ts'
import { ContactStep } from './contact-step.tsx'
import { EmergencyStep } from './emergency-step.tsx'
import { CallInstead, GasLine, StepBar } from './form-head.tsx'
import { LevelStep } from './level-step.tsx'
import { ReviewStep } from './review-step.tsx'

const stepViews = { 1: LevelStep, 2: ContactStep, 3: EmergencyStep, 4: ReviewStep }

interface BookingFormProps {
  view: FormView
  /** The prefix of its ids, since a page may have two. */
  ids?: string
  /** 'page': the price is beside the form if there is room. 'dialog': below it. */
  place?: 'page' | 'dialog'
  /** The island's, once it has started. */
  live?: { started: boolean; sending: boolean; ref: Ref<HTMLFormElement> } & Pick<
    ComponentProps<'form'>,
    'onSubmit' | 'onInput' | 'onKeyDown' | 'onBlur'
  >
}

/** The booking form, one step at a time. It posts to /book and needs no JavaScript. */
export function BookingForm({ view, ids = '', place = 'page', live }: BookingFormProps) {
  const prices = usePrices()
  const columns = place === 'page' ? 'lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-8' : ''
  const terms = termsSoFar(view, prices)
  return (
    <div className={`grid grid-cols-1 items-start gap-6 ${columns}`}>
      <FormItself {...{ view, ids, live }} />
      <div className="top-24 grid gap-6 tall:sticky">
        <StopcockTip />
        {/* Last, since it grows. Small screens have the price above the buttons; without scripts its lines are here. */}
        {view.step < 4 && (
          <div className={terms ? 'max-lg:not-noscript:hidden' : 'max-lg:hidden'}>
            <Receipt id={`${ids}sofar`} terms={terms} isSummed={view.options !== undefined} />
            {terms && view.options && <PriceCap pence={mostPence(terms)} className="mt-6 text-sm" />}
          </div>
        )}
      </div>
    </div>
  )
}

function FormItself({ view, ids = '', live }: Pick<BookingFormProps, 'view' | 'ids' | 'live'>) {
  const prices = usePrices()
  const StepView = stepViews[view.step]
  const { started = false, sending = false, ...handlers } = live ?? {}
  const problems = Object.entries(view.problems).map(([field, text]) => ({ field: `${ids}${field}`, text }))
  const says = usePhoneFirst()
  const { emergencyPhone } = useDetails()
  const onward = view.step === 4 ? 'submit' : 'next'
  const isPaying = view.step === 4 && levelOf(view.answers) === 'redline'
  return (
    <form
      method="post"
      action={'/book' satisfies SitePath}
      noValidate
      className="relative rounded-key border-2 border-ink bg-chalk"
      {...handlers}
    >
      {says && <CallInstead says={says} />}
      <StepBar current={view.step} />
      {view.step === 1 && <GasLine id={`${ids}gas`} />}
      <div className="px-4 pt-1 pb-4 md:px-6 md:pt-3 md:pb-6" data-started={started || undefined}>
        <input type="hidden" name="draft" value={view.draftId} />
        <input type="hidden" name="step" value={view.step} />
        <ShownArrival view={view} />
        {view.changing && (
          <>
            <input type="hidden" name="change" value={view.changing.field} />
            <input type="hidden" name="back" value={view.changing.back} />
          </>
        )}
        {(started || !view.isKept) && <CarriedAnswers view={view} />}
        {view.step === 4 && <ShownPrice view={view} />}
        {/* Enter submits with the first button of a form: this one, which continues. */}
        <button type="submit" name="go" value={onward} tabIndex={-1} aria-hidden="true" className="sr-only">
          Next
        </button>
        <Honeypot id={`${ids}${trapName}`} />
        <h2 id={`${ids}step`} tabIndex={-1} className="sr-only">
          {`Step ${view.step} of 4: ${steps[view.step - 1]}`}
        </h2>
        {view.gone && (
          <p role="status" className="mb-5 rounded-key border-2 border-ink bg-lamp px-4 py-3">
            {view.gone}
          </p>
        )}
        {view.alert && (
          <ErrorSummary title={view.alert.title} problems={[{ text: view.alert.message }]}>
            {view.alert.offersStandard && (
              <Button name="go" value="standard" className="mt-2">
                Continue with Standard, no priority fee
              </Button>
            )}
          </ErrorSummary>
        )}
        {problems.length > 0 && <ErrorSummary problems={problems} />}
        {/* The cursor may go straight into a field: screen readers then say the group's name, and the gas warning, first. */}
        <fieldset aria-labelledby={`${ids}step`} aria-describedby={view.step === 1 ? `${ids}gas` : undefined} className="min-w-0">
          <StepView key={`${view.step} ${view.changing?.field}`} view={view} ids={ids} />
        </fieldset>
      </div>
      {/* On wide screens the buttons stay at the bottom of the window while the form continues below; on others the bar does. */}
      <div className="contents bottom-0 rounded-key border-line tall:lg:sticky lg:flex lg:gap-3 lg:border-t lg:bg-chalk lg:px-6 lg:py-4">
        {view.step > 1 && (
          <Button look="outline" name="go" value="previous" disabled={sending} className="m-4 mt-0 lg:m-0 lg:self-end">
            Previous
          </Button>
        )}
        <div className="form-bar flex grow flex-wrap gap-x-2">
          {/* Without an emergency, the first step has no price but those of its options. */}
          {(view.step > 1 || view.answers.service) && <PriceLine view={view} ids={ids} started={started} />}
          <ButtonLink
            look={isPaying ? 'outline' : 'alarm'}
            href={emergencyPhone.href}
            className="min-h-14 flex-col !gap-px !px-2 text-sm lg:hidden"
          >
            <span className="text-xs font-normal">Call free, 24/7</span>
            {emergencyPhone.text}
          </ButtonLink>
          <Button look={isPaying ? 'alarm' : 'ink'} name="go" value={onward} disabled={sending} className="flex-1">
            {view.step < 4 ? 'Next' : sending ? 'Submitting...' : submitText(view, prices)}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Above the buttons on small screens: the price in one line, with its details; without JavaScript those are below the form. */
function PriceLine({ view, ids, started }: { view: FormView; ids: string; started: boolean }) {
  const prices = usePrices()
  const terms = view.options && termsSoFar(view, prices)
  const figure = terms && <b>{exactPoundsText(mostPence(terms))}</b>
  if (terms && view.step === 4 && terms.priorityFeePence > 0)
    return (
      <p className="min-h-7 basis-full content-center text-center text-xs lg:text-sm">
        <b>{poundsText(terms.priorityFeePence)} now</b>, and at most <b>{exactPoundsText(workCapPence(terms))}</b> after the visit
      </p>
    )
  if (!terms || view.step === 4 || !started)
    return (
      <p className="min-h-7 basis-full content-center text-center text-xs lg:hidden">
        {figure ? (
          <>
            {mostLabel.customer} {figure}, including VAT
          </>
        ) : (
          'You’ll see your price before you send anything'
        )}
      </p>
    )
  return (
    <details className="basis-full text-xs lg:hidden">
      <summary className="relative flex min-h-7 cursor-pointer items-center justify-center underline">
        <span>
          {mostLabel.customer} {figure} · what’s included?
        </span>
      </summary>
      <div className="mt-2">
        <Receipt id={`${ids}lines`} terms={terms} />
        <PriceCap pence={mostPence(terms)} className="my-2 text-sm" />
      </div>
    </details>
  )
}

/** The button must say that it makes the customer owe the priority fee (Consumer Contracts Regulations 2013, regulation 14). */
const submitText = ({ answers }: FormView, { priorityFeePence }: PriceList) =>
  levelOf(answers) === 'redline' ? `Book and pay ${poundsText(priorityFeePence.online)}` : 'Submit'

/** The arrival time on this page; if it is gone, the next page shows that. */
function ShownArrival({ view: { options, next } }: { view: FormView }) {
  const shown = options ? options.next : next
  return shown && <input type="hidden" name="shownUntil" value={shown.until} />
}

/** The price shown before sending: no one owes more. */
function ShownPrice({ view }: { view: FormView }) {
  const pence = mostSoFar(view, usePrices())
  return pence === undefined ? null : <input type="hidden" name="shownMostPence" value={pence} />
}

/** The answers of other steps, for a form sent without JavaScript that has no row. */
function CarriedAnswers({ view: { answers, known, step } }: { view: FormView }) {
  return Object.entries({ ...known, ...answers }).map(
    ([field, typed]) => typed && stepOf(field) !== step && <input key={field} type="hidden" name={field} value={typed} />,
  )
}

/** A field that people neither see nor hear; robots fill it in. Its attributes tell password managers to skip it. */
function Honeypot({ id }: { id: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label htmlFor={id}>Leave this field empty</label>
      <input
        id={id}
        name={trapName}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
        data-form-type="other"
        defaultValue=""
      />
    </div>
  )
}

/** First aid while water runs, before any form. */
function StopcockTip() {
  return (
    <aside aria-label="While you wait" className="grid grid-cols-[96px_1fr] gap-3 border-t-2 border-ink pt-4">
      <StopcockDrawing className="w-full" />
      <div>
        <h3 className="text-lg">Water still running?</h3>
        <p className="mt-1 text-sm">
          Turn the stopcock clockwise until it stops. It’s usually under the kitchen sink, by the front door or under a small iron lid in
          the pavement.
        </p>
      </div>
    </aside>
  )
}
