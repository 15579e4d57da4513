import type { Instant } from '#app/values/clock.ts'
import { loggable } from './log.ts'
import type { Services } from './services.ts'
import { coalesced } from './single-flight.ts'

/** The notice on public pages that asks people to call first, because online booking is unreliable. */
export interface PhoneFirst {
  /** The start of the notice; null: there is none. The last value read: no page waits for the database. */
  current(): Instant | null
  /** Reads it again, after any read under way. If it can't be read, the last value stays. */
  refresh(): Promise<void>
  /** This instance's own state while the database can't store it. */
  hold(since: Instant | null): void
  /** Calls `tell` as soon as it has changed. */
  onChange(tell: () => void): void
}

/** `current()` is null until the first read. */
export function createPhoneFirst({ db, log }: Pick<Services, 'db' | 'log'>): PhoneFirst {
  let stored: Instant | null = null
  let held: Instant | null = null
  let isFailing = false
  const listeners: (() => void)[] = []
  const current = () => stored ?? held

  function become(change: () => void) {
    const before = current() === null
    change()
    if (before !== (current() === null)) for (const tell of listeners) tell()
  }

  async function read() {
    try {
      const row = await db.selectFrom('phoneFirst').select('since').where('onlyOne', '=', 1).executeTakeFirst()
      isFailing = false
      become(() => {
        stored = row?.since ?? null
      })
    } catch (error) {
      if (!isFailing) log.warn({ error: loggable(error) }, 'whether to ask people to call first could not be read')
      isFailing = true
    }
  }

  return {
    current,
    refresh: coalesced(read).run,
    hold: (since) =>
      become(() => {
        held = since
      }),
    onChange: (tell) => void listeners.push(tell),
  }
}
