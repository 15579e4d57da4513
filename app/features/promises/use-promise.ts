import { bookingTrouble, usePhoneFirst } from '#app/features/uptime/phone-first-context.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { lateCredit } from '#content/price-list.ts'
import { nextVisitMinutes } from '#content/stated.ts'

/**
 * Our promise about speed, the same on every page, without the full stop: the end of the arrival window, and the credit if we miss it.
 * While online booking is paused or no one is free yet, the first sentence about that instead.
 */
export function usePromise(): string {
  const says = usePhoneFirst()
  const promise = `With you within ${nextVisitMinutes} minutes, or ${lateCredit(usePrices())} off`
  return says && says !== bookingTrouble ? says.replace(/\.(\s.*)?$/s, '') : promise
}
