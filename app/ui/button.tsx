import type { ComponentProps } from 'react'

const looks = {
  /** For the phone and for paying for Red Line only. */
  alarm: 'key key-alarm',
  /** Continue. */
  ink: 'key key-ink',
  /** Anything else. */
  outline: 'key key-outline',
} as const

export type ButtonLook = keyof typeof looks

/** A button. */
export function Button({ look = 'ink', className = '', ...rest }: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type="submit" className={`${looks[look]} ${className}`} {...rest} />
}

/** A button in a row of a staff page: as high as a line of its list, and an outline unless it leads. */
export const RowButton = ({ look = 'outline', className, ...rest }: ComponentProps<typeof Button>) => (
  <Button look={look} className={className ? `key-row ${className}` : 'key-row'} {...rest} />
)

/** A link that looks like a button. */
export function ButtonLink({ look = 'ink', className = '', children, ...rest }: ComponentProps<'a'> & { look?: ButtonLook }) {
  return (
    <a className={`${looks[look]} ${className}`} {...rest}>
      {children}
    </a>
  )
}
