import { SlotChoice } from '#app/features/booking/slot-choice.tsx'
import { useDetails } from '#app/platform/published-context.ts'
import { spokenDay } from '#app/platform/spoken-moment.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { dayWithYear } from '#app/values/day.ts'
import { business } from '#content/business.ts'
import { callBackHours, guaranteeMonths, guaranteeVisitDays } from '#content/stated.ts'
import type { ReturnPageView } from '../return-view.server.ts'
import { FormProblems } from './form-problems.tsx'

interface ReturnProblems {
  problems: Readonly<Record<string, string>>
  /** About the whole. */
  alert?: string
}

/** The form for a free return visit: the problem, and when we should visit. One form, so that nothing typed is lost between its steps. */
export function ReturnPage({ view, problems, alert }: { view: ReturnPageView } & ReturnProblems) {
  const { path, reference, refused, times, isForParts } = view
  return (
    <div className="max-w-[40em]">
      <p className="mb-5">
        <a href={path} className="inline-flex min-h-11 items-center font-bold">
          Back to booking {reference}
        </a>
      </p>
      <FormProblems problems={problems} alert={alert} />
      <h1 className="text-2xl">{isForParts ? 'Your part has arrived' : 'The same problem is back?'}</h1>
      {refused || !times ? (
        <Refused view={view} />
      ) : (
        <>
          <p className="mt-3">
            {isForParts
              ? 'Choose when we should return to fit it. The visit is free: no call-out charge, and no charge for time.'
              : `We’re sorry. Our work is guaranteed for ${guaranteeMonths} months, so we’ll return and fix it for free: call-out, time and materials. You’ll only pay if you agree to other work first.`}
          </p>
          <p className="mt-3 border-l-5 border-alarm bg-alarm-wash px-4 py-3">
            Smell gas? Leave, and call{' '}
            <a href={business.gasEmergency.href} className="font-bold whitespace-nowrap">
              {business.gasEmergency.text}
            </a>{' '}
            before you do anything else.
          </p>
          <ReturnForm view={view} times={times} problems={problems} />
        </>
      )}
    </div>
  )
}

function ReturnForm({
  view: { path, answers, isForParts },
  times: { today, day, furthest, slots, asapMinutes },
  problems,
}: {
  view: ReturnPageView
  times: NonNullable<ReturnPageView['times']>
  problems: ReturnProblems['problems']
}) {
  return (
    <form method="post" action={`${path}/return`} noValidate>
      <input type="hidden" name="key" value={answers.key} />
      <TextArea
        name="description"
        label={isForParts ? 'Anything we should know?' : 'What’s happening?'}
        optional={isForParts}
        hint={isForParts ? undefined : 'For example: the tap drips again. You can add photos once it’s booked.'}
        problem={problems.description}
        defaultValue={answers.description}
        maxLength={1000}
      />
      <div className="flex flex-wrap items-end gap-x-4">
        <div className="grow">
          <TextField
            name="preferredDate"
            label="Date"
            type="date"
            hint={
              isForParts
                ? undefined
                : `An emergency: choose as soon as possible. We’ll be with you within ${callBackHours} hours. Otherwise choose a time in the next ${guaranteeVisitDays} days, or later if you prefer.`
            }
            min={today}
            max={furthest}
            defaultValue={answers.preferredDate || day}
            problem={problems.preferredDate}
          />
        </div>
        <Button name="intent" value="times" look="outline" className="mt-3">
          Show times for this date
        </Button>
      </div>
      <input type="hidden" name="shownDay" value={day} />
      <SlotChoice
        key={day}
        id="timeSlot"
        label={`Arrival slot, ${spokenDay(day, today)}`}
        day={day}
        today={today}
        slots={slots}
        chosen={answers.timeSlot}
        asapText={asapMinutes === null ? 'By phone only today' : `In about ${asapMinutes} minutes`}
        isAsapClosed={asapMinutes === null && day === today}
        problem={problems.timeSlot}
        unchosen
      />
      <Button name="intent" value="book" className="mt-6">
        Book the free visit
      </Button>
    </form>
  )
}

/** Why no return visit can be booked here, and what to do instead. */
function Refused({ view: { refused, reference } }: { view: ReturnPageView }) {
  const { emergencyPhone } = useDetails()
  const phone = (
    <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
      {emergencyPhone.text}
    </a>
  )
  if (refused?.why === 'booked')
    return (
      <p className="mt-3">
        We’re already returning for this:{' '}
        <a href={refused.visit.path} className="font-bold">
          see visit {refused.visit.reference}
        </a>
        . If it’s got worse, call {phone}.
      </p>
    )
  return (
    <p className="mt-3">
      {refused?.why === 'over'
        ? `Our ${guaranteeMonths}-month guarantee on this visit ended on ${dayWithYear(refused.until)}. `
        : 'This visit isn’t finished yet, so there’s nothing to return to. '}
      Call {phone} at any time and quote {reference}: we’ll tell you how we can help.
    </p>
  )
}
