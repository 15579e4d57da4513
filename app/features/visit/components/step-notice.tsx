import { phoneNow } from '#app/features/engineer-acts/acts-queue.ts'
import { useActs } from '#app/features/engineer-acts/use-acts.ts'
import { minutes } from '#app/platform/clock.ts'
import { stepDone } from '../step-done.ts'

/** What the engineer's last act did: `text` for one posted to a page, else the last one sent by this phone. */
export function StepNotice({ text }: { text?: string }) {
  const last = useActs().acts.at(-1)
  const isNew = last?.state === 'done' && last.doneAt !== undefined && Date.parse(last.doneAt) > phoneNow() - minutes(1)
  const said = text ?? (isNew ? stepDone(last.kind) : undefined)
  if (!said) return null
  return (
    <p role="status" className="mt-4 border-l-5 border-ok bg-ok-wash px-3 py-2 font-bold">
      {said}
    </p>
  )
}
