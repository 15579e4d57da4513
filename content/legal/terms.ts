import { business, postalAddress } from '#content/business.ts'
import { dateText } from '#content/date-text.ts'
import {
  billingTerms,
  changeCutoffMinutes,
  priorityFeeText,
  type RateTier,
  redlineDispatchMinutes,
  redlineHoldMinutes,
  redlineOpenMinutes,
  redlinePaidOnlySlots,
} from '#content/fees.ts'
import { usedDisputeProvider } from '#content/legal-identity.ts'
import { poundsText } from '#content/money.ts'
import { boilerOfferTerms, calloutOfferTerms } from '#content/offer-terms.ts'
import { lateCredit as lateCreditOf } from '#content/price-list.ts'
import type { PublishedValues } from '#content/published.ts'
import { callBackHours, complaints, guaranteeVisitDays, refundDays, satisfactionAnswerDays } from '#content/stated.ts'
import { cancellationForm } from './cancellation-form.ts'
import { identityPoints, type LegalPageText, type LegalSection } from './legal.ts'

const { includedMinutes, intervalMinutes, materialsMarkupPercent, noAccessAfterMinutes } = billingTerms

/** The terms of a booking. The site stores a booking's price rules (`FrozenTerms`), not this text: keep the old text when changing it. */
export default {
  slug: 'terms',
  title: 'Terms and conditions',
  metaTitle: `Terms and conditions | ${business.name}`,
  description: 'What we promise, what you pay, and how to cancel a visit, claim under a guarantee or complain.',
  keywords: ['emergency plumber terms', 'plumber guarantee London', 'cancel plumber booking', 'plumber call-out charges'],
  lead: 'These terms apply to every visit. Your prices are fixed when you book.',
  updated: '2026-11-29',
  sections,
} satisfies LegalPageText

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** With the prices, offers and business details in force. */
function sections({ details, prices }: PublishedValues): readonly LegalSection[] {
  const { gasEmergency: gas } = business
  const { emergencyPhone: phone, email, company } = details
  const { rateTiers } = prices
  const [day, evening, night] = rateTiers
  const interval = ({ quarterHourPence }: RateTier) => poundsText((quarterHourPence * intervalMinutes) / 15)
  const noAccess = poundsText(prices.billingTerms.noAccessPence)
  const lateCredit = lateCreditOf(prices)
  const address = postalAddress(details)
  const disputes = usedDisputeProvider(company)
  return [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        {
          points: [
            `Smell gas? Do not book. Go outside, call ${gas.text} and [follow these steps](/gas-emergency).`,
            'Your price cap is a promise. The only extras are parking and the Congestion Charge, and extra work that you agree to first.',
            `We take ${lateCredit} off the bill if we arrive after the window in your booking.`,
            'You can cancel free of charge until the engineer sets off.',
            'Our work is guaranteed for 12 months, and you have 7 days to ask for a refund.',
            'Nothing here takes away your legal rights.',
          ],
        },
      ],
    },
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        company.legalName ? `${business.name} is the trading name of ${company.legalName}.` : `We are ${business.name}.`,
        ...identityPoints(details),
        `Call free, day or night, on ${either.format([`**${phone.text}**`, ...(email ? [`email ${email}`] : []), ...(address ? [`write to ${address}`] : [])])}.`,
        'These terms are for private customers. [Business customers](/terms#business-customers) have their own section. For how we use your data, see our [privacy notice](/privacy).',
      ],
    },
    {
      id: 'booking',
      title: 'Booking',
      blocks: [
        {
          steps: [
            'You book by phone or online. Online, you see the price and can change your answers before you submit the form.',
            'By submitting the form you ask us to visit. There is no contract yet.',
            'We contact you within 15 minutes. The contract is made when we confirm, by phone or email, that an engineer will visit.',
            'For Red Line online, it is made once we have your payment and you have a slot.',
          ],
        },
        'If you do not hear from us, call. If we cannot take the job, you owe nothing.',
        'We email you what you booked, how we work out the bill, and a private link to your booking. The contract is in English. Prices, arrival window and terms stay as they were when you booked.',
      ],
    },
    {
      id: 'estimate-and-prices',
      title: 'Your price cap and our prices',
      blocks: [
        '**The estimate** is for a typical job of the type you book, at your address and at the time of your visit. **The price cap** is the estimate, or the call-out when your arrival window starts if that is more. We tell you before you book, online and by phone, with any Red Line fee and offer. We work out the bill from the rates on our [pricing page](/pricing), including VAT, as shown when you book. If that is less than the price cap, you pay less. If it is more, you pay the price cap. Bookings made before 28 November 2026 keep the price cap in their confirmation.',
        '**Extra work.** Before we do extra work, or a different job, we tell you why and what it costs, and record your consent in writing. If you say no, you pay only for what we have done, within the price cap. Extra work that you agree to adds its own price and does not change the price cap of the rest.',
        '**The only extras** are parking and the Congestion Charge, at cost, and the Red Line fee.',
        {
          points: [
            `The call-out is ${poundsText(day.calloutPence)}, ${poundsText(evening.calloutPence)} or ${poundsText(night.calloutPence)}, depending on the time in London. Saturday 6PM to 10PM is ${poundsText(evening.calloutPence)}. Bank holidays in England (see gov.uk/bank-holidays) are ${poundsText(night.calloutPence)} all day.`,
            `The time we arrive determines the call-out charge, which covers the first ${includedMinutes} minutes from then and is the minimum charge. If the price cap is lower, you pay the price cap.`,
            `After that we charge in ${intervalMinutes}-minute intervals: ${interval(day)}, ${interval(evening)} or ${interval(night)}. Each is charged in full, at the rate in force when it begins.`,
            `Materials: at cost plus ${materialsMarkupPercent}%.`,
            `**Make-safe service, ${poundsText(prices.billingTerms.makeSafePence)}.** If a repair must wait, we only make the place safe. If that takes longer than the first ${includedMinutes} minutes, we add this to the call-out and do not charge for further time.`,
            `**No access, ${noAccess}.** See [access](/terms#access-and-safety).`,
          ],
        },
      ],
    },
    {
      id: 'when-we-come',
      title: 'When we arrive',
      blocks: [
        'When you book, online or by phone, we give you an arrival window. That window is our promise.',
        `If we arrive after it, we take **${lateCredit}** off the bill, whatever the reason. You do not need to ask: your booking’s page and an email will confirm it. If it is missing from your bill, tell us and we will refund it within 14 days. If you asked for a later visit, the new window applies. If we agree a second visit, its window is a new promise.`,
      ],
    },
    {
      id: 'red-line',
      title: 'Red Line',
      blocks: [
        `Red Line is our fastest service, always immediate, with ${prices.redlineSlotsPerDay} slots a day, London time.`,
        {
          points: [
            `The priority fee is ${priorityFeeText(prices.priorityFeePence)}. It is included in the most you’ll pay, and shown as a separate line.`,
            `Online, we hold a slot for ${redlineOpenMinutes} minutes, and for ${redlineHoldMinutes} minutes from when you open the payment page. We hold one unpaid slot at a time for each phone number, email address and internet connection, but never the last ${redlinePaidOnlySlots} slots of a day. If we cannot hold one for you, we tell you before you pay: it goes to the first to pay. If no slot is left when your payment reaches us, we refund you automatically.`,
            `We dispatch an engineer within ${redlineDispatchMinutes} minutes of your payment, or of your booking by phone. Dispatched means on the way.`,
            `We refund the whole fee, within 14 days, if you cancel before we dispatch, we have no slot, or we miss the ${redlineDispatchMinutes} minutes. If you booked by phone and have not paid the fee, we do not charge it.`,
          ],
        },
      ],
    },
    {
      id: 'offers',
      title: 'Offers',
      blocks: [
        'Offers apply automatically to every booking, online and by phone. Their dates go by London time. Only one applies, whichever takes more off the price cap. An offer lowers your price cap by what it takes off the daytime call-out, at any hour, but never below the call-out with the offer.',
        'What matters is when we receive your booking or, if your phone was offline, when you sent it, as long as it reaches us within an hour.',
        ...[
          { ...prices.boilerOffer, points: boilerOfferTerms(prices.boilerOffer, prices).slice(0, 2) },
          { ...prices.calloutOffer, points: calloutOfferTerms(prices.calloutOffer).slice(0, 2) },
        ]
          .filter(({ isOff }) => !isOff)
          .flatMap(({ name, from, until, points }) => [
            `**${name}**, for bookings from ${dateText(from)}${until ? ` to ${dateText(until)}` : ''}:`,
            { points },
          ]),
      ],
    },
    {
      id: 'access-and-safety',
      title: 'Access and safety',
      blocks: [
        `**Letting us in.** Someone must be there who can let us in and agree to the work. If we cannot get in within ${noAccessAfterMinutes} minutes of arriving, we charge ${noAccess} instead of the call-out. We call you first, and we do not count any time before your window starts. A free visit under our [guarantees](/terms#guarantees) has no such charge.`,
        '**Permission.** If you rent, ask your landlord first, unless it cannot wait. Shared pipes and risers need the consent of the freeholder or managing agent; until then we only make the place safe. The person who books pays, unless we agree otherwise.',
        '**Gas.** Only Gas Safe registered engineers work on gas. Ask to see their card. If gas equipment is unsafe, we follow the Gas Industry Unsafe Situations Procedure:',
        {
          points: [
            '**Immediately Dangerous** means it endangers life or property now. We ask your permission to disconnect it. If you refuse, and it runs on mains gas, we report it to the National Gas Emergency Service.',
            '**At Risk** means it could become a danger. We ask your permission to turn it off.',
            'Either way we label it and leave a written notice. Do not use it until it is repaired.',
          ],
        },
        '**When we stop.** If we suspect asbestos, or anything else makes the work unsafe, we stop and tell you who must deal with it first.',
        '**Walls, floors and ceilings.** We ask before we open them up. Making good is not part of the job unless we agree it with you.',
      ],
    },
    {
      id: 'paying',
      title: 'Paying',
      blocks: [
        'Only a Red Line fee booked online is due when you book. The rest is due when the work is done, or on a date we agree, against an itemised bill. You can pay by cash, credit card, debit card or bank transfer; none costs extra.',
        'You pay the Red Line fee through Stripe. We never see your card details. Refunds are made the same way you paid.',
        'If you think a bill is wrong, tell us, and pay the part you agree with while we check it. We do not charge private customers late fees.',
      ],
    },
    {
      id: 'changing-or-cancelling',
      title: 'Changing or cancelling',
      blocks: [
        'Use the private link in our emails, or call or email us with your reference.',
        {
          points: [
            'Until the engineer sets off, changing or cancelling is free.',
            `On your booking’s page you can change a slot until ${changeCutoffMinutes} minutes before it begins, and cancel until the engineer arrives. Otherwise call us.`,
            'A new time does not change your estimate or rates. If you move your visit to an hour with a dearer call-out, the price cap may go up: we show you, and change nothing until you agree. If we move it, the price cap never goes up. Our promise then applies to the new window.',
            `Once the engineer has set off, and before work starts, we charge at most ${noAccess}, or nothing if your window has passed or the visit is free under our guarantees. A Red Line fee is still payable if we dispatched in time.`,
            'Once work has started you can stop us at any time. You pay for what we have done, within the price cap.',
            'If we cannot visit, you owe nothing. We refund what you paid within 14 days.',
          ],
        },
        'For work that is not urgent, the law gives you more rights.',
      ],
    },
    {
      id: 'urgent-work',
      title: 'Urgent work: no 14-day right',
      blocks: [
        'When you ask us to visit as soon as possible, or by Red Line, it is because a repair or maintenance is urgent. There is no 14-day legal right to cancel such a visit, but our own rules above still apply.',
        'You do have that right for anything more: other services, or goods other than the parts the urgent work needed.',
      ],
    },
    {
      id: 'other-work',
      title: 'Other work: 14 days to cancel',
      blocks: [
        `For other work, such as a visit booked for a later slot, you can cancel without a reason under the Consumer Contracts Regulations 2013. You have until 14 days after the day the contract is made, or if we supply goods, after the day you get them. We do not charge the ${noAccess} for this.`,
        '**If you want us to start sooner**, you must ask us to, and accept that the right ends once the work is fully done: tick the box when you book, ask on your booking’s page, or tell us on the phone or the engineer at the door. For work agreed at your home, ask on your booking’s page or the engineer’s phone. If you then cancel part-way, you pay for the part done, in proportion to the whole price. If you did not ask, you pay nothing.',
        '**To cancel**, use the form on your booking’s page, or tell us clearly by phone, email or post, with the form below if you like. You are in time if you send your message before the 14 days end.',
        '**Your refund.** Within 14 days of your message we refund all you have paid, less what you owe for work you asked for. We refund you the same way you paid, and collect any goods, at no cost to you.',
      ],
    },
    {
      id: 'cancellation-form',
      title: 'Cancellation form',
      blocks: ['Complete and return this form only if you wish to withdraw from the contract.', { points: cancellationForm(details) }],
    },
    {
      id: 'guarantees',
      title: 'Our guarantees',
      blocks: [
        'These are in addition to your legal rights. To claim, call or email us with your reference and tell us what happened.',
        `**12 months on our work.** If our work fails, tell us within 12 months of the day we did it. The repair is free: call-out, time and materials. We return within ${callBackHours} hours in an emergency, otherwise within ${guaranteeVisitDays} days. Parts have the manufacturer’s guarantee, and you have your legal rights against us. Not covered: wear and tear, misuse, work by others, or a fault we warned you about in writing that you did not fix.`,
        '**Emergency call-back.** If what we worked on becomes an emergency again within those 12 months, call at any time. We return within 24 hours. If it is a new problem, we tell you the price before we continue.',
        '**Free return.** If we leave and the fault you booked us for is not fixed, the next visit for it is free: no call-out charge and no charge for time. Tell us within 12 months. We agree a day, or return within 24 hours in an emergency. You pay only for parts you agreed to. Not covered: a repair you turned down.',
        `**Satisfaction or refund.** If you are not satisfied, for any reason, tell us within ${refundDays} days of the visit, on your booking’s page if you like. You choose: we put it right for free, or within ${satisfactionAnswerDays} days refund everything you paid for the visit, the same way you paid.`,
      ],
    },
    {
      id: 'your-legal-rights',
      title: 'Your legal rights',
      blocks: [
        'Under the Consumer Rights Act 2015:',
        {
          points: [
            'We must work with reasonable care and skill.',
            'We are bound by what we say or write about ourselves or the work, if you relied on it.',
            'If no price was agreed, you pay a reasonable one. If no time was agreed, we must work within a reasonable time.',
            'Parts must be of satisfactory quality, fit for purpose and as described.',
          ],
        },
        'If the work is not right, you can ask us to do it again, free, in a reasonable time and without significant inconvenience. If we cannot or do not, or take unreasonably long, you can have some or all of the price back. We pay it within 14 days of agreeing.',
        'Within 30 days you can reject faulty parts for a refund. You can also ask for repair or replacement, and if that fails, your money back. You may also have a right to compensation, and you normally have six years to go to court.',
      ],
    },
    {
      id: 'liability',
      title: 'What we are responsible for',
      blocks: [
        'We are responsible for foreseeable loss or damage that we cause by breaking these terms or not taking reasonable care. If we damage your home that way, we repair it or pay for it.',
        'We are not responsible for existing faults, unless we made them worse.',
        'Nothing here limits our liability for death or injury caused by negligence, for fraud, or wherever else the law does not allow us to limit it. There is no cap on what we owe a private customer.',
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints',
      blocks: [
        {
          steps: [
            'Use your booking’s page, or call, email or write to us. Tell us your reference, what went wrong and what you would like us to do.',
            `We acknowledge it within ${complaints.confirmWorkingDays} working days and reply within ${complaints.answerDays} days.`,
            'If you are not happy with our answer, ask for the owner.',
            ...(disputes ? [`If we still disagree, you can go to ${disputes}.`] : []),
          ],
        },
        'The Citizens Advice consumer helpline, 0808 223 1133, gives free advice and passes reports to Trading Standards. For complaints about gas work, you can also call the Gas Safe Register, 0800 408 5500. You can go to court at any time.',
      ],
    },
    {
      id: 'business-customers',
      title: 'Business customers',
      blocks: [
        'This part applies if you book wholly or mainly for a trade, business or profession. Our prices and guarantees apply. The sections on the 14-day right and on legal rights do not.',
        {
          points: [
            'Tell us the site’s rules and show us its asbestos register.',
            'We may charge interest and costs on late payment under the Late Payment of Commercial Debts (Interest) Act 1998.',
            'We are not liable for lost profit or lost trade. This does not limit any liability that the law does not allow us to limit.',
          ],
        },
      ],
    },
    {
      id: 'law',
      title: 'Law and courts',
      blocks: [
        'The law of England and Wales applies. If you live in Scotland or Northern Ireland, you keep the protection of the law there and can use your own courts. We can take a private customer to court only where that customer lives.',
      ],
    },
  ]
}
