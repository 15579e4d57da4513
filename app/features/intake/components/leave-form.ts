import { type KeptUnpaid, keepUnpaid } from '#app/features/payments/kept-unpaid.ts'
import type { Acknowledgement } from '../booking-form/kept-booking.ts'
import { confirmationPath } from '../outbox.ts'

/** The notice is shown for this long before the payment page opens. */
const noticeMs = 1_000

/**
 * Leads from a booking that was sent to its confirmation. If a slot is held, the payment page opens first: in a new tab, or in this one on
 * a phone or if the browser opens no tab, and leads back to the confirmation. Without a held slot, visitors read before paying that others
 * may be quicker.
 */
export async function leaveForm(acknowledgement: Acknowledgement, unpaid: KeptUnpaid | undefined): Promise<void> {
  const kept = unpaid && keepUnpaid(unpaid)
  if (!unpaid?.payment.isHeld) {
    // The browser's store may be slow: it is not waited for longer.
    if (kept) await Promise.race([kept, pause(noticeMs)])
    return location.assign(confirmationPath(acknowledgement))
  }
  await pause(noticeMs)
  const tab = isOnPhone() ? null : open(unpaid.payment.url, '_blank')
  if (tab) tab.opener = null
  location.assign(tab ? confirmationPath(acknowledgement) : unpaid.payment.url)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A narrow screen, or one that is touched: a second tab hides the first there. */
const isOnPhone = () => matchMedia('(width < 700px), (pointer: coarse)').matches
