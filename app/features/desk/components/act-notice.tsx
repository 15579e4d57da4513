import { type ReactNode, useEffect, useRef } from 'react'
import { RowButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'

/** Id of the element that asks a question about a form. */
export const questionId = (intent: string) => `${intent}-question`

interface ActNoticeProps {
  answer?: RefusedForm
  /** The sentence about the act that was done. */
  done: string
  /** A reference to read out, shown after the text. */
  reference?: string
  /** Replaces the text about the act. */
  children?: ReactNode
  /** Dismisses a refusal; with JavaScript only. */
  dismiss?: () => void
}

/**
 * The server's response to the last form: who was first, the problem, or that it is done. It stays visible while the page is scrolled,
 * since the button may be anywhere.
 */
export function ActNotice({ answer, done, reference, children, dismiss }: ActNoticeProps) {
  const said = useRef<HTMLDivElement>(null)
  // If the button has disappeared with its row or question, keyboard users continue from here.
  useEffect(() => {
    if (done && document.activeElement === document.body) said.current?.focus({ preventScroll: true })
  }, [done])
  if (answer?.refusal.isQuestion && answer.intent === 'undo') return <UndoQuestion answer={answer} dismiss={dismiss} />
  // The question is shown next to its answer.
  if (answer?.refusal.isQuestion)
    return (
      <p className="act-notice sticky z-10 my-3 max-w-[52em] border-l-5 border-ink bg-lamp px-3 font-bold">
        <a href={`#${questionId(answer.intent)}`} className="inline-flex min-h-11 items-center">
          {answer.refusal.text} Please confirm.
        </a>
      </p>
    )
  if (answer) {
    const { refusal, problems } = answer
    const fields = Object.entries(problems).map(([field, text]) => ({ field, text }))
    return (
      <div className="act-notice sticky z-10 my-4 max-w-[52em]">
        <ErrorSummary
          title={refusal.isOvertaken ? 'A colleague got there first' : 'Not saved'}
          problems={fields.length > 0 ? fields : [{ text: refusal.text }]}
        >
          {dismiss && <Dismiss dismiss={dismiss} />}
        </ErrorSummary>
      </div>
    )
  }
  if (!done) return null
  return (
    <div
      ref={children ? undefined : said}
      role="status"
      tabIndex={-1}
      className="act-notice sticky z-10 my-3 max-w-[52em] border-l-5 border-ok bg-ok-wash px-3 py-2"
    >
      {children ?? (
        <p className="font-bold">
          {done}
          {reference && <span className="block text-xl">{reference}</span>}
        </p>
      )}
    </div>
  )
}

/** Asked here, since the button to undo may have disappeared with the notice. */
const UndoQuestion = ({ answer: { refusal, typed }, dismiss }: { answer: RefusedForm; dismiss?: () => void }) => (
  <div role="alert" className="act-notice sticky z-10 my-3 max-w-[52em] border-l-5 border-alarm bg-alarm-wash px-3 py-2">
    <ActForm intent="undo" bookingId={typed.bookingId} seen={typed.seen}>
      <p className="font-bold">{refusal.text}</p>
      <input type="hidden" name="confirmed" value={refusal.confirms} />
      <div className="flex flex-wrap gap-x-2">
        <RowButton look="ink" className="mt-2">
          Undo anyway
        </RowButton>
        {dismiss && <Dismiss dismiss={dismiss} />}
      </div>
    </ActForm>
  </div>
)

function Dismiss({ dismiss }: { dismiss: () => void }) {
  const isHydrated = useHydrated()
  return (
    <RowButton type="button" className={`mt-2 ${isHydrated ? '' : 'invisible'}`} onClick={dismiss}>
      Dismiss
    </RowButton>
  )
}
