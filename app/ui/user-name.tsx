/**
 * The user of a password form, for password managers: they look for the address in a text field beside the password, and skip hidden
 * inputs. It is hidden from everyone else and can't get the focus.
 */
export function UserName({ email }: { email: string | null }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={email ?? ''}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  )
}
