import type { LondonDay } from '#app/values/day.ts'
import { hubs } from './areas/hubs.ts'
import { localities } from './areas/localities.ts'
import { coverageIn } from './coverage.ts'
import { billingTerms, priorityFeeText, redlineDispatchMinutes, vatPercent } from './fees.ts'
import { poundsText } from './money.ts'
import type { FiledEvidence } from './owner-overrides.ts'
import { lateCredit as lateCreditOf } from './price-list.ts'
import type { PublishedValues } from './published.ts'
import {
  aggregateRating,
  arrivalWindowMinutes,
  boilerResponseMinutes,
  bookingSeconds,
  bookingSteps,
  callBackHours,
  contactMinutes,
  firstVisitFixPercent,
  guaranteeMonths,
  insured,
  inWords,
  inWordsFirst,
  nextVisitMinutes,
  openAlways,
  redlineArrivalMinutes,
  refundDays,
  responseMinutes,
  satisfactionPercent,
  technicianCallMinutes,
} from './stated.ts'

/** Measures counted over the rows of bookings (`app/features/site/claims/measures.ts`). */
export const measures = [
  'response',
  'boiler',
  'contact',
  'redLineCall',
  'window',
  'promise',
  'dispatch',
  'redLineArrival',
  'firstVisitFix',
  'returns',
  'callBack',
] as const
export type MeasureId = (typeof measures)[number]

/**
 * The evidence for a claim. Texts use the marks of `RichText`. Stated: its evidence. Enforced: the rule or row of this system that
 * guarantees it; `isReviews`: with the sum of our reviews. Measured: the count, or why there is none yet (`notYet`). `wanted`: the document
 * that the owner has yet to file, shown only to staff.
 */
type Backing =
  | { kind: 'stated'; evidence: string; wanted?: undefined }
  | { kind: 'stated'; evidence?: string; wanted: string }
  | { kind: 'enforced'; rule: string; measure?: MeasureId; wanted?: string; isReviews?: true }
  | { kind: 'measured'; query: string; measure: MeasureId; wanted: string }
  | { kind: 'measured'; query: string; notYet: string; wanted: string }

/** A statement about the business that someone may doubt. */
export interface Claim {
  /** Its anchor on `/claims`. */
  id: string
  /** The claim's words. */
  text: string
  statedOn: LondonDay
  backing: Backing
  /** Limits of the figure, if another one is shown beside it. */
  limit?: string
  /** Evidence filed by the owner, which replaces the stated or missing one. */
  filed?: FiledEvidence
  /** True if the claim is shown only here until evidence is filed. */
  isHeldBack?: true
}

export interface ClaimGroup {
  id: string
  title: string
  claims: readonly Claim[]
}

/** The day the owner handed the specification over. */
const byOwner = { statedOn: '2026-11-20' } as const

const { includedMinutes, intervalMinutes, materialsMarkupPercent, noAccessAfterMinutes } = billingTerms

/** The different minutes that parts of London state; the average is a separate claim. */
const statedMinutes = [...new Set(hubs.flatMap((hub) => (hub.responseMinutes && !hub.isAverage ? [hub.responseMinutes] : [])))].sort(
  (a, b) => a - b,
)
const named = (minutes: number) => hubs.filter((hub) => hub.responseMinutes === minutes && !hub.isAverage).map(({ name }) => name)
const city = hubs.find(({ isAverage }) => isAverage)
/** Places whose minutes are not those of their part of London. */
const quicker = localities.filter(({ hub, responseMinutes: own }) => own && own !== hubs.find(({ slug }) => slug === hub)?.responseMinutes)

const aim = 'This is a target. What we promise is the arrival window on your booking.'
const arrivals = (of: string) => `a year of arrival times for ${of}`
const policy = (of: string) => `the ${of} policy, with insurer, number and dates`
const terms = (of: string) => `It’s part of our contract with you: see “${of}” in our [terms](/terms#guarantees).`

/** Every claim of the specification, grouped as `/claims` shows them, with their present figures. */
export const claimGroups = (published: PublishedValues): readonly ClaimGroup[] =>
  stated(published).map((group) => ({
    ...group,
    claims: group.claims.filter(({ id }) => !isOfNoOffer(id, published)).map((claim) => withEvidence(claim, published)),
  }))

/** The claims now. */
export const claims = (published: PublishedValues): readonly Claim[] => claimGroups(published).flatMap((group) => group.claims)

/** An offer that is switched off is claimed nowhere. */
const isOfNoOffer = (id: string, { prices }: PublishedValues) =>
  (id === 'boiler-offer' && prices.boilerOffer.isOff) || (id === 'callout-offer' && prices.calloutOffer.isOff)

