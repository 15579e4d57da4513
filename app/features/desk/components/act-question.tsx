import { fieldOf, TextField } from '#app/ui/field.tsx'
import type { RefusedForm } from '../refused-form.ts'
import { questionId } from './act-notice.tsx'

/** The question before an act: asked once, and answered by sending the form again; or the reason why a gas job has no gas record. */
export function Question({ refused }: { refused?: RefusedForm }) {
  if (refused?.problems.gasReason)
    return (
      <div className="mb-2 max-w-[30em]">
        <TextField label="Why there’s no gas record" maxLength={300} autoComplete="off" {...fieldOf(refused, 'gasReason')} />
      </div>
    )
  if (!refused?.refusal.isQuestion) return null
  return (
    <div role="alert" id={questionId(refused.intent)} className="mb-2 basis-full border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
      <p>{refused.refusal.text}</p>
      <input type="hidden" name="confirmed" value={refused.refusal.confirms} />
    </div>
  )
}
