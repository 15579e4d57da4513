import { bookingTrouble, usePhoneFirst } from '#app/features/uptime/phone-first-context.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { lateCredit } from '#content/price-list.ts'
import { nextVisitMinutes } from '#content/stated.ts'

/**
 * What we promise about speed, on every page the same, without the full stop: the end of the arrival window, and what we take off if we
 * miss it. While staff have paused online booking or no one is free yet, that instead: its first sentence.
 */
export function PromiseLine() {
  const says = usePhoneFirst()
  const promise = `With you within ${nextVisitMinutes} minutes, or ${lateCredit(usePrices())} off`
  return says && says !== bookingTrouble ? says.replace(/\.(\s.*)?$/s, '') : promise
}
