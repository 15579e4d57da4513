import { useEffect } from 'react'
import { notHeldText } from '#app/features/booking/answers.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { dismissToast, getToasts, showToast, subscribeToasts } from '#app/ui/toast.ts'
import { contactMinutes } from '#content/stated.ts'
import type { Acknowledgement } from '../booking-form/kept-booking.ts'
import { bookingOutbox } from './booking-outbox.ts'

const deliveredToast = ({ reference, payment, trackingUrl }: Acknowledgement) =>
  payment
    ? {
        title: payment.isHeld ? 'Your Red Line slot is held' : 'One more step: payment',
        text: payment.isHeld
          ? `Until ${londonTimeText(payment.dueAt)}. It’s yours once you’ve paid the priority fee. Your reference is ${reference}.`
          : `${notHeldText} Your reference is ${reference}.`,
        action: { label: 'Pay for Red Line', href: payment.url },
      }
    : {
        title: 'Booking Submitted Successfully! ✅',
        text: `Your reference is ${reference}. We'll contact you within ${contactMinutes} minutes to confirm your emergency service appointment.`,
        action: { label: 'Track your booking', href: trackingUrl },
      }

/**
 * Keeps sending bookings that an earlier page of this device couldn't, on every page, and shows the outcome. The starter loads it only if
 * one waits.
 */
export default function PendingBookings() {
  const { emergencyPhone } = useDetails()
  useEffect(() => {
    const outbox = bookingOutbox()
    const call = { label: `Call ${emergencyPhone.text}`, href: emergencyPhone.href }
    const shown = new Map<string, { toast: number; as: string }>()
    const say = (key: string, as: string, toast: Parameters<typeof showToast>[0]) => {
      const before = shown.get(key)
      if (before?.as === as) return
      if (before) dismissToast(before.toast)
      shown.set(key, { as, toast: showToast({ lasting: true, ...toast }) })
    }
    const look = () => {
      const { kept, delivered } = outbox.getState()
      for (const { key, state, refusal } of kept)
        if (state === 'refused')
          say(key, 'refused', {
            title: refusal?.title ?? 'We couldn’t take your booking',
            text: refusal?.message,
            tone: 'alarm',
            action: call,
          })
        else say(key, 'kept', { title: 'Still sending your booking', text: 'We’ll keep trying until it’s sent.', action: call })
      for (const { key, acknowledgement } of delivered) say(key, 'delivered', deliveredToast(acknowledgement))
    }
    /** Closing the notice of a refused booking means it was read. */
    const forget = () => {
      const open = new Set(getToasts().map(({ id }) => id))
      for (const [key, { as, toast }] of shown) if (as === 'refused' && !open.has(toast)) void outbox.discard(key)
    }
    const stops = [outbox.subscribe(look), subscribeToasts(forget)]
    outbox.resume()
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return null
}
