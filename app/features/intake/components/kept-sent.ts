import type { Answers } from '#app/features/booking/answers.ts'
import type { SessionStorage } from '#app/platform/device-storage.ts'
import { redlineHoldMinutes } from '#content/fees.ts'
import type { Acknowledgement } from '../booking-form/kept-booking.ts'

/* A Red Line booking that waits for payment, in encrypted session storage while its slot is held: a reload returns to it, and nothing has
   to be typed again if the hold expires. The code is loaded only if there is something to keep or read; if the browser refuses, the booking
   continues without it. */

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
    // The connection failed before its code was loaded.
  }
}

/** The booking in this tab that waits for payment, if any. */
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
