import { Button } from '#app/ui/button.tsx'
import type { ActsState } from './acts-queue.ts'
import { actsQueue, useActs } from './use-acts.ts'

/** Shows if the engineer's acts have been sent, on each of their pages. Empty if none wait. */
export function ActsStatus({ next }: { next: string }) {
  const { acts, line, durable } = useActs()
  const waiting = acts.filter(({ state }) => state === 'waiting').length
  const asked = acts.find(({ state }) => state === 'asked')
  return (
    <>
      <div role="status" data-acts={waiting > 0 ? line : 'none'}>
        {waiting > 0 && (
          // As high as its longest text: no button moves when it changes.
          <p className="mt-4 flex min-h-17 items-center bg-lamp px-3 py-2 font-bold">
            {asked && line === 'idle' ? 'Answer the question below, and we’ll send the rest.' : waitingText(waiting, line, durable)}
          </p>
        )}
      </div>
      {line === 'signed_out' && (
        <p className="mt-2">
          <a
            href={`/auth?next=${encodeURIComponent(next)}`}
            // This page alone has what the phone can't save.
            target={durable ? undefined : '_blank'}
            className="inline-flex min-h-12 items-center font-bold"
          >
            Sign in again
          </a>
        </p>
      )}
      {asked && (
        <section role="alert" className="mt-4 border-l-5 border-alarm bg-alarm-wash px-3 py-2">
          <p className="font-bold">{asked.says}</p>
          <div className="pair mt-2 gap-y-2">
            <Button type="button" className="min-h-12" onClick={() => void actsQueue().answer(asked.key, true)}>
              Do it anyway
            </Button>
            <Button type="button" look="outline" className="min-h-12" onClick={() => void actsQueue().answer(asked.key, false)}>
              Leave it
            </Button>
          </div>
        </section>
      )}
    </>
  )
}

/** The state of the waiting acts, in words. */
export function waitingText(count: number, line: ActsState['line'], durable: boolean): string {
  if (line === 'signed_out' && !durable)
    return 'Not sent yet. This phone can’t save it, so keep this page open and sign in again in a new tab.'
  if (line === 'signed_out') return 'Saved on this phone. Sign in again to send it.'
  if (!durable) return 'Not sent yet. This phone can’t save it, so keep this page open until it’s sent.'
  if (line !== 'waiting') return 'Sending…'
  return count === 1
    ? 'Saved on this phone. It’ll send when there’s a signal.'
    : `${count} updates are saved on this phone. They’ll send when there’s a signal.`
}
