import { areaDoubt } from '#app/features/areas/locate.ts'
import { placeText } from '#app/features/booking/answers.ts'
import { rateCardOf } from '#app/features/pricing/bill.ts'
import { priceRules } from '#app/features/pricing/bill-rules-text.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { arrivalText } from '#app/features/promises/arrival-window.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { gasSafeCheck, meanwhile } from '#content/meanwhile.ts'
import { defaultPrices } from '#content/price-list.ts'
import { contactMinutes } from '#content/stated.ts'
import type { Words } from './blocks.ts'
import { priceFacts } from './booking-facts.ts'
import { type CustomerNews, changingItems } from './customer-news.ts'

/** What the customer is told at once: the reference, the promise, the price and what to do meanwhile. */
export function confirmationWords(news: CustomerNews): Words {
  const { booking, trackingUrl } = news
  const rates = { ...rateCardOf(defaultPrices), ...(JSON.parse(booking.frozenTerms) as Partial<FrozenTerms>) }
  return {
    subject: `Your booking ${booking.reference}: ${booking.service}`,
    blocks: [
      { heading: 'We have your booking.' },
      { paragraph: openingOf(news) },
      { reference: booking.reference },
      { facts: [['Emergency', booking.service], ['Arrival', arrivalText(booking)], ['Where', placeText(booking)], ...priceFacts(booking)] },
      {
        link: 'Follow this booking',
        href: trackingUrl,
        note: 'Change the time, cancel or write to us there. This link is private: whoever has it can do the same.',
      },
      { section: 'Until the engineer comes', blocks: [{ list: meanwhile[booking.service as EmergencyTypeName] }] },
      { section: 'How the bill is made', blocks: [{ list: priceRules(rates) }] },
      { section: 'To change or cancel', blocks: [{ list: changingItems(news) }] },
      { section: 'At the door', blocks: [{ paragraph: gasSafeCheck }] },
    ],
  }
}

function openingOf({ booking, details: { emergencyPhone } }: CustomerNews): string {
  if (booking.channel === 'phone') return `You booked by phone. Is anything of this wrong? Call ${emergencyPhone.text}.`
  if (booking.paymentDueAt) {
    const held =
      'A Red Line slot is yours when the priority fee is paid. Your booking’s page shows whether we hold one for you, and until when you can pay.'
    return areaDoubt(booking) !== 'outside' ? held : `${held} Your postcode is outside the boroughs we cover: please call before you pay.`
  }
  const contact = `We'll contact you within ${contactMinutes} minutes to confirm your emergency service appointment. Or call ${emergencyPhone.text}.`
  return areaDoubt(booking) !== 'outside'
    ? contact
    : `${contact} Your postcode is outside the boroughs we cover: we will say then whether we can come.`
}
