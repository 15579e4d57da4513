import { type Step, steps } from '#app/features/booking/answers.ts'
import { bookingTrouble } from '#app/platform/phone-first-context.ts'
import { useDetails } from '#app/platform/published-context.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'

/** At the top of the form while bookings can't be relied on; styled with existing classes. */
export function CallInstead({ says }: { says: string }) {
  const { emergencyPhone } = useDetails()
  return (
    <section aria-label="Call us" className="border-y-2 border-ink bg-lamp p-4">
      <p className="font-bold">{says} Call us, day or night:</p>
      <p className="mt-2">
        <a href={emergencyPhone.href} className="key key-alarm">
          {emergencyPhone.text}
        </a>
      </p>
      {says === bookingTrouble && <p className="mt-2 text-sm">You can still send the form. If you don’t get a reference, call us.</p>}
    </section>
  )
}

/** The visitor's position in the four steps: the route line, in ink. */
export function StepBar({ current }: { current: Step }) {
  return (
    <ol className="grid grid-cols-4 border-b border-line px-2 pt-2.5 pb-1.5 text-center text-xs leading-tight text-muted">
      {steps.map((name, at) => {
        const done = at + 1 < current
        const here = at + 1 === current
        const station = done ? 'border-10 border-ink' : `border-4 bg-chalk ${here ? 'border-ink' : 'border-idle'}`
        return (
          <li key={name} aria-current={here ? 'step' : undefined} className={`relative px-1 pt-7 ${here ? 'font-bold text-ink' : ''}`}>
            {at > 0 && <i className={`absolute top-2 right-1/2 w-full border-t-4 ${done || here ? 'border-ink' : 'border-idle'}`} />}
            <span aria-hidden="true" className={`absolute top-0 left-1/2 z-1 -ml-2.5 size-5 rounded-full ${station}`} />
            {name}
            {done && <span className="sr-only"> (done)</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** The gas warning above the first step of every booking form. */
export function GasLine({ id }: { id: string }) {
  return (
    <p id={id} className="relative min-h-12 content-center border-y-2 border-ink bg-lamp px-4 py-1 text-sm leading-tight lg:px-6">
      <strong>Do you smell gas?</strong> Don’t book. {/* The whole band is its target. */}
      <a href={'/gas-emergency' satisfies SitePath} className="font-bold after:absolute after:inset-0 max-lg:block">
        {`What to do: call ${business.gasEmergency.text}`}
      </a>
    </p>
  )
}
