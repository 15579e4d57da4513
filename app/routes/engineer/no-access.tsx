import { AnswerNeeded } from '#app/features/booking/refusals.ts'
import { useKeptAnswer } from '#app/features/desk/components/use-kept-answer.ts'
import { PartOfJob } from '#app/features/site/components/part-of-job.tsx'
import { anotherTime } from '#app/features/visit/another-time.ts'
import { type DoorAnswer, DoorPage } from '#app/features/visit/components/door-page.tsx'
import { EngineerPhotos } from '#app/features/visit/components/engineer-photos.tsx'
import { callAttempt, doorWaitWith } from '#app/features/visit/door-wait.ts'
import { withActs } from '#app/features/visit/job-view.ts'
import { readPhotosForEngineer } from '#app/features/visit/photos-view.server.ts'
import { actsSince } from '#app/features/visit/queued-act.ts'
import { readDoorWait } from '#app/features/visit/read-door-wait.server.ts'
import { useActs, usePhoneNow } from '#app/features/visit/use-acts.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { londonDay, timeText } from '#app/platform/london.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/no-access'
import { ownAction } from './acts.server.ts'
import { readJobOf } from './own-job.server.ts'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta = () => privateMeta('Can’t get in')
export const headers = privateFormHeaders

export async function loader(args: Route.LoaderArgs) {
  const { services, act, job } = await readJobOf(args)
  const wait = await readDoorWait(services.db, job.id)
  const action = `/engineer/jobs/${job.id}/photos` satisfies SitePath
  const { shown, ...photos } = await readPhotosForEngineer(services, { bookingId: job.id, action, userId: act.userId })
  const now = services.clock.now()
  const from = toInstant(new Date(Math.ceil(now.getTime() / hours(1)) * hours(1)))
  return {
    job,
    wait,
    photos: {
      ...photos,
      shown: shown.filter(({ kind }) => kind === 'door'),
      kinds: ['door' as const],
      chosen: 'door' as const,
      from: 'door' as const,
    },
    photo: new URL(args.request.url).searchParams.get('photo'),
    now: toInstant(now),
    tryKey: newId(),
    window: { day: londonDay(from), from: timeText(from), until: timeText(later(from, hours(2))), today: londonDay(now) },
  }
}

const kinds: Readonly<Record<string, string>> = { called: callAttempt, close: 'no_access', another_time: anotherTime }

export const action = ownAction({
  kindOf: (field) => kinds[field('intent')] ?? '',
  next: (kind, id) => (kind === callAttempt ? `/engineer/jobs/${id}/no-access` : `/engineer?done=${kind}`),
  refused: (refusal, { text, typed }): DoorAnswer => ({
    intent: text('intent'),
    text: refusal.message,
    confirms: refusal instanceof AnswerNeeded ? refusal.confirms : undefined,
    typed: typed(),
    problems: refusal instanceof InvalidEntry ? refusal.fields : {},
  }),
})

/** At the door of a job that no one opens. */
export default function NoAccess({ loaderData, actionData }: Route.ComponentProps) {
  const { answer } = useKeptAnswer(actionData)
  const { acts } = useActs()
  const now = usePhoneNow(loaderData.now)
  const job = withActs(loaderData.job, acts)
  const since = actsSince(acts, job.id, job.now)
  const wait = job.isAtDoor ? doorWaitWith(loaderData.wait, since, job) : undefined
  return (
    <PartOfJob job={job}>
      <DoorPage
        {...loaderData}
        job={job}
        wait={wait}
        now={toInstant(new Date(now))}
        isWaiting={job.isWaiting}
        answer={answer}
        photos={
          <EngineerPhotos
            jobId={job.id}
            photos={loaderData.photos}
            state={loaderData.photo}
            label="Photo of the door"
            hint="It proves you were there. The office can see it too."
            className="mt-8 border-t-2 border-ink pt-4"
          >
            <h2 id="photos-title" className="text-xl">
              The door
            </h2>
          </EngineerPhotos>
        }
      />
    </PartOfJob>
  )
}
