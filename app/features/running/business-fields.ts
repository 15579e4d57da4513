import { spokenTime } from '#app/platform/spoken-time.ts'
import { dayText, type LondonDay } from '#app/values/day.ts'
import { boroughs, multiplierOf } from '#content/boroughs.ts'
import { type Claim, claims, isUnproven } from '#content/claims.ts'
import { customerMails, type MailTexts, mailPlaceholders } from '#content/customer-mails.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { billingTerms, redlineSlotLimits } from '#content/fees.ts'
import { disputeUses, type LegalIdentity, legalForms, vatStatuses } from '#content/legal-identity.ts'
import { poundsText } from '#content/money.ts'
import { overrideKey, type Supplements, slotKey } from '#content/owner-overrides.ts'
import { defaultPrices, type PriceList } from '#content/price-list.ts'
import { defaultPublished, type PublishedValues } from '#content/published.ts'
import { retention } from '#content/retention.ts'
import { asapMinutesLimits, firstSlotHour, slotHours, slotLengthLimits } from '#content/slot-hours.ts'

/* The business details that the owner can change: groups of fields, each with its own form. A default value is not stored. */

type FieldKind =
  | 'email'
  | 'free-phone'
  | 'phone'
  | 'line'
  | 'company-number'
  | 'vat-number'
  | 'digits'
  | 'choice'
  | 'pounds'
  | 'multiplier'
  | 'percent'
  | 'count'
  | 'day'
  | 'switch'
  | 'text'
  | 'note'
  | 'link'

export interface OwnerField {
  name: string
  label: string
  hint?: string
  kind: FieldKind
  /** It may be left empty: then it is absent. */
  optional?: boolean
  /** For 'choice': the options with their words. */
  options?: Readonly<Record<string, string>>
  /** Of 'pounds': the most, in pence; the least is £1. */
  mostPence?: number
  /** Of 'count': the least and the most. */
  limits?: readonly [number, number]
  /** The present value, as typed; '' if absent. */
  shown(published: PublishedValues): string
}

export interface OwnerGroup {
  /** Its name in addresses and in the database. */
  id: string
  title: string
  lead: string
  fields: readonly OwnerField[]
}

/** Pence as they are typed: '29.99', '95'. */
export const typedPounds = (pence: number): string => poundsText(pence).slice(1)

type Words = Pick<OwnerField, 'label' | 'hint'>

/** A field about the company, which may be left empty. */
const ofCompany = (part: keyof LegalIdentity, field: Words & Partial<OwnerField>): OwnerField => ({
  ...{ name: part, kind: 'line', optional: true, ...field },
  shown: ({ details: { company } }) => company[part] ?? '',
})

const details: OwnerGroup = {
  id: 'details',
  title: 'Business details',
  lead: 'Shown in the footer, in emails, on the legal pages and wherever else the site mentions them.',
  fields: [
    {
      ...{ name: 'email', label: 'Email', hint: 'The address customers can email.', kind: 'email', optional: true },
      shown: ({ details: { email } }) => email ?? '',
    },
    {
      name: 'emergencyPhone',
      label: 'Emergency phone',
      hint: 'The site says it’s free to call, so it must start with 0800 or 0808.',
      kind: 'free-phone',
      shown: ({ details: { emergencyPhone } }) => emergencyPhone.text,
    },
    {
      ...{ name: 'chatPhone', label: 'Chat phone', hint: 'Your WhatsApp number.', kind: 'phone' },
      shown: ({ details: { chatPhone } }) => chatPhone.text,
    },
    ofCompany('form', {
      name: 'legalForm',
      label: 'Legal form',
      hint: 'The law requires different details for each.',
      kind: 'choice',
      options: legalForms,
    }),
    ofCompany('legalName', {
      label: 'Legal name',
      hint: 'A company: as registered at Companies House. A sole trader: your own name. A partnership: the names of all partners.',
    }),
    ofCompany('number', {
      name: 'companyNumber',
      label: 'Company number',
      hint: 'Companies only. Eight characters, for example 01234567.',
      kind: 'company-number',
    }),
    ofCompany('registeredOffice', { label: 'Registered office', hint: 'Companies only. The address on one line.' }),
    ofCompany('address', {
      label: 'Business address',
      hint: 'Where customers can write to you, on one line. A company can leave this blank if it’s the same as the registered office.',
    }),
    ofCompany('vatStatus', { label: 'VAT registration', kind: 'choice', options: vatStatuses }),
    ofCompany('vatNumber', { label: 'VAT number', hint: 'For example, GB123456789.', kind: 'vat-number' }),
    ofCompany('gasSafeNumber', {
      label: 'Gas Safe registration number',
      hint: 'The business’s number on the Gas Safe Register.',
      kind: 'digits',
    }),
    ofCompany('icoNumber', { label: 'ICO registration number', hint: 'Shown in the privacy notice.' }),
    ofCompany('disputeProvider', {
      label: 'Dispute resolution provider',
      hint: 'The name of an accredited one for complaints like yours. Our answers to complaints mention it.',
    }),
    ofCompany('disputeContact', {
      label: 'How to reach that provider',
      hint: 'Website, and address if it has one, on one line.',
    }),
    ofCompany('disputeUse', {
      label: 'Do you use that provider?',
      hint: 'Choose Yes only if you belong to it, or will go to it whenever a customer asks. Then it’s also shown where we explain how we handle complaints.',
      kind: 'choice',
      options: disputeUses,
    }),
    ofCompany('bankAccount', {
      label: 'Bank account',
      hint: 'Account name, sort code and account number, on one line. Shown on new bills, for bank transfers.',
    }),
  ],
}

