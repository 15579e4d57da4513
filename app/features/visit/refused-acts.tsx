import { isolated } from '#app/platform/bidi-text.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { Button } from '#app/ui/button.tsx'
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { ActForm } from './act-form.tsx'
import { phoneNow } from './engineer-acts/phone-clock.ts'
import { actAt, type QueuedAct, readRefusal } from './queued-act.ts'
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

/**
 * Returns the refused acts that an engineer has not read about: those `known` to the server when the page's data was read, and those on
 * this phone. Those read on this phone are left out even if the server's list is older. `job`: the page's job.
 */
export function unreadRefusals(
  known: readonly RefusedAct[],
  acts: readonly QueuedAct[],
  now: Instant,
  job?: { id: string; name: string },
): RefusedAct[] {
  const listed = new Set(known.map(({ key }) => key))
  const read = new Set(acts.flatMap(({ kind, fields }) => (kind === readRefusal ? [fields.refused] : [])))
  const here = acts.filter(({ key, kind, state }) => state === 'refused' && kind !== readRefusal && !listed.has(key))
  return [
    ...known,
    ...here.map((act) => ({
      ...{ key: act.key, bookingId: act.bookingId, at: spokenTimeSeen(actAt(act), now), reason: act.says ?? '' },
      ...(job && { name: act.bookingId === job.id ? job.name : 'Another job' }),
    })),
  ].filter(({ key }) => !read.has(key))
}
