import type { Answers } from '#app/features/booking/answers.ts'
import type { SessionStorage } from '#app/platform/device-storage.ts'
import { redlineHoldMinutes } from '#content/fees.ts'

/* A Red Line booking that waits for payment, in encrypted session storage while its slot is held: the form leads back to it, and nothing
   has to be typed again if the hold expires. The code is loaded only if there is something to keep or read; if the browser refuses, the
   booking continues without it. */

export interface KeptUnpaid {
  answers: Answers
  reference: string
  /** Address of the booking's private page. */
  trackingUrl: string
  payment: { url: string; amountPence: number; isHeld: boolean }
}

const name = 'redline-booking'
const storage = () => import('#app/platform/secure-session.ts')

export async function keepUnpaid(unpaid: KeptUnpaid): Promise<void> {
  try {
    await (await storage()).keepSecurely(name, unpaid, redlineHoldMinutes * 60_000)
  } catch {
    // The connection failed before its code was loaded.
  }
}

/** The booking in this tab that waits for payment, if any. */
export async function readUnpaid(): Promise<KeptUnpaid | undefined> {
  if (!hasUnpaid()) return undefined
  try {
    return (await (await storage()).readSecurely(name)) as KeptUnpaid | undefined
  } catch {
    return undefined
  }
}

/** Loads the code that deletes it once its time is over. */
export function expireUnpaid(): void {
  if (hasUnpaid()) storage().catch(() => undefined)
}

export async function forgetUnpaid(): Promise<void> {
  if (!hasUnpaid()) return
  try {
    await (await storage()).forgetSecurely(name)
  } catch {
    // It expires by itself.
  }
}

function hasUnpaid(): boolean {
  try {
    const tab: SessionStorage = sessionStorage
    return tab.getItem(`secure-session:${name}`) !== null
  } catch {
    return false
  }
}
