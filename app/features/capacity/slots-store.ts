import type { LondonDay } from '#app/platform/day.ts'
import type { LocalStorage } from '#app/platform/device-storage.ts'
import { londonDayHour, nextLondonMidnight } from '#app/platform/london-intl.ts'
import { serverNow } from '#app/platform/server-clock.ts'
import { redlineSlotsPerDay } from '#content/rates.ts'

/*
 * How many Red Line slots are left today, for all islands of a page and all tabs. The
 * server decides: what it says replaces what is stored here, which serves while the device is offline.
 */

export interface RedLineSlots {
  /** 0 to as many as a day has. To be shown as `source` says. */
  remaining: number
  /** Whether there is one left. */
  slotsAvailable: boolean
  /** None can be bought although not all of the day's slots are taken. */
  isClosed: boolean
  /**
   * What the count rests on: the server's word of the last 90 seconds; what this device last knew, while it is offline; or 'none':
   * then a neutral text stands in its place.
   */
  source: 'server' | 'device' | 'none'
}

/** Before anything is known, as the server renders it. */
export const unknownSlots: RedLineSlots = { remaining: redlineSlotsPerDay, slotsAvailable: true, isClosed: false, source: 'none' }

const countKey = 'redline-slots'
const resetKey = 'redline-reset'

/** What the server said holds so long, unless it says so again. */
const freshMs = 90_000
/** Timers may be a little early by the server's clock. */
const afterMidnightMs = 50

/** How many a day has, as the page was told. */
let perDay: number = redlineSlotsPerDay
let remaining: number = redlineSlotsPerDay
let lastReset: LondonDay | undefined
let isClosed = false
let isLoaded = false
/** Until when the server's word holds, in ms by the device's clock. */
let freshUntil = 0
/** Of when the newest word is, in ms by the server's clock: an older one says nothing new, whenever it comes. */
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

/** Calls `listener` after every change; returns how to stop that. */
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
 * What the server says is left. `day`: the London day it speaks of. `at`: when it looked, by its own clock, an ISO 8601 instant. Its
 * words come by several ways, on each of which they may be late: the newest is the one that was looked up last. `closed`: none can be
 * bought at the moment, although slots are left.
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
 * One slot less, never below none: this visitor has just taken it. `since`: when that began, in ms by the server's clock; what the
 * server has said meanwhile has it already.
 */
export function takeSlot(since = serverNow()): void {
  load()
  if (newest > since) return
  newest = serverNow()
  keep(remaining - 1)
}

/** How many slots a day has, where the owner has changed that: before anything is read from the store. */
export function learnSlotsPerDay(count: number): void {
  if (count === perDay) return
  perDay = count
  remaining = isLoaded ? inRange(remaining) : count
}

/** All of the day's again, from today on. */
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
    // A browser that keeps nothing: the page itself still knows.
  }
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

/** What is stored, once; all of the day's where that says nothing. */
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

/** A new day has all its slots again. A check that fails is only warned of. */
function checkDay(): void {
  try {
    const device: LocalStorage = localStorage
    lastReset = device.getItem(resetKey) ?? lastReset
  } catch (error) {
    console.warn('The day of the Red Line slots could not be checked', error)
  }
  if (lastReset !== today()) resetSlots()
}

function countIn(stored: string | null): number {
  const count = Number(stored?.trim() || Number.NaN)
  return Number.isNaN(count) ? perDay : inRange(count)
}

/** On load, whenever the page is seen or left, and at each midnight of London. */
function checkNow(): void {
  checkDay()
  announce()
  clearTimeout(dayTimer)
  dayTimer = setTimeout(checkNow, nextLondonMidnight(serverNow()) - serverNow() + afterMidnightMs)
}

/** What another tab has learnt, taken or reset. */
function otherTab({ key, newValue }: StorageEvent): void {
  if (key === resetKey && newValue) lastReset = newValue
  if (key !== countKey || newValue === null) return
  remaining = countIn(newValue)
  announce()
}
