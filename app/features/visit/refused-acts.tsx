import { isolated } from '#app/platform/bidi-text.ts'
import { Button } from '#app/ui/button.tsx'
import { toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { ActForm } from './act-form.tsx'
import { phoneNow } from './engineer-acts/phone-clock.ts'
import { unreadRefusals } from './engineer-acts/unread-refusals.ts'
import { readRefusal } from './queued-act.ts'
import type { RefusedAct } from './reported-acts.server.ts'
import { actsQueue, useActs } from './use-acts.ts'

interface RefusedActsProps {
  /** The refused acts that the server knows. */
  acts?: readonly RefusedAct[]
  /** The job that the page is about. */
  job?: { id: string; name: string }
}

/** Acts from an engineer's phone that were refused, each until they have read why. */
export function RefusedActs({ acts = [], job }: RefusedActsProps) {
  const all = unreadRefusals(acts, useActs().acts, toInstant(new Date(phoneNow())), job)
  if (all.length === 0) return null
  return (
    <section aria-labelledby="refused-title" className="mt-4 border-l-5 border-alarm bg-alarm-wash px-3 py-2">
      <h2 id="refused-title" className="text-lg">
        Not saved
      </h2>
      {all.map((act) => (
        <Refused key={act.key} act={act} />
      ))}
    </section>
  )
}

const Refused = ({ act: { key, bookingId, name, at, reason } }: { act: RefusedAct }) => (
  <div className="mt-2">
    <p>
      <b>{name ? `${isolated(name)}, ${at}` : at}:</b> {reason}
    </p>
    {bookingId && (
      <a href={`/engineer/jobs/${bookingId}` satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
        Open the job
      </a>
    )}
    <ActForm
      kind={readRefusal}
      bookingId=""
      action={'/engineer/acts' satisfies SitePath}
      instead={async () => {
        await actsQueue().forget(key)
        return false
      }}
    >
      <input type="hidden" name="refused" value={key} />
      <Button look="outline" className="min-h-12 w-full">
        I’ve read this
      </Button>
    </ActForm>
  </div>
)