const pounds = (name: string, label: string, mostPence: number, pence: (prices: PriceList) => number, hint?: string): OwnerField => ({
  name,
  label,
  hint,
  kind: 'pounds',
  mostPence,
  shown: ({ prices }) => typedPounds(pence(prices)),
})

const fees: OwnerGroup = {
  id: 'fees',
  title: 'Fees',
  lead: 'In pounds, including VAT. Changes only affect new bookings; existing ones keep their fees.',
  fields: [
    pounds(
      'redLineOnlinePence',
      'Red Line, booked online',
      50_000,
      ({ priorityFeePence }) => priorityFeePence.online,
      'Paid at the time of booking.',
    ),
    pounds(
      'redLinePhonePence',
      'Red Line, booked by phone',
      50_000,
      ({ priorityFeePence }) => priorityFeePence.phone,
      'Billed with the job.',
    ),
    pounds('makeSafePence', 'Make-safe service', 100_000, ({ billingTerms: terms }) => terms.makeSafePence),
    pounds('noAccessPence', 'No access', 50_000, ({ billingTerms: terms }) => terms.noAccessPence),
    pounds('lateArrivalCreditPence', 'Credit when we’re late', 50_000, ({ billingTerms: terms }) => terms.lateArrivalCreditPence),
  ],
}

const rates: OwnerGroup = {
  id: 'rates',
  title: 'Rate card',
  lead: 'In pounds, including VAT. Changes only affect new bookings; existing ones keep their rates.',
  fields: defaultPrices.rateTiers.flatMap((tier, at) => [
    pounds(
      `${tier.id}CalloutPence`,
      `${tier.name}: call-out`,
      200_000,
      ({ rateTiers }) => rateTiers[at]?.calloutPence ?? 0,
      `${tier.hours}. Includes the first ${billingTerms.includedMinutes} minutes.`,
    ),
    pounds(`${tier.id}QuarterHourPence`, `${tier.name}: each 15 minutes`, 50_000, ({ rateTiers }) => rateTiers[at]?.quarterHourPence ?? 0),
  ]),
}

const estimates: OwnerGroup = {
  id: 'estimates',
  title: 'Estimates',
  lead: 'What a typical job of each type costs, in pounds including VAT, before the borough multiplier. Customers never pay more unless they agree to extra work first. Changes only affect new bookings.',
  fields: emergencyTypes.map(({ name }) => pounds(overrideKey(name), name, 200_000, ({ basePence }) => basePence[name])),
}

const multipliers: OwnerGroup = {
  id: 'multipliers',
  title: 'Borough multipliers',
  lead: 'Each estimate is multiplied by the figure for its borough, from 0.5 to 2. Changes only affect new bookings.',
  fields: boroughs.map((borough) => ({
    name: overrideKey(borough.name),
    label: borough.name,
    kind: 'multiplier' as const,
    shown: ({ prices }) => (multiplierOf(prices, borough) / 100).toFixed(2),
  })),
}

