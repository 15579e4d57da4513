import { useState, useSyncExternalStore } from 'react'
import { levelOf, type ServiceLevel } from '#app/features/booking/answers.ts'
import { goneText } from '#app/features/capacity/next-arrival.ts'
import { slotsText } from '#app/features/capacity/redline-slots.ts'
import { getLive, subscribeLive, unknownFigures } from '#app/features/live/live-store.ts'
import { mostPence } from '#app/features/pricing/frozen-terms.ts'
import { mostLabel } from '#app/features/pricing/price-words.ts'
import { useBoroughs, useDetails, usePrices } from '#app/platform/published-context.ts'
import { Button } from '#app/ui/button.tsx'
import { Valves } from '#app/ui/drawings/valves.tsx'
import { ChoiceGroup, Select, TextField } from '#app/ui/field.tsx'
import { Option } from '#app/ui/option.tsx'
import { emergencyTypes } from '#content/emergency-types.ts'
import { priorityFeeText } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'
import { redlineArrivalMinutes } from '#content/stated.ts'
import { type FormView, termsOf, termsSoFar, unreadText } from '../form-view.ts'
import { AnsweredService } from './answered.tsx'
import { fieldProps, isAskedFor, type StepProps } from './field-props.ts'
import { useSlotsLeft } from './use-slots-left.ts'

/** Step 1: where, and how soon: both levels with their arrival and price. The Red Line slots left are those that the whole page shows. */
export function LevelStep({ view, ids }: StepProps) {
  const prices = usePrices()
  const { options, answers, problems, redlineByPhone } = view
  const { left, isLastKnown, isClosed: isPaused } = useSlotsLeft(options)
  const isClosed = redlineByPhone || left === 0
  const chosen = isClosed ? 'standard' : levelOf(answers)
  // Chosen before, it comes first: on a phone it is whole above the buttons. It stays there while someone is choosing.
  const [startsUrgent] = useState(chosen === 'redline')
  const [standard, redline] = [mostText(view, prices, 'standard'), mostText(view, prices, 'redline')]
  const outside = options?.place ? options.place.postcodeRead && !options.place.inArea : view.isUnserved
  const standardOption = (
    <Option
      // Rendered again only when the other one closes, so keyboard users who move between the two keep the focus.
      key={`standard ${isClosed}`}
      name="serviceLevel"
      value="standard"
      title="Standard"
      figure={standard ?? 'no extra fee'}
      defaultChecked={chosen === 'standard'}
    >
      {outside ? 'We don’t cover this area at the moment. Please call before you book.' : <StandardArrival view={view} />}
    </Option>
  )
  const redlineOption = (
    <Option
      key={`redline ${isClosed}`}
      name="serviceLevel"
      value="redline"
      title="Red Line Response"
      figure={redlineByPhone ? 'By phone only' : isClosed ? slotsText(0, isPaused) : redline}
      urgent
      disabled={isClosed}
      defaultChecked={chosen === 'redline'}
      onChange={({ currentTarget }) => currentTarget.closest('label')?.scrollIntoView({ block: 'nearest' })}
    >
      {redlineByPhone ? (
        <RedlineByPhone />
      ) : (
        <>
          {!outside && !isClosed && (
            <>
              <strong className="block">
                {options ? `With you by ${options.redlineBy}` : `With you within ${redlineArrivalMinutes.until} minutes`}
              </strong>
              {' if you pay now. '}
            </>
          )}
          {`Priority fee ${priorityFeeText(prices.priorityFeePence)}.`}
          <span className="mt-1 flex min-h-6 items-center gap-2 text-xs font-bold">
            <Valves free={left ?? prices.redlineSlotsPerDay} of={prices.redlineSlotsPerDay} className="inline-block h-[22px]" />
            {left === undefined
              ? `${prices.redlineSlotsPerDay} slots a day`
              : isClosed
                ? isPaused
                  ? (options?.redlineClosed ?? 'No engineer is free within 15 minutes')
                  : `All ${prices.redlineSlotsPerDay} taken. More at midnight`
                : slotsText(left)}
            {isLastKnown && ', last known'}
          </span>
        </>
      )}
    </Option>
  )
  return (
    <>
      {/* A page that only suggests an emergency shows it itself. */}
      {view.draftId !== '' && <AnsweredService {...view} />}
      <PlaceQuestion {...{ view, ids }} />
      <div className="max-md:-mt-4">
        <ChoiceGroup
          id={`${ids}serviceLevel`}
          name="serviceLevel"
          label="How soon do you need us?"
          // Both as long as a line, so that nothing moves.
          hint={standard ? `${mostLabel.customer}, including VAT` : 'The price depends on problem and place'}
          problem={problems.serviceLevel}
        >
          {startsUrgent ? [redlineOption, standardOption] : [standardOption, redlineOption]}
        </ChoiceGroup>
      </div>
    </>
  )
}

