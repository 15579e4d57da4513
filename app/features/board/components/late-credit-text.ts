import { poundsText } from '#content/money.ts'
import { defaultPrices, type PriceList } from '#content/price-list.ts'

/** What a late arrival costs us: '£50'; 'money' once the owner has changed it, since each booking keeps what it was promised. */
export const lateCreditText = ({ billingTerms: { lateArrivalCreditPence: pence } }: PriceList): string =>
  pence === defaultPrices.billingTerms.lateArrivalCreditPence ? poundsText(pence) : 'money'
