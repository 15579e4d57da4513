import type { ComponentProps, ReactNode } from 'react'

interface OptionProps extends ComponentProps<'input'> {
  title: string
  figure?: string
  urgent?: boolean
  children?: ReactNode
}

/** One of a few choices; the whole row is the target. */
export function Option({ title, figure, urgent, children, disabled, ...rest }: OptionProps) {
  return (
    <label
      className={`relative mt-2 grid grid-cols-[26px_1fr] gap-x-2.5 rounded-key bg-white p-2 md:p-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink ${frame(disabled, urgent)}`}
    >
      <input type="radio" disabled={disabled} className="peer absolute inset-0 size-full opacity-0" {...rest} />
      <span
        aria-hidden="true"
        className={`size-[26px] rounded-full border-3 bg-white peer-checked:border-9 ${disabled ? 'border-idle' : urgent ? 'border-alarm' : 'border-ink'}`}
      />
      <span className="flex flex-wrap justify-between gap-x-2 text-lg leading-tight font-bold">
        <span>{title}</span>
        {/* At the right edge: another figure is another element, so that none moves. */}
        <span key={figure}>{figure}</span>
      </span>
      <span className="col-start-2 text-sm">{children}</span>
    </label>
  )
}

function frame(disabled?: boolean, urgent?: boolean): string {
  if (disabled) return 'border border-dashed border-idle !bg-transparent text-muted cursor-not-allowed'
  const chosen = urgent
    ? 'border-alarm has-checked:bg-alarm-wash has-checked:[box-shadow:inset_0_0_0_2px_var(--color-alarm)]'
    : 'border-ink has-checked:[box-shadow:inset_0_0_0_2px_var(--color-ink)]'
  return `cursor-pointer border-2 ${chosen}`
}
