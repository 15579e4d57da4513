import type { ReactNode } from 'react'
import { RowButton } from '#app/ui/button.tsx'
import { ActForm, type ActFormProps } from './act-form.tsx'

interface ActButtonProps extends Pick<ActFormProps, 'bookingId' | 'seen'> {
  intent: string
  /** Sent along, unseen. */
  hidden?: Readonly<Record<string, string>>
  children: ReactNode
}

/** An act on a booking by one button, without fields. */
export const ActButton = ({ hidden = {}, children, ...form }: ActButtonProps) => (
  <ActForm {...form}>
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <RowButton>{children}</RowButton>
  </ActForm>
)
