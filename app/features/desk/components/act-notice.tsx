import { type ReactNode, useEffect, useRef } from 'react'
import { staffDone } from '#app/features/booking/lifecycle.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ActForm } from './act-form.tsx'

interface Answer {
  intent: string
  refusal?: { text: string; isOvertaken: boolean; isQuestion?: boolean; confirms?: string }
  problems: Record<string, string>
  typed?: Record<string, string>
}

/** Texts about the last form by its intent: a step of a booking's life, or something else. */
const doneTexts: Record<string, string> = {
  ...staffDone,
  called: 'Call recorded.',
  'undo-call': 'Undone.',
  undo: 'Undone.',
  note: 'Note saved.',
  message: 'Sent to the customer.',
  refund: 'Refund made. We’re telling the customer.',
  withdraw: 'Withdrawn.',
  'keep-credit': 'Credit kept. The customer still gets it off their bill.',
  'charge-fee': 'Fee charged. It’ll be on their bill.',
  'waive-fee': 'No fee. The customer won’t be charged.',
  'bill-issue': 'Bill issued. We’re emailing it to the customer.',
  'bill-correct': 'Bill corrected.',
  'bill-uncorrect': 'Correction removed.',
  'bill-credit': 'Credit note issued. We’re telling the customer.',
  'bill-pay': 'Payment recorded. We’re emailing a receipt.',
  'bill-void': 'Payment voided.',
  'bill-note': 'Note saved.',
  'next-free': 'The next free time is shown on the website.',
  'resume-online': 'Online booking is open again.',
  'call-back': 'Noted: you’ve called them.',
  read: 'Marked as read.',
  answered: 'Marked as answered.',
  complain: 'Marked as a complaint. It stays in the inbox until it’s settled.',
  settle: 'Complaint settled.',
  taken: 'Booked. Give the customer their reference.',
  saved: 'Saved.',
  shift: 'Shift added.',
  dropped: 'Removed.',
  absence: 'Absence saved.',
  swapped: 'Swapped.',
  invited: 'Invitation sent.',
  'access-ended': 'Access ended. They’re signed out.',
}

/** Id of the element that asks a question about a form. */
export const questionId = (intent: string) => `${intent}-question`

interface ActNoticeProps {
  answer?: Answer
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
  if (answer?.refusal?.isQuestion && answer.intent === 'undo')
    return <UndoQuestion text={answer.refusal.text} confirms={answer.refusal.confirms} typed={answer.typed} dismiss={dismiss} />
  // The question is shown next to its answer.
  if (answer?.refusal?.isQuestion)
    return (
      <p className="sticky top-2 z-10 my-3 max-w-[52em] border-l-5 border-ink bg-lamp px-3 font-bold">
        <a href={`#${questionId(answer.intent)}`} className="inline-flex min-h-11 items-center">
          {answer.refusal.text} Please confirm.
        </a>
      </p>
    )
  if (answer?.refusal) {
    const { refusal, problems } = answer
    const fields = Object.entries(problems).map(([field, text]) => ({ field, text }))
    return (
      <div className="sticky top-2 z-10 my-4 max-w-[52em]">
        <ErrorSummary
          title={refusal.isOvertaken ? 'A colleague got there first' : 'Not saved'}
          problems={fields.length > 0 ? fields : [{ text: refusal.text }]}
        >
          {dismiss && <Dismiss dismiss={dismiss} />}
        </ErrorSummary>
      </div>
    )
  }
  const text = doneText(done)
  if (!text) return null
  return (
    <div
      ref={children ? undefined : said}
      role="status"
      tabIndex={-1}
      className="sticky top-2 z-10 my-3 max-w-[52em] border-l-5 border-ok bg-ok-wash px-3 py-2"
    >
      {children ?? (
        <p className="font-bold">
          {text}
          {reference && done === 'taken' && <span className="block text-xl">{reference}</span>}
        </p>
      )}
    </div>
  )
}

/** Asked here, since the button to undo may have disappeared with the notice. */
interface UndoQuestionProps {
  text: string
  confirms?: string
  typed?: Record<string, string>
  dismiss?: () => void
}

const UndoQuestion = ({ text, confirms, typed = {}, dismiss }: UndoQuestionProps) => (
  <div role="alert" className="sticky top-2 z-10 my-3 max-w-[52em] border-l-5 border-alarm bg-alarm-wash px-3 py-2">
    <ActForm intent="undo" bookingId={typed.bookingId} seen={typed.seen}>
      <p className="font-bold">{text}</p>
      <input type="hidden" name="confirmed" value={confirms} />
      <div className="flex flex-wrap gap-x-2">
        <Button className="key-row mt-2">Undo anyway</Button>
        {dismiss && <Dismiss dismiss={dismiss} />}
      </div>
    </ActForm>
  </div>
)

function Dismiss({ dismiss }: { dismiss: () => void }) {
  const isHydrated = useHydrated()
  return (
    <Button type="button" look="outline" className={`key-row mt-2 ${isHydrated ? '' : 'invisible'}`} onClick={dismiss}>
      Dismiss
    </Button>
  )
}

/** Returns the sentence about a finished act; undefined for an intent without one. */
export const doneText = (intent: string): string | undefined => (Object.hasOwn(doneTexts, intent) ? doneTexts[intent] : undefined)
