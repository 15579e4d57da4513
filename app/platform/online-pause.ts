import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { type Instant, toInstant } from './clock.ts'
import { coalesced } from './coalesced.ts'
import { loggable } from './log.ts'
import type { Services } from './services.ts'

/** Online booking is paused: visitors are asked to call. */
export interface Pause {
  /** Online booking resumes by itself at this instant. */
  until: Instant
  /** A sentence that visitors read; '' if staff gave none. */
  reason: string
}

/** The pause as this process knows it, for pages that don't wait for the database. */
export interface OnlinePause {
  /** As last read; undefined while online booking is open. */
  current(): Pause | undefined
  /** Reads it again and has pages rendered anew if it has changed. If it can't be read, what was known stays. */
  refresh(): Promise<void>
}

/** Returns the pause that applies at `now`, or undefined. Submitting a booking reads it in its own transaction. */
export const readOnlinePause = (db: Kysely<Tables>, now: Date): Promise<Pause | undefined> =>
  db.selectFrom('onlinePauses').select(['until', 'reason']).where('until', '>', toInstant(now)).executeTakeFirst()

export function createOnlinePause({ db, clock, log, pagesChanged }: Pick<Services, 'db' | 'clock' | 'log' | 'pagesChanged'>): OnlinePause {
  let known: Pause | undefined
  let isFailing = false

  async function read() {
    try {
      const pause = await readOnlinePause(db, clock.now())
      isFailing = false
      if (pause?.until === known?.until && pause?.reason === known?.reason) return
      known = pause
      pagesChanged()
    } catch (error) {
      if (!isFailing) log.warn({ error: loggable(error) }, 'whether online booking is paused could not be read')
      isFailing = true
    }
  }

  return { current: () => known, refresh: coalesced(read).run }
}
