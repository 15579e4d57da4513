import { spokenTimeAt } from '#app/platform/london.ts'
import { Button } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { ActForm } from '../act-form.tsx'
import { estimateMinutes } from '../sheet/visit-times.ts'

/** Buttons for an engineer on the way to give an estimate. `now`: the server's time, in ms. */
export function EstimateKeys({ job: { id, expectedAt }, now }: { job: { id: string; expectedAt: string | null }; now: number }) {
  const isPast = expectedAt !== null && Date.parse(expectedAt) < now
  return (
    <section aria-labelledby="estimate" className="mt-5 border-2 border-ink bg-chalk px-3 py-3">
      <h2 id="estimate" className="text-lg">
        How long will you be?
      </h2>
      <p className="mt-1">
        {expectedAt === null
          ? 'The customer will see this on their booking page.'
          : isPast
            ? `You said ${spokenTimeAt(expectedAt)}, but it’s past that now. How much longer?`
            : `The customer expects you at about ${spokenTimeAt(expectedAt)}.`}
      </p>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))] gap-2">
        {estimateMinutes.map((count) => (
          <li key={count}>
            <ActForm kind="estimate" bookingId={id} action={`/engineer/jobs/${id}` satisfies SitePath}>
              <input type="hidden" name="step" value="estimate" />
              <input type="hidden" name="minutes" value={count} />
              <Button look="outline" className="min-h-12 w-full gap-1 px-1 whitespace-nowrap">
                {count} <span className="text-sm">min</span>
              </Button>
            </ActForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
