import type { Kysely } from 'kysely'
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { loggable } from './log.ts'
import type { Services } from './services.ts'
import { coalesced } from './single-flight.ts'

/** Staff's notice: online booking is paused, so visitors are asked to call, or no engineer is free yet. */
export interface Pause {
  /** 'next_free': visits that begin at `until` or later can be booked online. */
  kind: 'paused' | 'next_free'
  /** The pause ends by itself at this instant. */
  until: Instant
  /** A sentence that visitors read; '' if staff gave none. */
  reason: string
}

/** The pause as this process knows it, for pages that don't wait for the database. */
export interface OnlinePause {
  /** As last read; undefined while online booking is open. */
  current(): Pause | undefined
  /** Reads it again and re-renders cached pages if it has changed. If it can't be read, the last value stays. */
  refresh(): Promise<void>
}

/** Returns staff's limit that applies at `now`, or undefined. Submitting a booking reads it in its own transaction. */
export const readOnlineLimit = (db: Kysely<Tables>, now: Date): Promise<Pause | undefined> =>
  db.selectFrom('onlinePauses').select(['kind', 'until', 'reason']).where('until', '>', toInstant(now)).executeTakeFirst()

/** Returns the pause of online booking that applies at `now`, or undefined. */
export async function readOnlinePause(db: Kysely<Tables>, now: Date): Promise<Pause | undefined> {
  const limit = await readOnlineLimit(db, now)
  return limit?.kind === 'paused' ? limit : undefined
}

/** Returns from when staff say that an engineer is free again, if that is after `now`. */
export async function readNextFree(db: Kysely<Tables>, now: Date): Promise<Instant | undefined> {
  const limit = await readOnlineLimit(db, now)
  return limit?.kind === 'next_free' ? limit.until : undefined
}

export function createOnlinePause({ db, clock, log, pagesChanged }: Pick<Services, 'db' | 'clock' | 'log' | 'pagesChanged'>): OnlinePause {
  let known: Pause | undefined
  let isFailing = false

  async function read() {
    try {
      const pause = await readOnlineLimit(db, clock.now())
      isFailing = false
      if (pause?.kind === known?.kind && pause?.until === known?.until && pause?.reason === known?.reason) return
      known = pause
      pagesChanged()
    } catch (error) {
      if (!isFailing) log.warn({ error: loggable(error) }, 'whether online booking is paused could not be read')
      isFailing = true
    }
  }

  return { current: () => known, refresh: coalesced(read).run }
}
