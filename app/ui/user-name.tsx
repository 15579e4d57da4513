/**
 * Whose password a form is about, for password managers: they look for the address in a text field beside the password, and pass hidden
 * inputs by. No one else sees it or gets to it.
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