type Limits = NonNullable<OwnerField['limits']>

const count = (name: string, limits: Limits, shown: (published: PublishedValues) => number, words: Words): OwnerField => ({
  ...{ name, ...words, kind: 'count', limits },
  shown: (published) => String(shown(published)),
})

const desk: OwnerGroup = {
  id: 'desk',
  title: 'The office',
  lead: 'What your staff can do without you, how many engineers you keep free, how many Red Line slots you sell, and how long you keep bookings.',
  fields: [
    {
      name: 'staffRefundLimitPence',
      label: 'The most that each of your staff can refund in a day, in pounds',
      hint: 'In all: refunds, credit notes, fees withdrawn and reductions of bills. Automatic refunds don’t count. There’s no limit for owners.',
      kind: 'pounds',
      mostPence: 1_000_000,
      shown: ({ desk: { staffRefundLimitPence } }) => typedPounds(staffRefundLimitPence),
    },
    count('redlineReserve', [0, 5], ({ desk: { redlineReserve } }) => redlineReserve, {
      label: 'Engineers kept free for Red Line',
      hint: 'From 0 to 5. We don’t offer these engineers for standard visits, but we always leave at least one engineer for those.',
    }),
    count('provenPercent', [0, 90], ({ desk: { provenPercent } }) => provenPercent, {
      label: 'Share of each day kept for customers we can reach, in percent',
      hint: 'From 0 to 90. Only customers who’ve confirmed their email, have an account, have paid or have spoken to you can book this last part of a day’s working time. It stops made-up bookings filling your day. Anyone else is told that you’ll call to agree a time.',
    }),
    count('redlineSlotsPerDay', redlineSlotLimits, ({ prices: { redlineSlotsPerDay } }) => redlineSlotsPerDay, {
      label: 'Red Line slots a day',
      hint: `From ${redlineSlotLimits[0]} to ${redlineSlotLimits[1]}. Applies from today. Slots you’ve already sold aren’t affected.`,
    }),
    count('textPence', [0, 100], ({ desk: { textPence } }) => textPence, {
      label: 'Cost of a text, in pence',
      hint: 'What Twilio charges you for 160 characters. It’s only used to show what texts cost.',
    }),
    count('bookingDays', retention.bookingDaysLimits, ({ desk: { bookingDays } }) => bookingDays, {
      label: 'Days to keep a booking with nothing to pay',
      hint: `From ${retention.bookingDaysLimits[0]} to ${retention.bookingDaysLimits[1]}. Then we erase who booked. Bookings with a bill, a payment, a gas record, a complaint or a review are kept for as long as the law asks. The privacy notice shows this number.`,
    }),
  ],
}

const supplement = (name: keyof Supplements, label: string, hint: string): OwnerField => ({
  ...pounds(name, label, 50_000, ({ supplements }) => supplements[name], hint),
  optional: true,
  shown: ({ prices: { supplements } }) => (supplements[name] > 0 ? typedPounds(supplements[name]) : ''),
})

const supplements: OwnerGroup = {
  id: 'supplements',
  title: 'Supplements by hour',
  lead: 'Added to the estimate as a separate line, depending on when the arrival window starts. In pounds, including VAT. Only one applies to each booking. It raises the most a customer can pay, but doesn’t change the rate card. Leave a field blank for no supplement. Changes only affect new bookings.',
  fields: [
    supplement('nightPence', 'Night', '10pm to 8am.'),
    supplement('sundayPence', 'Sunday', 'All day.'),
    supplement('bankHolidayPence', 'Bank holiday', 'All day, whichever day of the week it falls on.'),
  ],
}

const cap: OwnerGroup = {
  id: 'cap',
  title: 'Price cap',
  lead: 'No customer pays more than their price cap unless they agree to extra work first. Usually it’s the estimate, or the call-out charge at the start of the arrival window if that’s more. Changes only affect new bookings.',
  fields: [
    {
      name: 'capsAtEstimate',
      label: 'Never below the call-out',
      hint: 'If it’s off, the estimate is the price cap at any hour, even if your call-out charge alone is more. The table shows what that costs you.',
      kind: 'switch',
      shown: ({ prices: { capsAtEstimate } }) => (capsAtEstimate ? 'off' : 'on'),
    },
  ],
}

