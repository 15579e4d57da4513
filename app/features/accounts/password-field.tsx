import { useState } from 'react'
import { TextField } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { passwordLength } from './password-length.ts'

/** A password field with a button that shows the password. */
export function PasswordField({
  label,
  autoComplete,
  hint,
}: {
  label: string
  autoComplete: 'new-password' | 'current-password'
  hint?: string
}) {
  const [isShown, setIsShown] = useState(false)
  const isHydrated = useHydrated()
  return (
    <div>
      <TextField
        name="password"
        type={isShown ? 'text' : 'password'}
        label={label}
        hint={hint}
        autoComplete={autoComplete}
        maxLength={passwordLength.most}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {/* The button's space is reserved before scripts run, unless there are none. */}
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className={`min-h-11 text-sm font-bold underline ${isHydrated ? '' : 'invisible noscript:hidden'}`}
      >
        {isShown ? 'Hide password' : 'Show password'}
      </button>
    </div>
  )
}
