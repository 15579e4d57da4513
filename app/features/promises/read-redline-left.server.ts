import type { Kysely } from 'kysely'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { SlotsSoldOut } from '#app/features/capacity/slots-sold-out.ts'
import { readOnlineLimit } from '#app/platform/online-pause.ts'
import type { Tables } from '#db/tables.ts'
import { redlineWindow } from './arrival-window.ts'
import { readPlanOfNow } from './read-next-available.server.ts'
import { anyJob } from './read-visit-plan.server.ts'
import { canPromise } from './take-place.server.ts'

/**
 * How many Red Line slots can be bought online now: the day's free ones, but none while online booking is paused, while staff say that no
 * one is free yet, or if shifts are planned and no one at work or on call is free within 15 minutes.
 */
export async function readRedlineLeft(db: Kysely<Tables>, now: Date): Promise<number> {
  const left = await readSlotsLeft(db, now)
  if (left === 0 || (await readOnlineLimit(db, now))) return 0
  const plan = await readPlanOfNow(db, now)
  return plan && !canPromise(plan, anyJob, { serviceLevel: 'redline', slotStartsAt: null, ...redlineWindow(now) }) ? 0 : left
}

/** Why no Red Line slot can be bought online at this moment; undefined where one can. */
export async function readRedlineRefusal(db: Kysely<Tables>, now: Date): Promise<SlotsSoldOut | undefined> {
  if ((await readRedlineLeft(db, now)) > 0) return undefined
  return new SlotsSoldOut({ isClosed: (await readSlotsLeft(db, now)) > 0 })
}
