import type { Services } from '#app/platform/services.ts'
import type { SyntheticRunsTable } from '#db/tables/running.ts'
import { bookingWayNow } from './synthetic-booking.ts'

const mostRuns = 12

/** The state of test bookings, since when the pages ask people to call, and the newest runs. */
export async function readBookingWay({ db, clock }: Services) {
  const runs: SyntheticRunsTable[] = await db
    .selectFrom('syntheticRuns')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRuns)
    .execute()
  const row = await db.selectFrom('phoneFirst').select('since').executeTakeFirst()
  return { state: bookingWayNow(runs[0], clock.now()), phoneFirstSince: row?.since ?? null, runs }
}
