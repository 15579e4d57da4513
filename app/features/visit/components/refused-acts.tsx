import { Form } from 'react-router'
import type { SitePath } from '#app/platform/site-path.ts'
import { Button } from '#app/ui/button.tsx'
import type { RefusedAct } from '../take-acts.server.ts'

/** What an engineer's phone reported and we could not do, each until they have read why. */
export function RefusedActs({ acts }: { acts: readonly RefusedAct[] }) {
  if (acts.length === 0) return null
  return (
    <section aria-labelledby="refused-title" className="mt-4 border-l-5 border-alarm bg-alarm-wash px-3 py-2">
      <h2 id="refused-title" className="text-lg">
        Not saved
      </h2>
      {acts.map(({ key, bookingId, at, reason }) => (
        <div key={key} className="mt-2">
          <p>
            <b>{at}:</b> {reason}
          </p>
          {bookingId && (
            <a href={`/engineer/jobs/${bookingId}` satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
              Open the job
            </a>
          )}
          <Form method="post" action={'/engineer/acts' satisfies SitePath} navigate={false} fetcherKey={`read-${key}`}>
            <input type="hidden" name="dismiss" value={key} />
            <Button look="outline" className="min-h-12 w-full">
              I’ve read this
            </Button>
          </Form>
        </div>
      ))}
    </section>
  )
}
