import { TextField } from '#app/ui/field.tsx'
import { fieldProps, type StepProps } from './field-props.ts'

/** Step 2: how to reach the customer. */
export function ContactStep(props: StepProps) {
  return (
    <>
      <h3 className="text-lg">How can we reach you?</h3>
      <TextField {...fieldProps(props, 'name')} label="Name" autoComplete="name" required />
      <TextField
        {...fieldProps(props, 'phone')}
        label="Phone number"
        hint="A UK number your engineer can call you on"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
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
        required
      />
    </>
  )
}
