import { RowButton } from '#app/ui/button.tsx'
import type { BookingView } from '../board-booking.server.ts'
import { ActForm } from './act-form.tsx'

/** Buttons for a customer's messages besides answering: read, answered by phone. */
export function MessageMarks({ messages }: Pick<BookingView, 'messages'>) {
  const isUnread = messages.some(({ state }) => state === 'unread')
  const isUnanswered = messages.some(({ state }) => state === 'unread' || state === 'read')
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {isUnread && (
        <ActForm intent="read">
          <RowButton>Mark as read</RowButton>
        </ActForm>
      )}
      {isUnanswered && (
        <ActForm intent="answered">
          <RowButton>Answered by phone</RowButton>
        </ActForm>
      )}
    </div>
  )
}
