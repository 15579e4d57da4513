import { contactByOf, contactWays } from '#app/features/booking/answers.ts'
import { ChoiceGroup, TextField } from '#app/ui/field.tsx'
import { AnsweredPlace, AnsweredService } from './answered.tsx'
import { fieldProps, isAskedFor, type StepProps } from './field-props.ts'

/** Step 2: how to reach the customer. */
export function ContactStep(props: StepProps) {
  return (
    <>
      <AnsweredService {...props.view} />
      <AnsweredPlace {...props.view} />
      <h3 className="mt-4 text-lg">How can we reach you?</h3>
      <TextField
        {...fieldProps(props, 'name')}
        label="Name"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        autoFocus={isAskedFor(props.view, 'name')}
        required
      />
      <TextField
        {...fieldProps(props, 'phone')}
        label="Phone number"
        hint="A UK number your engineer can call you on"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        required
      />
      <TextField
        {...fieldProps(props, 'email')}
        label="Email"
        hint="For your confirmation and receipt"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        required
      />
      {props.view.remembered && (
        <label className="mt-3 flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" name="remember" defaultChecked={props.view.remembered.isWanted} className="size-6 flex-none accent-ink" />
          Remember my details on this device
        </label>
      )}
      {props.view.offersTexts && (
        <ChoiceGroup
          id={`${props.ids}contactBy`}
          name="contactBy"
          label="How should we keep you updated?"
          hint="We can text UK mobiles. We always email your confirmation and bill too."
        >
          <div className="mt-1 flex flex-wrap gap-x-6">
            {Object.entries(contactWays).map(([way, label]) => (
              <label key={way} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name="contactBy"
                  value={way}
                  defaultChecked={contactByOf(props.view.answers) === way}
                  className="size-6 flex-none accent-ink"
                />
                {label}
              </label>
            ))}
          </div>
        </ChoiceGroup>
      )}
    </>
  )
}
