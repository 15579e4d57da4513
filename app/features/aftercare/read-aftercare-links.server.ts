import type { Kysely } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Tables } from '#db/tables.ts'
import { type OwnComplaint, readOwnComplaint } from './read-complaints.server.ts'

interface AftercareLink {
  /** The last part of its address below the private link's. */
  page: 'complaint'
  label: string
  /** Where it is, once they have asked. */
  state?: string
}

/** What a booking's customer can ask for on its private link. */
export async function readAftercareLinks(db: Kysely<Tables>, { id }: Pick<Booking, 'id'>): Promise<AftercareLink[]> {
  const complaint = await readOwnComplaint(db, id)
  return [{ page: 'complaint', label: complaint ? 'Your complaint' : 'Make a complaint', state: complaint && complaintState(complaint) }]
}

function complaintState({ answeredAt, closedAt, answerBy }: OwnComplaint): string {
  if (closedAt) return 'Closed.'
  return answeredAt ? 'We’ve answered it.' : `We’ll answer by ${answerBy}.`
}
