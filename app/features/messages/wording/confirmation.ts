import { isHelpInDoubt } from '#app/features/areas/help-in-doubt.ts'
import { advisedDangers, speaksOfGas } from '#app/features/booking/find-dangers.ts'
import { hasEnded, isToDispatch, statusFacts } from '#app/features/booking/lifecycle.ts'
import { priceRules } from '#app/features/pricing/bill-rules-text.ts'
import { capText } from '#app/features/pricing/price-words.ts'
import { billTermsOf } from '#app/features/visit/frozen-bill-terms.ts'
import { dangerAdvice } from '#content/danger-advice.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import { gasSafeCheck, meanwhile } from '#content/meanwhile.ts'
import { poundsText } from '#content/money.ts'
import { contactMinutes, unprovenMinutes } from '#content/stated.ts'
import type { Block, Words } from './blocks.ts'
import { priceFacts } from './booking-facts.ts'
import {
  bothKeys,
  type CustomerNews,
  changingSection,
  firstName,
  isUpcoming,
  privateNote,
  shortWindow,
  stationBlocks,
  visitFacts,
  windowBlock,
} from './customer-news.ts'

/** The confirmation that customers get straight away: the promise, the reference, the price and what to do meanwhile. */
export function confirmationWords(news: CustomerNews): Words {
  const { booking } = news
  const rates = billTermsOf(booking)
  const { subject, preview, blocks } = booking.status === 'awaiting_payment' ? payWords(news) : bookedWords(news)
  return {
    subject: `${subject} (${booking.reference})`,
    preview,
    blocks: [
      ...dangerBlocks(news),
      ...blocks,
      privateNote,
      { reference: booking.reference },
      { facts: [...visitFacts(news), ...priceFacts(booking, news.statement)] },
      { paragraph: capParagraph(news) },
      // Someone who must leave the building should not turn anything off inside.
      ...(speaksOfGas(booking) || hasEnded(booking.status)
        ? []
        : [{ section: 'Until your engineer arrives', blocks: [{ list: meanwhile[booking.service as EmergencyTypeName] }] }]),
      { section: 'At the door', blocks: [{ paragraph: gasSafeCheck }] },
      changingSection(news),
      // In the email itself: distance selling rules require the price terms in a durable form.
      {
        section: booking.returnOf ? 'If you agree to other work' : 'How we work out your bill',
        blocks: priceRules(rates, rates.capPence === undefined).map((note) => ({ note })),
      },
    ],
  }
}

function capParagraph({ booking, statement, fits }: CustomerNews): string {
  if (!booking.returnOf) return capText(statement.mostPence)
  const why = fits
    ? `${fits === 'arrived' ? 'Your part is here, and we’ll fit it on this visit' : 'We’ll fit your part on this visit'}. The visit is free: there’s nothing to pay beyond what you’ve already agreed.`
    : 'This visit is free, under the guarantee on your last one.'
  return `${why} You’ll only pay if you agree to other work first.`
}

/** First steps if the customer's words mention a danger. */
const dangerBlocks = ({ booking }: CustomerNews): Block[] =>
  advisedDangers(booking).flatMap((danger): Block[] => [{ warning: dangerAdvice[danger].heading }, { list: dangerAdvice[danger].steps }])

/** Returns the parts that differ between bookings: the subject without its reference, the preview line and the first blocks. */
function bookedWords(news: CustomerNews): Words {
  const { booking } = news
  const name = firstName(booking)
  const heading: Block = { heading: name ? `Hi ${name}, we’ve got your booking` : 'We’ve got your booking' }
  const rest: Block[] = [...stationBlocks(news), { paragraph: openingOf(news) }, bothKeys(news)]
  const isNew = booking.status === 'received'
  if (isUpcoming(news) && !isHelpInDoubt(booking))
    return {
      subject: `Engineer arriving ${shortWindow(news)}`,
      preview: `${booking.service}. ${booking.returnOf ? 'This visit is free' : `The most you’ll pay is ${poundsText(news.statement.mostPence)}`}. What to do until your engineer arrives.`,
      blocks: [heading, windowBlock(news, 'Your engineer will arrive'), ...rest],
    }
  return {
    subject: isNew ? 'We’ve got your booking and will call you' : `Your booking: ${statusFacts(booking.status).customer}`,
    preview: `${booking.service}. ${hasEnded(booking.status) ? 'Your booking details' : 'What to do until your engineer arrives'}, and how to reach us.`,
    blocks: [heading, ...rest],
  }
}

/** The same while the Red Line fee is due. The deadline changes once the payment page is open, so only the booking's page states it. */
function payWords({ booking, trackingUrl, site: { details } }: CustomerNews): Words {
  const fee = poundsText(booking.priorityFeePence)
  const heading = `Pay ${fee} to confirm your Red Line slot`
  const outside = isHelpInDoubt(booking)
    ? ` Your postcode is outside our area, so please call ${details.emergencyPhone.text} before you pay.`
    : ''
  return {
    subject: heading,
    preview: `An engineer will set off within ${redlineDispatchMinutes} minutes of your payment. We won’t send anyone until you’ve paid.`,
    blocks: [
      { heading },
      {
        paragraph: `Your slot is confirmed once you’ve paid the priority fee, and an engineer will set off within ${redlineDispatchMinutes} minutes. We won’t send anyone until you’ve paid.${outside}`,
      },
      { keys: [{ label: `Pay ${fee}`, href: trackingUrl, isUrgent: true }] },
      { note: 'Your booking page shows whether we’re holding a slot for you, and how long you have to pay.' },
    ],
  }
}

function openingOf({ booking, proofUrl, site: { details } }: CustomerNews): string {
  const phone = details.emergencyPhone.text
  if (booking.toAgree && isToDispatch(booking.status))
    return proofUrl
      ? `We’ll call you to agree a time. To get the next free time now, confirm your booking with the button below, or call ${phone}.`
      : `We’ll call you to agree a time. If it’s urgent, call ${phone} now.`
  if (booking.channel === 'phone') return `Thank you for booking with us by phone. If any of this is wrong, call ${phone}.`
  if (booking.status !== 'received') return `If you have any questions, call ${phone} any time and quote your reference.`
  const contact = `We'll contact you within ${contactMinutes} minutes to confirm your emergency service appointment.`
  if (proofUrl)
    return `${contact} Please confirm your booking with the button below: if you don’t within ${unprovenMinutes} minutes and we’re busy, we may have to give its time to someone else.`
  return isHelpInDoubt(booking)
    ? `${contact} Your postcode is outside our area, so we’ll tell you then whether we can help.`
    : `${contact} Your arrival time is already booked, so you don’t need to wait for our call.`
}
