import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'

interface LinkRequestFormProps {
  answers?: Partial<Record<'reference' | 'email', string>>
  problems?: Partial<Record<'reference' | 'email', string>>
}

/** Asks for a new private link; the answer goes to the booking's own address. */
export function LinkRequestForm({ answers = {}, problems = {} }: LinkRequestFormProps) {
  return (
    <form method="post" action={'/new-link' satisfies SitePath} noValidate>
      <TextField
        name="reference"
        label="Booking reference"
        hint="It’s in our emails and texts, and looks like BK-7Q2M9XKD."
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        defaultValue={answers.reference}
        problem={problems.reference}
      />
      <TextField
        name="email"
        type="email"
        label="Email address you booked with"
        autoComplete="email"
        maxLength={254}
        defaultValue={answers.email}
        problem={problems.email}
      />
      <Button className="mt-6">Get a new link</Button>
    </form>
  )
}
