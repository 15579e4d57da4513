import { useEffect } from 'react'
import { levelOf } from '#app/features/booking/answers.ts'
import { slotsText } from '#app/features/capacity/redline-slots.ts'
import { watchLive } from '#app/features/live-feed/live-store.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { Valves } from '#app/ui/drawings/valves.tsx'
import { ChoiceGroup } from '#app/ui/field.tsx'
import { Option } from '#app/ui/option.tsx'
import { poundsText } from '#content/money.ts'
import { priorityFeeText, redlineDispatchMinutes, redlineSlotsPerDay } from '#content/rates.ts'
import { nextVisitMinutes } from '#content/stated.ts'
import type { StepProps } from './field-props.ts'
import { useSlotsLeft } from './use-slots-left.ts'

/** Step 1: how fast. What is left of Red Line is what the whole page says of it, and changes while one looks. */
export function LevelStep({ view, ids }: StepProps) {
  const { priorityFeePence } = usePrices()
  const { options, answers, problems } = view
  const { left, isLastKnown } = useSlotsLeft(options)
  useEffect(watchLive, [])
  const soldOut = left === 0
  const chosen = soldOut ? 'standard' : levelOf(answers)
  return (
    <ChoiceGroup
      id={`${ids}serviceLevel`}
      name="serviceLevel"
      label="How fast do you need us?"
      className=""
      problem={problems.serviceLevel}
    >
      <Option
        key={`standard ${chosen}`}
        name="serviceLevel"
        value="standard"
        title="Standard"
        figure="no extra fee"
        defaultChecked={chosen === 'standard'}
      >
        {options ? (
          <>
            Next visit in about <strong>{options.nextAvailableMinutes} min</strong>, or pick a two-hour slot.
          </>
        ) : (
          `Next visit within ${nextVisitMinutes} minutes, or pick a two-hour slot.`
        )}
      </Option>
      <Option
        key={`redline ${soldOut}`}
        name="serviceLevel"
        value="redline"
        title="Red Line Response"
        figure={soldOut ? 'SOLD OUT' : `+ ${poundsText(priorityFeePence.online)}`}
        urgent
        disabled={soldOut}
        defaultChecked={chosen === 'redline'}
      >
        Priority fee {priorityFeeText(priorityFeePence)}. Dispatched within {redlineDispatchMinutes} minutes.
        <span className="mt-2 flex min-h-12 items-center gap-2.5 font-bold">
          <Valves free={left ?? redlineSlotsPerDay} of={redlineSlotsPerDay} />
          {left === undefined
            ? `${redlineSlotsPerDay} slots a day`
            : soldOut
              ? `All ${redlineSlotsPerDay} taken. New slots at midnight`
              : slotsText(left)}
          {isLastKnown && ', last known'}
        </span>
      </Option>
    </ChoiceGroup>
  )
}
