import { billedCustomerOf, supplierOf } from '#app/features/billing/bill-contents.ts'
import type { IssuedBill } from '#app/features/billing/bill-view.server.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { asapWindow } from '#app/features/capacity/arrival-window.ts'
import { statementOf } from '#app/features/visit/statement.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { toInstant } from '#app/values/clock.ts'
import { changeMailId, type changeMails, type MailTexts, mailPlaceholders } from '#content/customer-mails.ts'
import { nextVisitMinutes } from '#content/stated.ts'
import type { Words } from './wording/blocks.ts'
import { confirmationWords } from './wording/confirmation.ts'
import { aftercareWords, type ToldRequest } from './wording/customer-aftercare.ts'
import { billWords } from './wording/customer-bill.ts'
import { changesForCustomers, customerChangeWords, newLinkWords } from './wording/customer-changes.ts'
import { lateWords } from './wording/customer-late.ts'
import type { CustomerNews } from './wording/customer-news.ts'
import { extraWorkWords } from './wording/extra-work.ts'
import { siteOf } from './wording/message.server.ts'
import { withOwnersWords } from './wording/owners-words.ts'
import { renderText } from './wording/render-text.ts'

/** The status of the example's booking, if it isn't new. */
const statusOf: Partial<Record<keyof typeof changeMails, BookingStatus>> = {
  cancelled: 'cancelled',
  called_off: 'cancelled',
  joined: 'cancelled',
  set_out: 'en_route',
  completed: 'completed',
  part_due: 'completed',
  part_arrived: 'completed',
  no_access: 'no_access',
  at_door: 'arrived',
  not_over: 'arrived',
}

/** The text of an example, for messages that have one. */
const textOf: Partial<Record<keyof typeof changeMails, string>> = {
  cancelled: 'There’s nothing to pay.',
  called_off: 'Our van has broken down.',
  joined: 'We’re keeping your other booking.',
  refunded: 'We’re refunding £29.99 to the card or account you paid from.',
  reply: 'We can be with you at 3pm.',
  set_out: 'Dave',
  at_door: '2.45pm',
  part_due: 'Tuesday 8 December',
  gas_notice: 'Fumes from your boiler can get into the room.',
}

/** An email to a customer with these words of the owner's, as plain text, for an example booking. Undefined for an unknown id. */
export function previewMail(services: Services, id: string, texts: MailTexts): string | undefined {
  const news = exampleNews(services)
  const words = wordsOf(id, news)
  return words && renderText(withOwnersWords(words, texts, news), news.site)
}

function wordsOf(id: string, news: CustomerNews): Words | undefined {
  if (id === 'customer-confirmation') return confirmationWords(news)
  if (id === 'customer-late') return lateWords(news, { bookingId: '', missed: ['window'], creditPence: 5_000, feeRefundPence: 0 })
  if (id === 'customer-bill')
    return billWords({ ...news, bill: exampleBill(news), change: 'billed', amountPence: 0, reason: '', paperId: '' })
  if (id === 'customer-aftercare') return aftercareWords(news, exampleComplaint(news))
  if (id === 'customer-new-link') return newLinkWords(news)
  if (id === 'customer-extra-work')
    return extraWorkWords(news, {
      ...{ name: 'New stopcock', description: '', lines: [{ label: '1 × Stopcock', amountPence: 14_000 }], amountPence: 14_000 },
      ...{ isUrgentRepair: true, forBusiness: false, state: 'proposed' },
      ...{ decidedAt: null, way: null, signerName: null, startAskedAt: null, startText: null },
    })
  const change = changesForCustomers.find((each) => changeMailId(each) === id)
  if (!change) return undefined
  const booking = { ...news.booking, status: statusOf[change] ?? news.booking.status }
  return customerChangeWords({ ...news, booking, statement: statementOf(booking) }, { change, text: textOf[change] ?? '' })
}

const exampleComplaint = ({ site }: CustomerNews): ToldRequest => ({
  change: 'complained',
  request: { words: 'The tap still drips.', wish: 'Please fix it.', answer: '', disputeText: '', receivedAt: toInstant(site.now) },
})

/** Its bill: the call-out and half an hour more, kept to the price cap. */
function exampleBill({ booking, site }: CustomerNews): IssuedBill {
  const on = londonDay(site.now)
  return {
    issued: { id: '', reference: `${on.slice(0, 4)}-0001`, on, taxPoint: on, dueOn: on },
    lines: [
      { id: 'callout', label: 'Call-out including first 30 minutes, day rate', amountPence: 11_900, vatPence: 0 },
      { id: 'time', label: '1 × 30 minutes at £70, day rate', amountPence: 7_000, vatPence: 0 },
      { id: 'cap', label: 'Reduced to the price cap', amountPence: -4_650, vatPence: 0 },
    ],
    ...{ suppliedOn: on, totalPence: 14_250, vatPence: 0, owedPence: 14_250, creditNotes: [], payments: [] },
    supplier: supplierOf(site.details),
    customer: billedCustomerOf(booking),
    visit: { reference: booking.reference, service: booking.service },
  }
}

/** A made-up booking. */
function exampleNews(services: Services): CustomerNews {
  const site = siteOf(services)
  const at = toInstant(site.now)
  const booking = {
    ...{ id: '', reference: mailPlaceholders.reference, status: 'received', serviceLevel: 'standard', channel: 'online' },
    ...{ name: `${mailPlaceholders.name} Raman`, phone: '+447700900264', email: 'priya@example.com', service: mailPlaceholders.problem },
    ...{ description: '', dangers: '', address: '12 Commercial Street', postcode: 'E1 1FR', borough: 'Tower Hamlets', inArea: 1 },
    ...{ slotStartsAt: null, slotEndsAt: null, ...asapWindow(site.now, nextVisitMinutes, services.published.current().windows) },
    ...{ estimatePence: 14_250, priorityFeePence: 0, frozenTerms: '{}', suspectedSpam: 0, late: 0, createdAt: at, lateAfter: null },
    ...{ returnOf: null, visitAgreedAt: null, paymentDueAt: null, engineerId: null },
  } as unknown as Booking
  return { booking, trackingUrl: `${site.url}/track/example`, site, statement: statementOf(booking) }
}
