import type { BookingView } from '../board-booking.server.ts'
import { ActButton } from './act-button.tsx'

/** Buttons for a customer's messages besides answering: read, answered by phone. */
export function MessageMarks({ messages }: Pick<BookingView, 'messages'>) {
  const isUnread = messages.some(({ state }) => state === 'unread')
  const isUnanswered = messages.some(({ state }) => state === 'unread' || state === 'read')
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {isUnread && <ActButton intent="read">Mark as read</ActButton>}
      {isUnanswered && <ActButton intent="answered">Answered by phone</ActButton>}
    </div>
  )
}
