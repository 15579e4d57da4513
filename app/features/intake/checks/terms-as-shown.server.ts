import type { Transaction } from 'kysely'
import { PriceChanged } from '#app/features/booking/refusals.ts'
import { type FrozenTerms, mostPence } from '#app/features/pricing/frozen-terms.ts'
import type { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { PublishedValues } from '#content/published.ts'
import type { Tables } from '#db/tables.ts'
import type { Attempt, Checked } from '../attempt.ts'
import { isRecent } from './pressed-at.ts'
import { type Asked, costsMoreThanShown, shownMost, termsOf } from './terms.ts'

interface Pricing {
  attempt: Attempt
  checked: Checked
  asked: Asked
  published: PublishedValues
}

/**
 * Returns the terms by which the customer pays at most the price that the page showed when they pressed the button, if we did show it then:
 * by the prices of now or of that moment. Refuses any other figure. A price shown more than an hour ago isn't compared: the customer is
 * called first.
 */
export async function termsAsShown(
  services: Services,
  tx: Transaction<Tables>,
  { attempt, checked, asked, published }: Pricing,
): Promise<{ terms: FrozenTerms } | { refused: Refusal }> {
  const { now, shownAt } = attempt
  const { input, arrival, startAt } = checked
  const terms = termsOf(input, { ...asked, ...arrival, pressed: asked.takenBy ? now : asked.pressed }, published.prices)
  const shownPence = shownMost(input)
  const isComparable = shownPence !== undefined && !input.callFirst && isRecent(checked.pressed, now)
  const isDearer = shownPence === undefined && costsMoreThanShown(input, terms)
  if (!isDearer && (!isComparable || asked.takenBy || mostPence(terms) === shownPence)) return { terms }
  for (const at of [asked.pressed, shownAt]) {
    if (!at || !isRecent(at, now)) continue
    const { prices } = await services.published.readAt(tx, toInstant(at))
    const then = termsOf(input, { ...asked, preferredDate: arrival.preferredDate, promisedFrom: startAt(at), pressed: at }, prices)
    if (mostPence(then) === shownPence) return { terms: then }
  }
  return { refused: new PriceChanged(`The most you’ll pay is now ${poundsText(mostPence(terms))}.`, published.overrides) }
}
