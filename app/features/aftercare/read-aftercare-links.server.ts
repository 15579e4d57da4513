import type { Kysely } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Tables } from '#db/tables.ts'
import { type OwnComplaint, readOwnComplaint } from './read-complaints.server.ts'
import { readSatisfaction } from './read-satisfaction.server.ts'
import { satisfactionView } from './satisfaction-view.ts'

interface AftercareLink {
  /** The last part of its address below the private link's. */
  page: 'complaint' | 'refund' | 'cancel-rights'
  label: string
  /** How far we are with it, once they have asked. */
  state?: string
}

/** The requests that a booking's customer can make on its private link. */
export async function readAftercareLinks(db: Kysely<Tables>, booking: Booking, now: Date): Promise<AftercareLink[]> {
  const complaint = await readOwnComplaint(db, booking.id)
  const satisfaction = await readSatisfaction(db, booking, now)
  const view = satisfaction && satisfactionView(satisfaction)
  return [
    ...(view && (view.state || view.canAsk)
      ? [
          {
            page: 'refund' as const,
            label: 'Not satisfied? Have it put right, or a refund',
            state: view.state?.text ?? `You can ask until ${view.until}.`,
          },
        ]
      : []),
    { page: 'complaint', label: complaint ? 'Your complaint' : 'Make a complaint', state: complaint && complaintState(complaint) },
    ...(booking.status === 'cancelled' || booking.forBusiness ? [] : [{ page: 'cancel-rights' as const, label: 'Your right to cancel' }]),
  ]
}

function complaintState({ answeredAt, closedAt, answerBy }: OwnComplaint): string {
  if (closedAt) return 'Closed.'
  return answeredAt ? 'We’ve answered it.' : `We’ll answer by ${answerBy}.`
}
