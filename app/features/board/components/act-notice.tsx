import { staffDone } from '#app/features/booking/lifecycle.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'

interface Answer {
  refusal?: { text: string; isOvertaken: boolean }
  problems: Record<string, string>
}

/** What was done by the last press, by its intent: a step of a booking's life, or something beside it. */
const doneTexts: Record<string, string> = {
  ...staffDone,
  undo: 'Taken back.',
  note: 'Noted.',
  message: 'Sent to the customer.',
  refund: 'The money is on its way back.',
  'call-back': 'Noted: rung.',
  taken: 'Booked. Read the reference out to the customer.',
  saved: 'Saved.',
  shift: 'Shift added.',
  dropped: 'Removed.',
  absence: 'Absence saved.',
  swapped: 'Swapped.',
}

/** What the server said of the last press: who was faster, what is wrong, or that it is done. */
export function ActNotice({ answer, done }: { answer?: Answer; done: string }) {
  if (answer?.refusal) {
    const { refusal, problems } = answer
    const fields = Object.entries(problems).map(([field, text]) => ({ field, text }))
    return (
      <div className="my-4 max-w-[52em]">
        <ErrorSummary
          title={refusal.isOvertaken ? 'Somebody was faster' : 'Not done'}
          problems={fields.length > 0 ? fields : [{ text: refusal.text }]}
        />
      </div>
    )
  }
  const text = Object.hasOwn(doneTexts, done) ? doneTexts[done] : undefined
  if (!text) return null
  return (
    <p role="status" className="my-3 border-l-5 border-ok bg-ok-wash px-3 py-2 font-bold">
      {text}
    </p>
  )
}
