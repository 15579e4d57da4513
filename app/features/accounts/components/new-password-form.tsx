import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { UserName } from '#app/ui/user-name.tsx'
import type { UserRole } from '#db/tables/accounts.ts'
import { PasswordField } from '../password-field.tsx'
import { newPasswordHint } from '../password-length.ts'

/** The form for a new password. It leaves the browser's history once it is saved. */
export function NewPasswordForm({ email, role }: { email: string | null; role: UserRole }) {
  return (
    <Form method="post" replace noValidate>
      <UserName email={email} />
      <PasswordField label="New password" autoComplete="new-password" hint={newPasswordHint(role)} />
      <Button className="mt-4 w-full">Save password</Button>
    </Form>
  )
}
