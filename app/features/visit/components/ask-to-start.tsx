import { Button } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { startToReadOut } from '#content/cancelling.ts'
import { ActForm } from '../act-form.tsx'
import { askedToStart } from '../queued-act.ts'
import type { OwnJob } from '../read-own-jobs.server.ts'

/** At the door of a visit that was booked ahead: the question to a customer who hasn't asked us yet to start. */
export function AskToStart({ job: { id, isAtDoor, mayAskToStart } }: { job: Pick<OwnJob, 'id' | 'isAtDoor' | 'mayAskToStart'> }) {
  if (!isAtDoor || !mayAskToStart) return null
  return (
    <section aria-labelledby="ask-to-start" className="mt-5 border-2 border-ink bg-cream px-3 py-3">
      <h2 id="ask-to-start" className="text-lg">
        Ask before you start
      </h2>
      <p className="mt-1">{startToReadOut}</p>
      <ActForm kind={askedToStart} bookingId={id} action={`/engineer/jobs/${id}` satisfies SitePath}>
        <input type="hidden" name="step" value={askedToStart} />
        <Button look="outline" className="mt-3 min-h-12 w-full">
          Yes, they asked us to start
        </Button>
      </ActForm>
    </section>
  )
}
