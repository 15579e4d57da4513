import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { FormView } from '../form-view.server.ts'
import { ContactStep } from './contact-step.tsx'
import { EmergencyStep } from './emergency-step.tsx'
import { GasLine } from './gas-line.tsx'
import { LevelStep } from './level-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepBar } from './step-bar.tsx'

const stepViews = { 1: LevelStep, 2: ContactStep, 3: EmergencyStep, 4: ReviewStep }

/** The booking form, one step at a time (specification 1 section 2). It posts to /book and needs no JavaScript. */
export function BookingForm({ view }: { view: FormView }) {
  const StepView = stepViews[view.step]
  const problems = Object.entries(view.problems).map(([field, text]) => ({ field, text }))
  return (
    <form method="post" action="/book" noValidate className="max-w-[40em] rounded-key border-2 border-ink bg-chalk">
      <StepBar current={view.step} />
      {view.step === 1 && <GasLine />}
      <div className="p-4 md:p-6">
        <input type="hidden" name="draft" value={view.draftId} />
        <input type="hidden" name="step" value={view.step} />
        {view.changing && <input type="hidden" name="change" value="1" />}
        {/* Enter presses the first button of a form: this one, which goes on. */}
        <button type="submit" name="go" value={view.step === 4 ? 'submit' : 'next'} tabIndex={-1} aria-hidden="true" className="sr-only">
          Next
        </button>
        <Honeypot />
        {view.alert && (
          <ErrorSummary title={view.alert.title} problems={[{ text: view.alert.message }]}>
            {view.alert.offersStandard && (
              <Button name="go" value="standard" className="mt-2">
                Continue with Standard, no priority fee
              </Button>
            )}
          </ErrorSummary>
        )}
        {problems.length > 0 && <ErrorSummary problems={problems} />}
        <StepView view={view} />
      </div>
      <div className="flex gap-3 border-t border-line p-4 md:px-6">
        {view.step > 1 && (
          <Button look="outline" name="go" value="previous">
            Previous
          </Button>
        )}
        <Button name="go" value={view.step === 4 ? 'submit' : 'next'} className="flex-1">
          {view.step === 4 ? 'Submit' : 'Next'}
        </Button>
      </div>
    </form>
  )
}

/** A field that people neither see nor hear; what fills it in is suspected of being a robot. */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label htmlFor="company">Leave this field empty</label>
      <input id="company" name="company" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}
