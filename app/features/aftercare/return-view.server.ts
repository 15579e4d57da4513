import type { Kysely } from 'kysely'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { type Returnable, readReturnable } from '#app/features/dispatch/require-returnable.server.ts'
import { readTimes } from '#app/features/tracking/track-view.server.ts'
import { readFittedParts, readUnbookedParts } from '#app/features/visit/awaited-parts.server.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenWindow } from '#app/platform/spoken-window.ts'
import type { LondonDay } from '#app/values/day.ts'
import { newToken } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { readAwaitedParts } from './awaited-parts.server.ts'

/** The form for a return visit, as typed: nothing is ever lost. */
interface ReturnAnswers {
  key?: string
  description?: string
  preferredDate?: string
  timeSlot?: string
}

/** The page at which the customer of a finished visit books a free return visit. */
export async function readReturnPage(services: Services, booking: Booking, answers: ReturnAnswers) {
  const now = services.clock.now()
  const returnable = await readReturnable(services.db, booking, now)
  const isOpen = !('refused' in returnable)
  return {
    ...linkOf(services, booking),
    refused: await refusalOf(services, returnable),
    isForParts: (await readUnbookedParts(services.db, booking.id, 'arrived')).length > 0,
    answers: { ...answers, key: answers.key || newToken() },
    times: isOpen ? await readTimes(services, booking, answers.preferredDate, now) : undefined,
  }
}

export type ReturnPageView = Awaited<ReturnType<typeof readReturnPage>>

type Refused = { why: 'unfinished' } | { why: 'over'; until: LondonDay } | { why: 'booked'; visit: { reference: string; path: string } }

async function refusalOf(services: Services, returnable: Returnable): Promise<Refused | undefined> {
  if (!('refused' in returnable)) return undefined
  if (returnable.refused === 'over') return { why: 'over', until: returnable.until }
  if (returnable.refused === 'unfinished') return { why: 'unfinished' }
  const visit = await services.db.selectFrom('bookings').selectAll().where('id', '=', returnable.visit.id).executeTakeFirstOrThrow()
  return { why: 'booked', visit: linkOf(services, visit) }
}

const linkOf = (services: Pick<Services, 'config' | 'secrets'>, booking: Booking) => ({
  reference: booking.reference,
  path: new URL(trackingUrl(services, booking)).pathname,
})

/** The visits that belong together, for their customer: the one that a return visit is for, and the return visits to this one. */
export async function readVisitLinks(services: Services, booking: Booking) {
  const now = services.clock.now()
  const returnable = await readReturnable(services.db, booking, now)
  const first = booking.returnOf ? await readLinked(services.db, ['id', booking.returnOf]) : []
  const returns = await readLinked(services.db, ['returnOf', booking.id])
  return {
    parts: {
      shown: (await readAwaitedParts(services, booking.id)).flatMap(({ id, visit, forCustomer }) =>
        visit ? [] : [{ id, ...forCustomer }],
      ),
      isReady: !('refused' in returnable) && (await readUnbookedParts(services.db, booking.id, 'arrived')).length > 0,
    },
    /** It fits parts, and isn't under guarantee. */
    isForParts: (await readFittedParts(services.db, booking.id)).length > 0,
    first: first.map((each) => linkOf(services, each))[0],
    returns: returns.map((each) => ({
      ...linkOf(services, each),
      when: spokenWindow(each.promisedFrom, each.promisedUntil, now),
    })),
    /** The last day on which the same problem is fixed for free; undefined if that can't be asked for here now. */
    until: 'refused' in returnable ? undefined : returnable.until,
    /** The day on which the guarantee ended. */
    endedOn: 'refused' in returnable && returnable.refused === 'over' ? returnable.until : undefined,
  }
}

export type VisitLinks = Awaited<ReturnType<typeof readVisitLinks>>

/** Bookings of which some data is left; a null column matches none. */
const readLinked = (db: Kysely<Tables>, [column, id]: ['id' | 'returnOf', string]) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where(column, '=', id)
    .where(column, 'is not', null)
    .where('erasedAt', 'is', null)
    .where('status', 'not in', ['cancelled', 'expired'])
    .orderBy('id')
    .limit(20)
    .execute()
