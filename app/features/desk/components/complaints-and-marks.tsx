import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import type { BookingView } from '../board-booking.server.ts'
import { ActForm } from './act-form.tsx'
import type { Refused } from './booking-parts.tsx'

/** Buttons for a customer's messages besides answering: read, answered by phone, a complaint and how it was settled. */
export function ComplaintsAndMarks({ view: { card, messages, complaints, isErased }, refused }: { view: BookingView; refused?: Refused }) {
  const isUnread = messages.some(({ state }) => state === 'unread')
  const isUnanswered = messages.some(({ state }) => state === 'unread' || state === 'read')
  const open = complaints.find(({ settled }) => settled === undefined)
  return (
    <div className="mt-4">
      <div className="flex flex-wrap gap-2">
        {isUnread && (
          <ActForm intent="read">
            <Button look="outline" className="key-row">
              Mark as read
            </Button>
          </ActForm>
        )}
        {isUnanswered && (
          <ActForm intent="answered">
            <Button look="outline" className="key-row">
              Answered by phone
            </Button>
          </ActForm>
        )}
        {!open && !isErased && (
          <ActForm intent="complain" seen={card.seen}>
            <Button look="outline" className="key-row">
              Mark as a complaint
            </Button>
          </ActForm>
        )}
      </div>
      {complaints.map(({ id, opened, settled, settlement }) => (
        <div key={id} className="mt-4 border-2 border-ink px-4 py-3">
          <p className="font-bold">{settled ? 'Complaint, settled' : 'Complaint, open'}</p>
          <p className="text-sm text-muted">
            Marked by {opened}
            {settled && `. Settled by ${settled}`}
          </p>
          {settlement && <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{settlement}</p>}
          {!settled && (
            <ActForm intent="settle" seen={card.seen} hasFields>
              <TextArea
                name="settlement"
                label="What you agreed"
                hint="Only staff see this, but the customer can ask for a copy."
                maxLength={1000}
                defaultValue={refused?.typed.settlement}
                problem={refused?.problems.settlement}
              />
              <Button look="outline" className="key-row mt-3">
                Settle the complaint
              </Button>
            </ActForm>
          )}
        </div>
      ))}
    </div>
  )
}
