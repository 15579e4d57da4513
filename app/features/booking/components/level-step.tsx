import { poundsText } from '#app/features/pricing/rules.ts'
import { slotsText } from '#app/features/redline/rules.ts'
import { ChoiceGroup } from '#app/ui/field.tsx'
import { Option } from '#app/ui/option.tsx'
import { priorityFeePence, redlineDispatchMinutes } from '#content/rates.ts'
import type { FormView } from '../form-view.server.ts'

/** Step 1: how fast. */
export function LevelStep({ view }: { view: FormView }) {
  const soldOut = view.slotsLeft === 0
  const chosen = view.answers.serviceLevel === 'redline' && !soldOut ? 'redline' : 'standard'
  return (
    <ChoiceGroup name="serviceLevel" label="How fast do you need us?" problem={view.problems.serviceLevel}>
      {view.answers.service && <input type="hidden" name="service" value={view.answers.service} />}
      <Option name="serviceLevel" value="standard" title="Standard" figure="no extra fee" defaultChecked={chosen === 'standard'}>
        Next visit in about <strong>{view.nextAvailableMinutes} min</strong>, or pick a two-hour slot.
      </Option>
      <Option
        name="serviceLevel"
        value="redline"
        title="Red Line Response"
        figure={soldOut ? 'SOLD OUT' : `+ ${poundsText(priorityFeePence.online)}`}
        urgent
        disabled={soldOut}
        defaultChecked={chosen === 'redline'}
      >
        Priority fee {poundsText(priorityFeePence.online)} online ({poundsText(priorityFeePence.phone)} by phone). Dispatched within{' '}
        {redlineDispatchMinutes} minutes. <strong>{soldOut ? 'All 5 taken. New slots at midnight.' : slotsText(view.slotsLeft)}</strong>
      </Option>
    </ChoiceGroup>
  )
}
