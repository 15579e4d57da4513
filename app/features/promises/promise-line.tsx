import { usePrices } from '#app/platform/published-context.ts'
import { lateCredit } from '#content/price-list.ts'
import { nextVisitMinutes } from '#content/stated.ts'

/** What we promise about speed, on every page the same: the end of the arrival window, and what we take off if we miss it. */
export const PromiseLine = () => `With you within ${nextVisitMinutes} minutes, or ${lateCredit(usePrices())} off`