const placeholders = Object.entries(mailPlaceholders)
  .map(([name, example]) => `{${name}} (${example})`)
  .join(', ')

const mailText = (id: string, name: keyof MailTexts, label: string, hint: string): OwnerField => ({
  ...{ name, label, hint, kind: 'note', optional: true },
  shown: ({ mailTexts }) => mailTexts[id]?.[name] ?? '',
})

/** The owner's words in each email. */
const mailGroups = customerMails.map(
  ({ id, label }): OwnerGroup => ({
    id: `mail-${id}`,
    title: `Email: ${label}`,
    lead: `Add your own wording before and after ours, in plain text. Each new line starts a new paragraph. You can use these placeholders, and we’ll fill them in: ${placeholders}.`,
    fields: [
      mailText(id, 'opening', 'Opening words', 'Shown below the heading. Up to 600 characters. Usually left blank.'),
      mailText(id, 'closing', 'Closing words', 'Shown at the end. Up to 600 characters. Usually left blank.'),
    ],
  }),
)

/** Each email to customers, and whether the owner has put words into it. */
export const mailTitles = ({ mailTexts }: PublishedValues): { id: string; label: string; isChanged: boolean }[] =>
  customerMails.map(({ id, label }) => ({ id, label, isChanged: Object.keys(mailTexts[id] ?? {}).length > 0 }))

const area: OwnerGroup = {
  id: 'area',
  title: 'Boroughs we cover',
  lead: 'If you switch a borough off, we’ll no longer list it on the form or our pages, and we’ll ask anyone who enters a postcode there to call first. Existing bookings aren’t affected.',
  fields: boroughs.map(({ name }) => ({
    name: overrideKey(name),
    label: name,
    kind: 'switch' as const,
    shown: ({ boroughs: served }) => (served.includes(name) ? 'on' : 'off'),
  })),
}

const windows: OwnerGroup = {
  id: 'windows',
  title: 'Arrival windows',
  lead: 'How long customers have to wait in for us. Customers prefer shorter windows, but we miss longer ones less often. Changes only affect new bookings; existing ones keep the window we promised. The Red Line window is always 15 minutes.',
  fields: [
    count('asapMinutes', asapMinutesLimits, ({ windows: { asapMinutes } }) => asapMinutes, {
      label: 'As soon as possible (minutes)',
      hint: `From ${asapMinutesLimits[0]} to ${asapMinutesLimits[1]}. A longer window starts earlier. The latest arrival time stays the same.`,
    }),
    count('slotLength', slotLengthLimits, ({ windows: { slotLength } }) => slotLength, {
      label: 'Arrival slots (hours)',
      hint: `From ${slotLengthLimits[0]} to ${slotLengthLimits[1]}. You can set when slots start under Arrival slots. If a slot lasts past the start of the next one, they overlap.`,
    }),
  ],
}

const slotLabel = (hour: number): string => spokenTime(`${String(hour).padStart(2, '0')}:00`)

const slots: OwnerGroup = {
  id: 'slots',
  title: 'Arrival slots',
  lead: 'The start times of the slots customers can choose online, usually every two hours. You set their length under Arrival windows. We don’t list or accept a slot online if it’s switched off. We still sell ‘as soon as possible’ and Red Line at any hour. By phone, your staff can book the usual slots and any that are switched on here. ‘That night’ means the night after the day the customer chooses. Existing bookings aren’t affected.',
  fields: slotHours.map((hour) => ({
    name: slotKey(hour),
    label: `From ${slotLabel(hour)}${hour < firstSlotHour ? ', that night' : ''}`,
    kind: 'switch' as const,
    shown: ({ windows: { startHours } }) => (startHours.includes(hour) ? 'on' : 'off'),
  })),
}

type OfferName = 'boilerOffer' | 'calloutOffer'

