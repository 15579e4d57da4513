import { TextField } from '#app/ui/field.tsx'
import type { FormView } from '../form-view.server.ts'

/** Step 2: whom to ring. */
export function ContactStep({ view: { answers, problems } }: { view: FormView }) {
  return (
    <>
      <h2 className="text-xl">Whom do we ring?</h2>
      <TextField name="name" label="Name" defaultValue={answers.name} problem={problems.name} autoComplete="name" required />
      <TextField
        name="phone"
        label="Phone number"
        hint="A UK number, so that the engineer can ring from the door"
        type="tel"
        inputMode="tel"
        defaultValue={answers.phone}
        problem={problems.phone}
        autoComplete="tel"
        required
      />
      <TextField
        name="email"
        label="Email"
        hint="For the confirmation and the receipt"
        type="email"
        inputMode="email"
        defaultValue={answers.email}
        problem={problems.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  )
}
