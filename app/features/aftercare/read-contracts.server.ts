import type { Kysely, Selectable } from 'kysely'
import { statusFacts } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { readHistory } from '#app/features/booking/read-booking.server.ts'
import { cancellationOf, visitContract } from '#app/features/capacity/cancellation.ts'
import { type CancellationRight, cancellationRight } from '#app/features/capacity/cancellation-right.ts'
import type { Instant } from '#app/values/clock.ts'
import type { CancellationsTable } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'

export interface OwnContract {
  /** 'visit', or the id of the extra work. */
  id: string
  name: string
  madeAt: Instant | undefined
  right: CancellationRight
  /** It is cancelled on the booking's own page: no one has arrived. */
  isByBooking: boolean
  cancellation: Selectable<CancellationsTable> | undefined
}

/**
 * The contracts of a booking with its customer, and their right to cancel each: the visit, unless it was called off or is a free return
 * visit, and extra work that they agreed to.
 */
export async function readContracts(db: Kysely<Tables>, booking: Booking, now: Date): Promise<OwnContract[]> {
  const { stage } = statusFacts(booking.status)
  if (stage === 'called_off' || booking.erasedAt !== null) return []
  const cancellations = await db.selectFrom('cancellations').selectAll().where('bookingId', '=', booking.id).execute()
  const sheet = await db.selectFrom('jobSheets').select('needsReturn').where('bookingId', '=', booking.id).executeTakeFirst()
  // Work that waits for another visit isn't done.
  const done = sheet?.needsReturn ? ('begun' as const) : ('done' as const)
  const events = await readHistory(db, booking.id)
  const ofVisit = visitContract(booking, events)
  const visit = {
    ...{ id: 'visit', name: booking.service, contract: { ...ofVisit, ...(ofVisit.progress === 'done' && { progress: done }) } },
    isByBooking: !('refused' in cancellationOf(booking, events, now)),
  }
  const works = await db
    .selectFrom('extraWorks')
    .selectAll()
    .where('bookingId', '=', booking.id)
    .where('state', '=', 'agreed')
    .orderBy('decidedAt')
    .execute()
  const extra = works.map((work) => ({
    ...{ id: work.id, name: work.name, isByBooking: false },
    contract: {
      ...{ madeAt: work.decidedAt ?? work.proposedAt, isUrgent: work.isUrgentRepair === 1, isBusiness: booking.forBusiness === 1 },
      ...{ isInformed: booking.email !== '', isStartAsked: work.startAskedAt !== null, pricePence: work.amountPence },
      progress: stage === 'on_site' ? ('begun' as const) : done,
    },
  }))
  return [...(booking.returnOf === null ? [visit] : []), ...extra].map(({ contract, ...each }) => ({
    ...each,
    madeAt: contract.madeAt,
    right: cancellationRight(contract, now),
    cancellation: cancellations.find(({ workId }) => (workId ?? 'visit') === each.id),
  }))
}
