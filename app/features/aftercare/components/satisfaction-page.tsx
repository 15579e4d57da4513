import { Button } from '#app/ui/button.tsx'
import { ChoiceGroup, fieldOf, TextArea } from '#app/ui/field.tsx'
import { Option } from '#app/ui/option.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { refundDays, satisfactionAnswerDays } from '#content/stated.ts'
import { longestWish } from '../complaint-fields.ts'
import type { SatisfactionView } from '../satisfaction-view.ts'
import { FormProblems } from './form-problems.tsx'

interface SatisfactionPageProps {
  view: SatisfactionView
  /** Of the private link. */
  path: string
  typed?: Record<string, string>
  problems?: Readonly<Record<string, string>>
  /** A refusal that isn't about a field. */
  alert?: string
}

/** For the customer who isn't satisfied: put it right for free, or a refund; and what became of it. Works without JavaScript. */
export function SatisfactionPage({ view: { state, canAsk, until }, path, typed = {}, problems = {}, alert }: SatisfactionPageProps) {
  return (
    <>
      <FormProblems problems={problems} alert={alert} />
      <h1 className="text-2xl">Not satisfied?</h1>
      {state && (
        <div role="status" className="mt-4 rounded-key border-2 border-ink bg-lamp px-4 py-3">
          <p className="font-bold">{state.text}</p>
          {state.reasons && <p className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">{state.reasons}</p>}
          {state.toBook && (
            <p className="mt-2">
              <a href={`${path}/return`} className="inline-flex min-h-11 items-center font-bold">
                Choose a time for your free visit
              </a>
            </p>
          )}
        </div>
      )}
      {canAsk ? (
        <form method="post" noValidate className="mt-4">
          <p>
            {state
              ? `You can change what you’ve asked for until ${until}.`
              : `We’re sorry. You can ask for this until ${until}: within ${refundDays} days of the visit, for any reason.`}
          </p>
          <ChoiceGroup name="wish" label="What would you like?" problem={problems.wish}>
            <Option name="wish" value="put_right" title="Put it right for free" defaultChecked={typed.wish === 'put_right'}>
              We’ll return at a time that suits you.
            </Option>
            <Option name="wish" value="refund" title="Refund me" defaultChecked={typed.wish === 'refund'}>
              {`We’ll refund what you paid for the visit within ${satisfactionAnswerDays} days, the same way you paid.`}
            </Option>
          </ChoiceGroup>
          <TextArea
            label="What wasn’t right?"
            hint="It helps us to do better. You don’t have to give a reason."
            optional
            maxLength={longestWish}
            {...fieldOf({ typed, problems }, 'words')}
          />
          <Button className="mt-5">Send</Button>
        </form>
      ) : (
        !state && (
          <p className="mt-3">
            {`You could ask for this until ${until}. Our work is still guaranteed, and you can `}
            <a href={`${path}/complaint`}>make a complaint</a>.
          </p>
        )
      )}
      <p className="mt-6 text-sm">
        <a href={'/terms#guarantees' satisfies SitePath} className="inline-flex min-h-11 items-center">
          Our guarantees
        </a>
      </p>
    </>
  )
}
