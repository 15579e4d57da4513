import { useEffect, useState } from 'react'
import { seconds } from '#app/values/clock.ts'
import { phoneNow } from '../engineer-acts/phone-clock.ts'
import { stepDone } from '../step-done.ts'
import { useActs } from '../use-acts.ts'

/** Long enough to read two sentences. */
const shownMs = seconds(12)

/**
 * Result of the engineer's last act: `text` for one posted to a page, else the last one sent by this phone, for a moment. `of`: the page's
 * kinds of acts; all by default.
 */
export function StepNotice({ text, of = /./ }: { text?: string; of?: RegExp }) {
  const last = useActs().acts.at(-1)
  const doneAt = last?.state === 'done' && of.test(last.kind) ? last.doneAt : undefined
  const [over, setOver] = useState<string>()
  useEffect(() => {
    if (!doneAt) return
    const timer = setTimeout(() => setOver(doneAt), Math.max(0, Date.parse(doneAt) + shownMs - phoneNow()))
    return () => clearTimeout(timer)
  }, [doneAt])
  const isNew = doneAt !== undefined && doneAt !== over && Date.parse(doneAt) + shownMs > phoneNow()
  const said = text ?? (isNew ? stepDone(last?.kind ?? null) : undefined)
  if (!said) return null
  return (
    <p role="status" className="mt-4 border-l-5 border-ok bg-ok-wash px-3 py-2 font-bold">
      {said}
    </p>
  )
}
