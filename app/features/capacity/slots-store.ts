import type { LocalStorage } from '#app/platform/device-storage.ts'
import { londonDayHour, nextLondonMidnight } from '#app/platform/london-intl.ts'
import { serverNow } from '#app/platform/server-clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import { redlineSlotsPerDay } from '#content/fees.ts'

/* The Red Line slots left today, shared by all islands of a page and all tabs. The server decides: its count replaces the stored one, which
   is used while the device is offline. */

export interface RedLineSlots {
  /** From 0 to the slots of a day. Display depends on `source`. */
  remaining: number
  slotsAvailable: boolean
  /** True if none can be bought although slots are left. */
  isClosed: boolean
  /**
   * The source of the count: the server within the last 90 seconds; this device's last count while it is offline; or 'none': then a neutral
   * text is shown.
   */
  source: 'server' | 'device' | 'none'
}

/** Before anything is known, as rendered by the server. */
export const unknownSlots: RedLineSlots = { remaining: redlineSlotsPerDay, slotsAvailable: true, isClosed: false, source: 'none' }

const countKey = 'redline-slots'
const resetKey = 'redline-reset'

/** The server's count is fresh for this long. */
const freshMs = 90_000
/** Timers may fire a little early by the server's clock. */
const afterMidnightMs = 50

/** The slots of a day, from the page. */
let perDay: number = redlineSlotsPerDay
let remaining: number = redlineSlotsPerDay
let lastReset: LondonDay | undefined
let isClosed = false
let isLoaded = false
/** The server's count is fresh until then, in ms by the device's clock. */
let freshUntil = 0
/** The time of the newest count, in ms by the server's clock: older ones are ignored. */
let newest = 0
let current = unknownSlots

const listeners = new Set<() => void>()
let dayTimer: ReturnType<typeof setTimeout> | undefined
let freshTimer: ReturnType<typeof setTimeout> | undefined

/** The slots, as they are known now; the same object until something changes. */
export function getSlots(): RedLineSlots {
  load()
  const source = Date.now() < freshUntil ? 'server' : navigator.onLine ? 'none' : 'device'
  if (current.remaining !== remaining || current.source !== source || current.isClosed !== isClosed)
    current = { remaining, slotsAvailable: remaining > 0, isClosed, source }
  return current
}

/** Calls `listener` after every change; returns the function that stops it. */
export function subscribeSlots(listener: () => void): () => void {
  load()
  if (listeners.size === 0) {
    addEventListener('storage', otherTab)
    addEventListener('online', announce)
    addEventListener('offline', announce)
    document.addEventListener('visibilitychange', checkNow)
    checkNow()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', otherTab)
    removeEventListener('online', announce)
    removeEventListener('offline', announce)
    document.removeEventListener('visibilitychange', checkNow)
    clearTimeout(dayTimer)
  }
}

/**
 * Takes the server's count. `day`: its London day. `at`: when it was read, by the server's clock, an ISO 8601 instant. Counts arrive by
 * several ways, each of which may be late: the newest `at` wins. `closed`: none can be bought at the moment, although slots are left.
 */
export function learnSlots(left: number, { day, at, closed = false }: { day: LondonDay; at: string; closed?: boolean }): void {
  load()
  const readAt = Date.parse(at)
  if (readAt < newest) return
  newest = readAt
  isClosed = closed
  const forMs = Math.max(0, readAt + freshMs - serverNow())
  freshUntil = Date.now() + forMs
  clearTimeout(freshTimer)
  freshTimer = setTimeout(announce, forMs)
  keep(left, day)
}

/**
 * One slot less, never below zero: this visitor has just taken it. `since`: when that began, in ms by the server's clock; a newer count
 * includes it already.
 */
export function takeSlot(since = serverNow()): void {
  load()
  if (newest > since) return
  newest = serverNow()
  keep(remaining - 1)
}

/** Sets the slots of a day, if the owner has changed them; call it before reading from the store. */
export function learnSlotsPerDay(count: number): void {
  if (count === perDay) return
  perDay = count
  remaining = isLoaded ? inRange(remaining) : count
}

/** Resets to all slots of the day. */
export function resetSlots(): void {
  isLoaded = true
  keep(perDay, today())
}

const today = (): LondonDay => londonDayHour(serverNow()).day

const inRange = (count: number) => Math.min(perDay, Math.max(0, Math.trunc(count)))

function keep(count: number, day = lastReset): void {
  remaining = inRange(count)
  lastReset = day
  try {
    const device: LocalStorage = localStorage
    device.setItem(countKey, String(remaining))
    if (day) device.setItem(resetKey, day)
  } catch {
    // Without storage the page still knows.
  }
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

/** Reads the stored count, once; all slots of the day by default. */
function load(): void {
  if (isLoaded) return
  isLoaded = true
  try {
    const device: LocalStorage = localStorage
    remaining = countIn(device.getItem(countKey))
  } catch {
    // The check says so.
  }
  checkDay()
}

/** A new day has all its slots again. A failed check only logs a warning. */
function checkDay(): void {
  try {
    const device: LocalStorage = localStorage
    lastReset = device.getItem(resetKey) ?? lastReset
  } catch (error) {
    console.warn('The date of the Red Line slots could not be read', error)
  }
  if (lastReset !== today()) resetSlots()
}

function countIn(stored: string | null): number {
  const count = Number(stored?.trim() || Number.NaN)
  return Number.isNaN(count) ? perDay : inRange(count)
}

/** On load, whenever the page is shown or hidden, and at each midnight in London. */
function checkNow(): void {
  checkDay()
  announce()
  clearTimeout(dayTimer)
  dayTimer = setTimeout(checkNow, nextLondonMidnight(serverNow()) - serverNow() + afterMidnightMs)
}

/** Takes over what another tab has stored. */
function otherTab({ key, newValue }: StorageEvent): void {
  if (key === resetKey && newValue) lastReset = newValue
  if (key !== countKey || newValue === null) return
  remaining = countIn(newValue)
  announce()
}
