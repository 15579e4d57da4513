import { loggable } from './log.ts'
import type { Services } from './services.ts'
import { readSettings } from './settings.ts'

/** The measurement id of public pages: stored by the owner, or from the environment. */
export interface AnalyticsId {
  /** As last read; no page waits for the database. */
  current(): string | undefined
  /** Reads it again, after any read under way. If it can't be read, the last value stays. */
  refresh(): Promise<void>
  /** Calls `tell` when it changes. */
  onChange(tell: () => void): void
}

/** The id is the environment's until the first read. */
export function createAnalyticsId({ config, secrets, db, log }: Pick<Services, 'config' | 'secrets' | 'db' | 'log'>): AnalyticsId {
  let known = config.analyticsMeasurementId
  let last: Promise<void> = Promise.resolve()
  let isFailing = false
  const listeners: (() => void)[] = []

  async function read() {
    try {
      const { analyticsId = config.analyticsMeasurementId } = await readSettings({ secrets }, db, ['analyticsId'])
      isFailing = false
      if (analyticsId === known) return
      known = analyticsId
      for (const tell of listeners) tell()
    } catch (error) {
      if (!isFailing) log.warn({ error: loggable(error) }, 'the stored measurement id could not be read')
      isFailing = true
    }
  }

  return {
    current: () => known,
    refresh() {
      last = last.then(read)
      return last
    },
    onChange: (tell) => void listeners.push(tell),
  }
}