const offerGroup = (name: OfferName, title: string, price: OwnerField, hasNoEnd: boolean): OwnerGroup => ({
  id: `offer-${defaultPrices[name].code}`,
  title,
  lead: 'When it’s off, we don’t advertise or apply it. Bookings already made with the offer keep it.',
  fields: [
    { name: 'isOff', label: 'The offer is', kind: 'switch', shown: ({ prices }) => (prices[name].isOff ? 'off' : 'on') },
    { name: 'from', label: 'First day', kind: 'day', shown: ({ prices }) => prices[name].from },
    {
      name: 'until',
      label: 'Last day',
      hint: hasNoEnd ? 'Leave blank if there’s no end date.' : undefined,
      kind: 'day',
      optional: hasNoEnd,
      shown: ({ prices }) => prices[name].until ?? '',
    },
    price,
  ],
})

const offerGroups = [
  offerGroup(
    'boilerOffer',
    'Offer: boiler repair',
    pounds(
      'pence',
      'Call-out price',
      200_000,
      ({ boilerOffer }) => boilerOffer.callout.pence,
      `Includes the first ${billingTerms.includedMinutes} minutes. It must be less than the daytime call-out charge.`,
    ),
    false,
  ),
  offerGroup(
    'calloutOffer',
    'Offer: call-out discount',
    {
      name: 'percentOff',
      label: 'Percentage off',
      hint: 'A whole number from 1 to 90.',
      kind: 'percent',
      shown: ({ prices: { calloutOffer } }) => String(calloutOffer.callout.percentOff),
    },
    true,
  ),
]

/** All groups of business details, without the claims' evidence. */
export const ownerGroups: readonly OwnerGroup[] = [
  details,
  fees,
  rates,
  estimates,
  multipliers,
  supplements,
  cap,
  area,
  windows,
  slots,
  desk,
  ...offerGroups,
]

/** The claims that can have evidence, including those of an offer that is off. */
export const claimTitles = (published: PublishedValues): { id: string; text: string; filedOn?: LondonDay; isMissing: boolean }[] =>
  claims(published).map((claim) => ({
    id: claim.id,
    text: claim.text,
    filedOn: claim.filed?.day,
    isMissing: isUnproven(claim),
  }))

/** The present text of the claims page, in plain words. */
function shownNow({ backing, filed }: Claim): string {
  if (filed) return 'Our claims page shows the evidence you’ve added.'
  const says = backing.kind === 'stated' ? backing.evidence : backing.kind === 'enforced' ? backing.rule : undefined
  const plain = says?.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return [plain && `Shown now: ${plain}`, backing.wanted && `Missing: ${backing.wanted}.`].filter(Boolean).join(' ')
}

function evidenceGroup(id: string, published: PublishedValues): OwnerGroup | undefined {
  const found = claims(published).find((each) => each.id === id)
  return (
    found && {
      id: `claim-${id}`,
      title: 'Evidence for a claim',
      lead: `“${found.text}”. ${shownNow(found)}`,
      fields: [
        {
          name: 'text',
          label: 'The evidence',
          hint: 'Up to 1,000 characters. This will replace the text on our claims page.',
          kind: 'text',
          shown: ({ evidence }) => evidence[id]?.text ?? '',
        },
        { name: 'day', label: 'Date', kind: 'day', shown: ({ evidence }) => evidence[id]?.day ?? '' },
        {
          name: 'link',
          label: 'Link to the evidence',
          hint: 'A web address that starts with https://',
          kind: 'link',
          optional: true,
          shown: ({ evidence }) => evidence[id]?.link ?? '',
        },
      ],
    }
  )
}

/** The group that an address names. */
export const ownerGroup = (id: string, published: PublishedValues): OwnerGroup | undefined =>
  [...ownerGroups, ...mailGroups].find((group) => group.id === id) ??
  (id.startsWith('claim-') ? evidenceGroup(id.slice('claim-'.length), published) : undefined)

/** A field's default, as typed. */
export const usualOf = ({ shown }: OwnerField): string => shown(defaultPublished)

/** A value in readable form. */
export function valueText({ kind, options }: Pick<OwnerField, 'kind' | 'options'>, typed: string): string {
  if (typed === '') return 'none'
  if (kind === 'pounds') return `£${typed}`
  if (kind === 'multiplier') return `× ${typed}`
  if (kind === 'percent') return `${typed}%`
  if (options) return options[typed] ?? typed
  return kind === 'day' ? `${dayText(typed)} ${typed.slice(0, 4)}` : typed
}

/** A group's part of the owner's changes. */
export type GroupValues = Record<string, unknown>
