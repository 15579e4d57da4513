/** The source of time. Injected everywhere, so that tests can set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** An instant as it is in the database: fixed-width ISO 8601 in UTC, so that text order is time order. */
export type Instant = string

/** Fixed-width text of an instant, e.g. `2026-11-20T13:45:00.000Z`. */
export const toInstant = (date: Date): Instant => date.toISOString()

/** The instant `milliseconds` after `from`. */
export const later = (from: Date | Instant, milliseconds: number): Instant =>
  new Date(new Date(from).getTime() + milliseconds).toISOString()

export const seconds = (count: number) => count * 1_000
export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => count * 3_600_000
export const days = (count: number) => count * 86_400_000
