import { Form } from 'react-router'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { passwordLength } from '#app/features/accounts/password-length.ts'
import { Button } from '#app/ui/button.tsx'
import { UserName } from '#app/ui/user-name.tsx'

/** The form of a new password. It is not gone back to once it is saved. */
export function NewPasswordForm({ email }: { email: string | null }) {
  return (
    <Form method="post" replace noValidate>
      <UserName email={email} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${passwordLength.least} characters. Longer is better: three words, for instance.`}
      />
      <Button className="mt-4 w-full">Save the password</Button>
    </Form>
  )
}