/** On a line of its own: the time that appears is as high as the words before it. */
function StandardArrival({ view }: { view: FormView }) {
  const { options } = view
  const next = useNext(view)
  const gone = view.next && next !== undefined && goneText(view.next, next)
  return (
    <>
      <strong className="block" suppressHydrationWarning data-arrives={next ? '' : undefined}>
        {next ? `With you by ${next.by}` : next === null && options ? options.asap : 'As soon as possible'}
      </strong>
      {options?.paused ? ' including arrival slots.' : ' or pick an arrival slot.'}
      {gone && <span className="block">{gone}</span>}
    </>
  )
}

function RedlineByPhone() {
  const { priorityFeePence } = usePrices()
  const { emergencyPhone } = useDetails()
  return (
    <>
      <a href={emergencyPhone.href} className="relative inline-flex min-h-11 items-center font-bold text-ink">
        {`Call ${emergencyPhone.text}`}
      </a>
      {`. With you within ${redlineArrivalMinutes.until} minutes, priority fee ${poundsText(priorityFeePence.phone)}.`}
    </>
  )
}

/**
 * The most that is paid at a level: '£142.50', or '£119 to £189' over all emergencies at a known place. Undefined before the server has
 * sent what the price depends on.
 */
function mostText(view: FormView, prices: PriceList, level: ServiceLevel): string | undefined {
  const { options } = view
  if (!options) return undefined
  const terms = termsSoFar(view, prices, level)
  if (terms) return poundsText(mostPence(terms))
  if (!options.place) return undefined
  const all = emergencyTypes.map(({ name }) => mostPence(termsOf(name, options, prices, { level })))
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return least === most ? poundsText(most) : `${poundsText(least)} to ${poundsText(most)}`
}

/** Returns the next arrival: the page's current one, or until that is known the form's. */
function useNext({ options, next }: FormView): FormView['next'] {
  const live = useSyncExternalStore(subscribeLive, getLive, () => unknownFigures)
  if (live.next !== undefined) return live.next
  return options ? options.next : next
}

/** The postcode, or a borough if it is unknown, and whether we cover it. */
function PlaceQuestion(props: StepProps) {
  const { answers } = props.view
  return (
    <>
      <div className="flex items-end gap-2 max-md:-mt-3">
        <div className="grow">
          <TextField
            {...fieldProps(props, 'postcode')}
            label="Where is it?"
            hint="Postcode, or just the first half"
            autoComplete="postal-code"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            autoFocus={isAskedFor(props.view, 'postcode')}
          />
        </div>
        <Button look="outline" name="go" value="show" className="hidden noscript:inline-flex">
          Check
        </Button>
      </div>
      <div className="flex min-h-11 flex-wrap content-center text-sm">
        <p aria-live="polite" className="py-1">
          {(answers.postcode || answers.borough) && <PlaceAnswer view={props.view} />}
        </p>
        {/* As high as the answer that replaces it. */}
        {(!answers.postcode || answers.borough) && (
          <details className="open:basis-full" open={answers.borough ? true : undefined}>
            <summary className="min-h-11 cursor-pointer py-2.5 underline">I don’t know it</summary>
            <Select {...fieldProps(props, 'borough')} label="Borough">
              <option value="">Choose your borough</option>
              {useBoroughs().map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </details>
        )}
        {props.view.remembered?.isOffered && !answers.postcode && (
          <button
            type="submit"
            name="go"
            value="details"
            className="ml-auto inline-flex min-h-11 cursor-pointer items-center font-bold underline"
          >
            Use my saved details
          </button>
        )}
      </div>
    </>
  )
}

/** The answer to a place as it is typed; nothing before the server has answered. */
function PlaceAnswer({ view: { options } }: { view: FormView }) {
  const { emergencyPhone } = useDetails()
  const place = options?.place
  if (!place) return null
  if (!place.postcodeRead) return unreadText(place.postcode)
  const name = [place.postcode, place.borough].filter(Boolean).join(', ')
  if (place.inArea) return <strong>{`We cover ${name}.`}</strong>
  return (
    <>
      {place.postcode || place.borough} is outside the boroughs we cover. You can book, but please call first:{' '}
      <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
        {emergencyPhone.text}
      </a>
    </>
  )
}
