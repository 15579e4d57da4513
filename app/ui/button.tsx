import type { ComponentProps } from 'react'

const looks = {
  /** The phone and paying for Red Line; nothing else. */
  alarm: 'key bg-alarm text-chalk shadow-[inset_0_-4px_var(--color-alarm-text)]',
  /** Go on. */
  ink: 'key bg-ink text-chalk shadow-[inset_0_-4px_#0008]',
  /** Anything else. */
  outline: 'key text-ink shadow-[inset_0_0_0_2px_var(--color-ink)]',
} as const

export type ButtonLook = keyof typeof looks

/** A button, drawn as a key. */
export function Button({ look = 'ink', className = '', ...rest }: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type="submit" className={`${looks[look]} ${className}`} {...rest} />
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'ink', className = '', children, ...rest }: ComponentProps<'a'> & { look?: ButtonLook }) {
  return (
    <a className={`${looks[look]} ${className}`} {...rest}>
      {children}
    </a>
  )
}
