import { useSyncExternalStore } from 'react'
import { levelOf } from '#app/features/booking/answers.ts'
import { goneText } from '#app/features/capacity/next-arrival.ts'
import { slotsText } from '#app/features/capacity/redline-slots.ts'
import { getLive, subscribeLive, unknownFigures } from '#app/features/live/live-store.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { Valves } from '#app/ui/drawings/valves.tsx'
import { ChoiceGroup } from '#app/ui/field.tsx'
import { Option } from '#app/ui/option.tsx'
import { priorityFeeText, redlineDispatchMinutes } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { redlineArrivalMinutes } from '#content/stated.ts'
import type { FormView } from '../form-view.ts'
import type { StepProps } from './field-props.ts'
import { useSlotsLeft } from './use-slots-left.ts'

/** Step 1: how soon. The Red Line slots left are those that the whole page shows, and change live. */
export function LevelStep({ view, ids }: StepProps) {
  const { priorityFeePence, redlineSlotsPerDay } = usePrices()
  const { emergencyPhone } = useDetails()
  const { options, answers, problems, redlineByPhone } = view
  const { left, isLastKnown, isClosed: isPaused } = useSlotsLeft(options)
  const next = useNext(view)
  const gone = view.next && next !== undefined && goneText(view.next, next)
  const isClosed = redlineByPhone || left === 0
  const chosen = isClosed ? 'standard' : levelOf(answers)
  return (
    <ChoiceGroup
      id={`${ids}serviceLevel`}
      name="serviceLevel"
      label="How soon do you need us?"
      className=""
      problem={problems.serviceLevel}
    >
      <Option
        // Rendered again only when the other one closes, so keyboard users who move between the two keep the focus.
        key={`standard ${isClosed}`}
        name="serviceLevel"
        value="standard"
        title="Standard"
        figure="no extra fee"
        defaultChecked={chosen === 'standard'}
      >
        {/* On its own line if there is room: the time that appears is as high as the words before it. */}
        {view.isUnserved && !options?.place?.inArea ? (
          'We don’t cover this area at the moment. Please call before you book.'
        ) : (
          <>
            <span className="md:block">
              <strong suppressHydrationWarning data-arrives={next ? '' : undefined}>
                {next ? `With you by ${next.by}` : next === null && options ? options.asap : 'As soon as possible'}
              </strong>
              ,
            </span>{' '}
            {options?.paused ? 'including arrival slots.' : 'or pick an arrival slot.'}
            {gone && <span className="block">{gone}</span>}
          </>
        )}
      </Option>
      <Option
        key={`redline ${isClosed}`}
        name="serviceLevel"
        value="redline"
        title="Red Line Response"
        figure={redlineByPhone ? 'By phone only' : isClosed ? slotsText(0, isPaused) : `+ ${poundsText(priorityFeePence.online)}`}
        urgent
        disabled={isClosed}
        defaultChecked={chosen === 'redline'}
      >
        {redlineByPhone ? (
          <>
            Call{' '}
            <a href={emergencyPhone.href} className="relative inline-flex min-h-11 items-center font-bold text-ink">
              {emergencyPhone.text}
            </a>
            {`. Dispatched within ${redlineDispatchMinutes} minutes, priority fee ${poundsText(priorityFeePence.phone)}.`}
          </>
        ) : (
          <>
            {`Priority fee ${priorityFeeText(priorityFeePence)}. Dispatched within ${redlineDispatchMinutes} minutes, with you within ${redlineArrivalMinutes.until}.`}
            <span className="mt-2 flex min-h-12 items-center gap-2.5 font-bold">
              <Valves free={left ?? redlineSlotsPerDay} of={redlineSlotsPerDay} />
              {left === undefined
                ? `${redlineSlotsPerDay} slots a day`
                : isClosed
                  ? isPaused
                    ? (options?.redlineClosed ?? 'No engineer is free within 15 minutes')
                    : `All ${redlineSlotsPerDay} taken. More at midnight`
                  : slotsText(left)}
              {isLastKnown && ', last known'}
            </span>
          </>
        )}
      </Option>
    </ChoiceGroup>
  )
}

/** Returns the next arrival: the page's current one, or until that is known the form's. */
function useNext({ options, next }: FormView): FormView['next'] {
  const live = useSyncExternalStore(subscribeLive, getLive, () => unknownFigures)
  if (live.next !== undefined) return live.next
  return options ? options.next : next
}
