import { changed } from '#content/changed.ts'
import { poundsText } from '#content/money.ts'
import { billingTerms } from '#content/rates.ts'

/** What so many late arrivals cost us: '£50'; 'money' once the owner has changed it, since each booking keeps what it was promised. */
export const lateCreditText = (count = 1): string =>
  changed().fees?.lateArrivalCreditPence === undefined ? poundsText(count * billingTerms.lateArrivalCreditPence) : 'money'
