import type { Answers } from '#app/features/booking/answers.ts'
import type { SessionStorage } from '#app/platform/device-storage.ts'
import { redlineHoldMinutes } from '#content/rates.ts'
import type { Acknowledgement } from '../kept-booking.ts'

/*
 * A Red Line booking that waits for its payment, in encrypted session storage while its slot is held: a
 * reload of the page leads back to it, and nothing has to be typed again when the hold has run out. The code comes only when there is
 * something to keep or to read; where the browser refuses, the booking goes on without.
 */

export interface KeptSent {
  key: string
  answers: Answers
  acknowledgement: Acknowledgement
}

const name = 'redline-booking'
const storage = () => import('#app/platform/secure-session.ts')

export async function keepSent(sent: KeptSent): Promise<void> {
  try {
    await (await storage()).keepSecurely(name, sent, redlineHoldMinutes * 60_000)
  } catch {
    // The line broke before its code had come.
  }
}

/** The booking that this tab waits with, if there is one. */
export async function readSent(): Promise<KeptSent | undefined> {
  if (!hasSent()) return undefined
  try {
    return (await (await storage()).readSecurely(name)) as KeptSent | undefined
  } catch {
    return undefined
  }
}

export async function forgetSent(): Promise<void> {
  if (!hasSent()) return
  try {
    await (await storage()).forgetSecurely(name)
  } catch {
    // It ends by itself.
  }
}

function hasSent(): boolean {
  try {
    const tab: SessionStorage = sessionStorage
    return tab.getItem(`secure-session:${name}`) !== null
  } catch {
    return false
  }
}
