import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useHeld } from '#app/ui/use-held.ts'

export interface ActFormProps {
  /** Absent: its buttons have one each. */
  intent?: string
  bookingId?: string
  /** The version of the booking that the page showed (`versionOf`). */
  seen?: string
  className?: string
  /** Another address than this page's. */
  action?: string
  /** It has fields: once its reader begins to fill them in, it keeps the version they saw. */
  hasFields?: boolean
  children: ReactNode
}

/**
 * A form for one act on a booking. Once someone begins to type in it, it keeps the version that they saw: the page updates all the time,
 * and an act must not pass for one made in knowledge of the update. Works without JavaScript.
 */
export function ActForm({ intent, bookingId, seen, className, action, hasFields = false, children }: ActFormProps) {
  const { held, isOld, begin } = useHeld(seen, hasFields)
  return (
    <Form
      method="post"
      action={action}
      preventScrollReset
      noValidate
      className={className}
      onFocus={({ target }) => target instanceof HTMLButtonElement || begin()}
      key={hasFields ? held : undefined}
    >
      {intent && <input type="hidden" name="intent" value={intent} />}
      {bookingId && <input type="hidden" name="bookingId" value={bookingId} />}
      {seen !== undefined && <input type="hidden" name="seen" value={held} />}
      {children}
      {isOld && (
        <p role="status" className="mt-2 text-sm font-bold">
          This booking has changed since you started. Check what’s new before you save.
        </p>
      )}
    </Form>
  )
}
