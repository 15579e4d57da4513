import { isPage } from '#app/features/offline/device-queue.ts'
import type { LocalStorage } from '#app/platform/device-storage.ts'
import { seconds } from '#app/values/clock.ts'
import { longestClockErrorMs } from './act-time.ts'

const measureAgainMs = seconds(600)

interface MeasuredClock {
  /** The milliseconds that the server's clock is ahead of the phone's. */
  offsetMs: number
  /** The time of that measurement by the phone's clock, in ms. */
  at: number
}

/** The error of the phone's clock at the last response of the server; undefined before that. */
export function readClock(): MeasuredClock | undefined {
  try {
    const device: LocalStorage = localStorage
    const kept = JSON.parse(device.getItem('engineer-clock') ?? 'null') as MeasuredClock | null
    return kept && Math.abs(kept.offsetMs) <= longestClockErrorMs ? kept : undefined
  } catch {
    return undefined
  }
}

export function writeClock(offsetMs: number): void {
  try {
    const device: LocalStorage = localStorage
    device.setItem('engineer-clock', JSON.stringify({ offsetMs, at: Date.now() } satisfies MeasuredClock))
  } catch {
    // The service worker has no such storage: the next page measures.
  }
}

export function isClockOld(): boolean {
  const { at } = readClock() ?? { at: 0 }
  return isPage && Math.abs(Date.now() - at) > measureAgainMs
}

/** The server's time now, as far as this phone knows it, in ms. */
export const phoneNow = (): number => Date.now() + (readClock()?.offsetMs ?? 0)