/** Adds the owner's evidence for it. */
function withEvidence(claim: Claim, { evidence }: PublishedValues): Claim {
  const filed = evidence[claim.id]
  return filed ? { ...claim, filed } : claim
}

function stated({ details, prices, boroughs, windows }: PublishedValues): readonly ClaimGroup[] {
  const { rateTiers, boilerOffer, calloutOffer, priorityFeePence } = prices
  const [day, evening, night] = rateTiers
  const lateCredit = lateCreditOf(prices)
  const estimates = Object.values(prices.basePence)
  const callouts = rateTiers.map(({ calloutPence }) => poundsText(calloutPence))
  const intervals = rateTiers.map(({ quarterHourPence }) => poundsText((quarterHourPence * intervalMinutes) / 15))
  const { makeSafePence, noAccessPence } = prices.billingTerms
  return [
    {
      id: 'how-fast',
      title: 'How fast we arrive',
      claims: [
        {
          id: 'late',
          text: `${lateCredit} off your bill if we miss your arrival window`,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'We store the window with your booking, and take the credit off your bill automatically.',
            measure: 'window',
          },
        },
        {
          id: 'open-always',
          text: `${openAlways}: a real person answers, including on bank holidays`,
          ...byOwner,
          backing: { kind: 'stated', wanted: 'our rota and a month of our call log' },
        },
        {
          id: 'response',
          text: `At your door in under ${responseMinutes} minutes`,
          ...byOwner,
          backing: {
            kind: 'measured',
            query: `“as soon as possible” visits where we arrived within ${responseMinutes} minutes of booking`,
            measure: 'response',
            wanted: arrivals('all visits'),
          },
          limit: `${aim} It may end as late as ${nextVisitMinutes} minutes after you book.`,
        },
        {
          id: 'next-visit',
          text: `“As soon as possible” visits within ${nextVisitMinutes} minutes`,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: `The window we show is the one we save with your booking: ${windows.asapMinutes} minutes long, starting ${nextVisitMinutes - arrivalWindowMinutes + 1} minutes after you book at the earliest and ending within ${nextVisitMinutes}. That’s so until engineers’ shifts are planned. After that it depends on who is free and how far away, and may end later: we show that time, and don’t say “within ${nextVisitMinutes} minutes”.`,
            measure: 'promise',
          },
        },
        {
          id: 'area-response',
          text: `Response times by part of London: ${statedMinutes.map((minutes) => `${named(minutes).join(', ')} ${minutes} minutes`).join('; ')}`,
          ...byOwner,
          backing: { kind: 'stated', wanted: 'arrival times by postcode' },
          limit: aim,
        },
        {
          id: 'city-response',
          text: `${city?.name}: ${city?.responseMinutes} minutes on average`,
          ...byOwner,
          backing: { kind: 'stated', wanted: 'a year of arrival times in the City' },
          limit: aim,
        },
        {
          id: 'place-response',
          text: quicker.map(({ name, responseMinutes: own }) => `${name}: ${own} minute response`).join('; '),
          ...byOwner,
          backing: { kind: 'stated', wanted: 'arrival times in each of these areas' },
          limit: aim,
        },
        {
          id: 'boiler-response',
          text: `Boiler repair: average ${boilerResponseMinutes} minutes`,
          ...byOwner,
          backing: {
            kind: 'measured',
            query: 'minutes from booking an “as soon as possible” boiler visit to our arrival',
            measure: 'boiler',
            wanted: arrivals('boiler visits'),
          },
          limit: aim,
        },
        {
          id: 'contact',
          text: `We contact you within ${contactMinutes} minutes of booking`,
          ...byOwner,
          backing: {
            kind: 'measured',
            query: `bookings whose customer we called within ${contactMinutes} minutes`,
            measure: 'contact',
            wanted: 'a month of our call log',
          },
        },
        {
          id: 'booking-time',
          text: `Book in ${bookingSeconds} seconds, ${inWords(bookingSteps)} steps`,
          ...byOwner,
          backing: {
            kind: 'measured',
            query: 'seconds from the first step to the booking',
            notYet: 'We don’t time visitors, so there’s no figure.',
            wanted: 'a trial with customers',
          },
        },
        {
          id: 'free-call',
          text: `${details.emergencyPhone.text} is free to call`,
          ...byOwner,
          backing: { kind: 'stated', evidence: 'Under Ofcom’s rules, calls to 0800 numbers are free from any UK phone.' },
        },
      ],
    },
    {
      id: 'red-line',
      title: 'Red Line',
      claims: [
        {
          id: 'red-line-slots',
          text: `${prices.redlineSlotsPerDay} slots a day`,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: `Our booking system can’t sell more than ${prices.redlineSlotsPerDay} slots in a day. The number left is worked out from actual bookings.`,
          },
        },
        {
          id: 'red-line-dispatch',
          text: `Dispatched within ${redlineDispatchMinutes} minutes`,
          ...byOwner,
          backing: {
            kind: 'measured',
            query: `Red Line visits where an engineer set off within ${redlineDispatchMinutes} minutes of payment`,
            measure: 'dispatch',
            wanted: 'a month of dispatch times',
          },
        },
        {
          id: 'red-line-arrival',
          text: `At the door ${redlineArrivalMinutes.from} to ${redlineArrivalMinutes.until} minutes after booking`,
          ...byOwner,
          backing: {
            kind: 'measured',
            query: 'Red Line visits where we arrived by the end of the window',
            measure: 'redLineArrival',
            wanted: arrivals('Red Line visits'),
          },
          limit: `The window is stored with the booking: ${lateCredit} off if we miss it.`,
        },
        {
          id: 'technician-call',
          text: `A technician calls within ${technicianCallMinutes} minutes`,
          ...byOwner,
          backing: {
            kind: 'measured',
            query: `Red Line bookings whose customer we called within ${technicianCallMinutes} minutes of the payment`,
            measure: 'redLineCall',
            wanted: 'a month of our call log',
          },
        },
        {
          id: 'red-line-fee',
          text: `Priority fee ${priorityFeeText(priorityFeePence)}`,
          ...byOwner,
          backing: { kind: 'enforced', rule: 'The form, the payment and your bill all use the same price, stored with your booking.' },
        },
      ],
    },
    {
      id: 'the-work',
      title: 'The work and our guarantees',
      claims: [
        {
          id: 'first-visit-fix',
          text: `${firstVisitFixPercent}% fixed on the first visit`,
          ...byOwner,
          backing: {
            kind: 'measured',
            query:
              'finished jobs that needed no second visit for the same fault. A job that waits for a part, was only made safe or needs more work isn’t counted as fixed, and a return visit counts as the same fault until our engineer has said that it was another',
            measure: 'firstVisitFix',
            wanted: 'a year of job records: all jobs, and those finished on the first visit',
          },
        },
        {
          id: 'free-return',
          text: 'Free return if it isn’t fixed the first time',
          ...byOwner,
          backing: { kind: 'stated', evidence: terms('Free return') },
        },
        {
          id: 'guarantee',
          text: `${guaranteeMonths}-month guarantee on the work`,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: `Your visit’s private page books a free return visit until the guarantee ends. ${terms('12 months on our work')}`,
            measure: 'returns',
          },
        },
        {
          id: 'call-back',
          text: `Emergency call-back within ${callBackHours} hours`,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: `Your visit’s private page books it at any hour, with an arrival window. ${terms('Emergency call-back')}`,
            measure: 'callBack',
          },
        },
        {
          id: 'satisfaction',
          text: `${satisfactionPercent}% satisfaction, or a refund within ${refundDays} days`,
          ...byOwner,
          backing: { kind: 'stated', evidence: terms('Satisfaction or refund') },
          limit: 'This is your right to a refund, not a count of satisfied customers.',
        },
      ],
    },
    {
      id: 'who-comes',
      title: 'Our engineers and insurance',
      claims: [
        {
          id: 'gas-safe',
          text: 'Gas Safe registered',
          ...byOwner,
          backing: {
            kind: 'stated',
            wanted: 'registration number and the engineers’ licence numbers',
            evidence: 'You can check an engineer’s card at GasSafeRegister.co.uk.',
          },
        },
        {
          id: 'city-guilds',
          text: 'City & Guilds qualified',
          ...byOwner,
          backing: { kind: 'stated', wanted: 'each engineer’s certificate' },
        },
        {
          id: 'public-liability',
          text: `${insured.publicLiability} public liability insurance`,
          ...byOwner,
          backing: { kind: 'stated', wanted: policy('public liability') },
        },
        {
          id: 'indemnity',
          text: `${insured.indemnity} indemnity insurance`,
          ...byOwner,
          backing: { kind: 'stated', wanted: policy('professional indemnity') },
        },
        {
          id: 'employers-liability',
          text: `${insured.employersLiability} employer liability insurance`,
          ...byOwner,
          backing: { kind: 'stated', wanted: policy('employers’ liability') },
        },
        {
          id: 'city-contracts',
          text: 'Corporate contracts in the City, with terms in writing',
          ...byOwner,
          backing: { kind: 'stated', wanted: 'the contract we offer' },
        },
      ],
    },
    {
      id: 'prices',
      title: 'Prices and offers',
      claims: [
        {
          id: 'rate-card',
          text: `Call-out ${callouts.join(', ')} with the first ${includedMinutes} minutes, then ${intervals.join(', ')} per ${intervalMinutes} minutes: ${[day, evening, night].map(({ name }) => name).join(', ')}`,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'Our pages, [calculator](/pricing) and bills all use the same rates. Your booking keeps the rates from when you made it.',
          },
        },
        {
          id: 'no-other-call-out-fee',
          text: 'No call-out fee beyond the published one',
          ...byOwner,
          backing: { kind: 'enforced', rule: 'Our price list has no other call-out fee.' },
        },
        {
          id: 'vat',
          text: 'Every price includes VAT',
          ...byOwner,
          backing: { kind: 'enforced', rule: `All prices include ${vatPercent}% VAT; your bill shows how much that is.` },
        },
        {
          id: 'estimate',
          text: `Estimates from ${poundsText(Math.min(...estimates))} to ${poundsText(Math.max(...estimates))} depending on the emergency, adjusted for your borough. The most you’ll pay for a typical job is the estimate, or the call-out if that’s more`,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'We store your price cap with your booking, and your bill won’t go above it unless you agree to extra work.',
          },
        },
        {
          id: 'other-costs',
          text: `Materials at cost plus ${materialsMarkupPercent}%, parking and Congestion Charge at cost, make-safe ${poundsText(makeSafePence)}, no access within ${noAccessAfterMinutes} minutes ${poundsText(noAccessPence)}`,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'Each is a separate line on your bill, at our published rates.',
            wanted: 'suppliers’ and parking receipts, kept with each job',
          },
        },
        {
          id: 'boiler-offer',
          text: boilerOffer.name,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'We show it only on the dates in its [terms](/terms#offers), and every online booking that meets them gets the offer.',
          },
        },
        {
          id: 'callout-offer',
          text: calloutOffer.name,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'Every online booking made during the hours in its [terms](/terms#offers) gets the offer.',
          },
        },
      ],
    },
    {
      id: 'where',
      title: 'Where we work',
      claims: [
        {
          id: 'listed-boroughs',
          text: `${inWordsFirst(coverageIn(boroughs).length)} boroughs and districts on our list`,
          ...byOwner,
          backing: { kind: 'enforced', rule: 'See the [list](/#coverage). Choose any entry to see its price and start a booking.' },
        },
        {
          id: 'priced-boroughs',
          text: `${boroughs.length} boroughs, and you see your price before you book`,
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'We check your postcode when you book. If you’re outside our area, the form tells you and asks you to call.',
          },
        },
        {
          id: 'places',
          text: `What we know about ${localities.length} places and ${hubs.length} parts of London`,
          ...byOwner,
          backing: { kind: 'enforced', rule: 'We record the source of every fact on our area pages.' },
        },
      ],
    },
    {
      id: 'what-others-say',
      title: 'Customers, and what we don’t show',
      claims: [
        {
          id: 'samples',
          text: 'Reviews, chat messages and the bill on the home page',
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'Every review is by a customer we’ve visited, and published straight away: see [how we collect them](/reviews#how). Made-up reviews and chats are labelled as examples, and shown only on test sites with sample data, never on a public site. The bill is an example too, worked out at our real rates.',
            isReviews: true,
          },
        },
        {
          id: 'rating',
          text: `Rated ${aggregateRating.stars} from ${aggregateRating.reviews} reviews`,
          ...byOwner,
          backing: { kind: 'stated', wanted: 'the reviews, each with its date and where it was published' },
          isHeldBack: true,
        },
        {
          id: 'viewing',
          text: 'People viewing: visits in the last five minutes',
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'We count each visitor in the last five minutes once, using a code made from their IP address and browser. People who share both are counted once, and bots aren’t counted. We show nothing if the count is below two or out of date.',
          },
        },
        {
          id: 'booked-last',
          text: 'Recent bookings',
          ...byOwner,
          backing: {
            kind: 'enforced',
            rule: 'Up to four bookings from the two days before the list was updated: type, borough, and the time to the nearest five minutes. Cancelled, unpaid and spam bookings aren’t shown. Updated at 9AM, then every two to three hours until 6PM.',
          },
        },
      ],
    },
  ]
}

/** Only the owner's word supports it: a document is wanted and not filed. */
export const isUnproven = ({ backing, filed }: Claim): boolean => backing.kind !== 'enforced' && backing.wanted !== undefined && !filed
