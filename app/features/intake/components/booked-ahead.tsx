import { isBookedAhead } from '#app/features/booking/answers.ts'
import { addDays } from '#app/values/day.ts'
import { forBusinessText, startInSlotText } from '#content/cancelling.ts'
import { cancellationRightDays } from '#content/fees.ts'
import type { StepProps } from './field-props.ts'

/** Two optional boxes that decide the right to cancel a visit that isn't urgent. An urgent one has none. */
export function BookedAhead({ view: { answers, options } }: StepProps) {
  if (!isBookedAhead(answers, options?.today)) return null
  const isWithinPeriod = !options || !answers.preferredDate || answers.preferredDate <= addDays(options.today, cancellationRightDays)
  const tick = (name: 'startAsked' | 'forBusiness', text: string) => (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input type="checkbox" name={name} value="yes" defaultChecked={Boolean(answers[name])} className="size-6 flex-none accent-ink" />
      {text}
    </label>
  )
  return (
    <div className="mt-4 border-t border-line pt-1 text-sm">
      {isWithinPeriod && tick('startAsked', startInSlotText)}
      {tick('forBusiness', forBusinessText)}
    </div>
  )
}
