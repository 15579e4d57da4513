import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useHeld } from '#app/ui/use-held.ts'

interface ActFormProps {
  intent: string
  bookingId?: string
  /** What the booking was when the page showed it (`versionOf`). */
  seen?: string
  className?: string
  /** Another page's address than this one's. */
  action?: string
  /** Something is typed or chosen in it: from then on it stands by what its reader saw. */
  hasFields?: boolean
  children: ReactNode
}

/**
 * A form for one act on a booking. Once someone has begun to type in it, it keeps saying what they had seen by then: the page shows news
 * all the time, and an act must not pass for one that knew of them. Works without JavaScript.
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
      <input type="hidden" name="intent" value={intent} />
      {bookingId && <input type="hidden" name="bookingId" value={bookingId} />}
      {seen !== undefined && <input type="hidden" name="seen" value={held} />}
      {children}
      {isOld && (
        <p role="status" className="mt-2 text-sm font-bold">
          This booking has changed since you began. Check what’s new before you save.
        </p>
      )}
    </Form>
  )
}
