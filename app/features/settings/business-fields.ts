import { dayText, type LondonDay } from '#app/platform/day.ts'
import { spokenTime } from '#app/platform/spoken-time.ts'
import { boroughs, multiplierOf } from '#content/boroughs.ts'
import { type Claim, claims, isUnproven } from '#content/claims.ts'
import { customerMails, type MailTexts, mailPlaceholders } from '#content/customer-mails.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { legalForms, vatStatuses } from '#content/legal-identity.ts'
import { poundsText } from '#content/money.ts'
import { overrideKey, type Supplements, slotKey } from '#content/owner-overrides.ts'
import { defaultPrices, type PriceList } from '#content/price-list.ts'
import { defaultPublished, type PublishedValues } from '#content/published.ts'
import { billingTerms, redlineSlotLimits } from '#content/rates.ts'
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

const line = (name: string, label: string, shown: (published: PublishedValues) => string | undefined, hint?: string): OwnerField => ({
  name,
  label,
  hint,
  kind: 'line',
  optional: true,
  shown: (published) => shown(published) ?? '',
})

const details: OwnerGroup = {
  id: 'details',
  title: 'Business details',
  lead: 'Shown in the footer, in emails, on the legal pages and wherever else the site mentions them.',
  fields: [
    { name: 'email', label: 'Email', hint: 'The address customers write to.', kind: 'email', shown: ({ details: own }) => own.email },
    {
      name: 'emergencyPhone',
      label: 'Emergency phone',
      hint: 'Free to call, as the site says: it begins with 0800 or 0808.',
      kind: 'free-phone',
      shown: ({ details: own }) => own.emergencyPhone.text,
    },
    {
      name: 'chatPhone',
      label: 'Chat phone',
      hint: 'The number of the WhatsApp chat.',
      kind: 'phone',
      shown: ({ details: own }) => own.chatPhone.text,
    },
    {
      name: 'legalForm',
      label: 'Legal form',
      hint: 'The law requires different details for each.',
      kind: 'choice',
      options: legalForms,
      optional: true,
      shown: ({ details: own }) => own.company.form ?? '',
    },
    line(
      'legalName',
      'Legal name',
      ({ details: own }) => own.company.legalName,
      'A company: as registered at Companies House. A sole trader: your own name. A partnership: the names of all partners.',
    ),
    {
      name: 'companyNumber',
      label: 'Company number',
      hint: 'Companies only. Eight characters, like 01234567.',
      kind: 'company-number',
      optional: true,
      shown: ({ details: own }) => own.company.number ?? '',
    },
    line(
      'registeredOffice',
      'Registered office',
      ({ details: own }) => own.company.registeredOffice,
      'Companies only. The address in one line.',
    ),
    line(
      'address',
      'Business address',
      ({ details: own }) => own.company.address,
      'Where customers can write to you, in one line. A company can leave it empty if that is the registered office.',
    ),
    {
      name: 'vatStatus',
      label: 'VAT registration',
      kind: 'choice',
      options: vatStatuses,
      optional: true,
      shown: ({ details: own }) => own.company.vatStatus ?? '',
    },
    {
      name: 'vatNumber',
      label: 'VAT number',
      hint: 'Like GB123456789.',
      kind: 'vat-number',
      optional: true,
      shown: ({ details: own }) => own.company.vatNumber ?? '',
    },
    {
      name: 'gasSafeNumber',
      label: 'Gas Safe registration number',
      hint: 'The business’s number on the Gas Safe Register.',
      kind: 'digits',
      optional: true,
      shown: ({ details: own }) => own.company.gasSafeNumber ?? '',
    },
    line('icoNumber', 'ICO registration number', ({ details: own }) => own.company.icoNumber, 'Shown in the privacy notice.'),
    line(
      'disputeProvider',
      'Dispute resolution provider',
      ({ details: own }) => own.company.disputeProvider,
      'Name and website, if you belong to one. Shown where we explain how we handle complaints.',
    ),
    line(
      'bankAccount',
      'Bank account',
      ({ details: own }) => own.company.bankAccount,
      'Account name, sort code and account number, in one line. Shown on bills issued from now on, for bank transfers.',
    ),
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
  lead: 'In pounds, VAT included. For bookings made from now on: each booking keeps the fees it was made with.',
  fields: [
    pounds(
      'redLineOnlinePence',
      'Red Line, booked online',
      50_000,
      ({ priorityFeePence }) => priorityFeePence.online,
      'Paid when booking.',
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
    pounds('lateArrivalCreditPence', 'Off the bill when we’re late', 50_000, ({ billingTerms: terms }) => terms.lateArrivalCreditPence),
  ],
}

const rates: OwnerGroup = {
  id: 'rates',
  title: 'Rate card',
  lead: 'In pounds, VAT included. For bookings made from now on: each booking keeps the rates it was made with.',
  fields: defaultPrices.rateTiers.flatMap((tier, at) => [
    pounds(
      `${tier.id}CalloutPence`,
      `${tier.name}: call-out`,
      200_000,
      ({ rateTiers }) => rateTiers[at]?.calloutPence ?? 0,
      `${tier.hours}. With the first ${billingTerms.includedMinutes} minutes.`,
    ),
    pounds(
      `${tier.id}QuarterHourPence`,
      `${tier.name}: quarter of an hour`,
      50_000,
      ({ rateTiers }) => rateTiers[at]?.quarterHourPence ?? 0,
    ),
  ]),
}

const estimates: OwnerGroup = {
  id: 'estimates',
  title: 'Estimates',
  lead: 'What the usual job of each kind comes to, in pounds, VAT included, before the borough’s multiplier. Customers never pay more for it unless they agree to extra work first. For bookings made from now on.',
  fields: emergencyTypes.map(({ name }) => pounds(overrideKey(name), name, 200_000, ({ basePence }) => basePence[name])),
}

const multipliers: OwnerGroup = {
  id: 'multipliers',
  title: 'Borough multipliers',
  lead: 'Each estimate is multiplied by its borough’s figure, from 0.5 to 2. For bookings made from now on.',
  fields: boroughs.map((borough) => ({
    name: overrideKey(borough.name),
    label: borough.name,
    kind: 'multiplier' as const,
    shown: ({ prices }) => (multiplierOf(prices, borough) / 100).toFixed(2),
  })),
}

const desk: OwnerGroup = {
  id: 'desk',
  title: 'The office',
  lead: 'What your staff can do without you, how many engineers are kept free, and how many Red Line slots you sell.',
  fields: [
    {
      name: 'staffRefundLimitPence',
      label: 'Staff may refund up to',
      hint: 'In pounds, for each payment. Automatic refunds don’t count. Owners have no limit.',
      kind: 'pounds',
      mostPence: 1_000_000,
      shown: ({ desk: { staffRefundLimitPence } }) => typedPounds(staffRefundLimitPence),
    },
    {
      name: 'redlineReserve',
      label: 'Engineers kept free for Red Line',
      hint: 'From 0 to 5. Standard visits are sold around them. One engineer can always take standard visits.',
      kind: 'count',
      limits: [0, 5],
      shown: ({ desk: { redlineReserve } }) => String(redlineReserve),
    },
    {
      name: 'redlineSlotsPerDay',
      label: 'Red Line slots a day',
      hint: `From ${redlineSlotLimits[0]} to ${redlineSlotLimits[1]}. It applies from today; slots that are already sold stay sold.`,
      kind: 'count',
      limits: redlineSlotLimits,
      shown: ({ prices: { redlineSlotsPerDay } }) => String(redlineSlotsPerDay),
    },
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
  lead: 'Added to the estimate as a separate line, depending on when the arrival window starts. In pounds, VAT included. Only one applies to a booking. It raises the most a customer can pay; the rate card stays as it is. Leave a field empty for none. For bookings made from now on.',
  fields: [
    supplement('nightPence', 'Night', '10pm to 8am.'),
    supplement('sundayPence', 'Sunday', 'All day.'),
    supplement('bankHolidayPence', 'Bank holiday', 'All day, whatever day of the week it is.'),
  ],
}

const placeholders = Object.entries(mailPlaceholders)
  .map(([name, example]) => `{${name}} (${example})`)
  .join(', ')

const mailText = (id: string, name: keyof MailTexts, label: string, hint: string): OwnerField => ({
  ...{ name, label, hint, kind: 'note', optional: true },
  shown: ({ mailTexts }) => mailTexts[id]?.[name] ?? '',
})

/** The owner's words in one email. */
const mailGroup = ({ id, label }: (typeof customerMails)[number]): OwnerGroup => ({
  id: `mail-${id}`,
  title: `Email: ${label}`,
  lead: `Your words around ours, in plain text: a new line starts a new paragraph. You can use ${placeholders}; we fill them in.`,
  fields: [
    mailText(id, 'opening', 'Opening words', 'Beneath the heading, up to 600 characters. Usually left empty.'),
    mailText(id, 'closing', 'Closing words', 'At the end, up to 600 characters. Usually left empty.'),
  ],
})

const mailGroups = customerMails.map(mailGroup)

/** Each email to customers, and whether the owner has put words into it. */
export const mailTitles = ({ mailTexts }: PublishedValues): { id: string; label: string; isChanged: boolean }[] =>
  customerMails.map(({ id, label }) => ({ id, label, isChanged: Object.keys(mailTexts[id] ?? {}).length > 0 }))

const area: OwnerGroup = {
  id: 'area',
  title: 'Boroughs we cover',
  lead: 'If a borough is off, the form and our pages no longer list it, and anyone who enters its postcode is asked to call first. Bookings that are already made stay as they are.',
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
  lead: 'How long a customer waits at home. Shorter windows suit customers; longer ones are missed less often. For bookings made from now on: each booking keeps the window it was promised. Red Line’s window is always 15 minutes long.',
  fields: [
    {
      name: 'asapMinutes',
      label: 'As soon as possible, minutes',
      hint: `From ${asapMinutesLimits[0]} to ${asapMinutesLimits[1]}. The longer it is, the earlier it begins: the latest time stays the same.`,
      kind: 'count',
      limits: asapMinutesLimits,
      shown: ({ windows: { asapMinutes } }) => String(asapMinutes),
    },
    {
      name: 'slotLength',
      label: 'An arrival slot, hours',
      hint: `From ${slotLengthLimits[0]} to ${slotLengthLimits[1]}. When slots begin is set under Arrival slots. Those that are longer than the time to the next overlap.`,
      kind: 'count',
      limits: slotLengthLimits,
      shown: ({ windows: { slotLength } }) => String(slotLength),
    },
  ],
}

const slotLabel = (hour: number): string => spokenTime(`${String(hour).padStart(2, '0')}:00`)

const slots: OwnerGroup = {
  id: 'slots',
  title: 'Arrival slots',
  lead: 'When the slots begin that customers can choose online: usually every two hours. How long they are is set under Arrival windows. A slot that is off isn’t listed or accepted online. As soon as possible and Red Line are sold at any hour. By phone, your staff can book all slots that are on here, and the usual ones. ‘That night’ is the one after the day the customer chooses. Bookings that are already made stay as they are.',
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
  lead: 'When it’s off, we don’t advertise or apply it. Bookings already made with it keep the offer.',
  fields: [
    { name: 'isOff', label: 'The offer is', kind: 'switch', shown: ({ prices }) => (prices[name].isOff ? 'off' : 'on') },
    { name: 'from', label: 'First day', kind: 'day', shown: ({ prices }) => prices[name].from },
    {
      name: 'until',
      label: 'Last day',
      hint: hasNoEnd ? 'Leave it empty if there’s no end date.' : undefined,
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
      'Price of the call-out',
      200_000,
      ({ boilerOffer }) => boilerOffer.callout.pence,
      `Includes the first ${billingTerms.includedMinutes} minutes. It must be less than the daytime call-out.`,
    ),
    false,
  ),
  offerGroup(
    'calloutOffer',
    'Offer: off the call-out',
    {
      name: 'percentOff',
      label: 'Percent off',
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
  if (filed) return 'Our claims page shows what you filed.'
  const says = backing.kind === 'stated' ? backing.evidence : backing.kind === 'enforced' ? backing.rule : undefined
  const plain = says?.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return [plain && `Currently shown: ${plain}`, backing.wanted && `Missing: ${backing.wanted}.`].filter(Boolean).join(' ')
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
          hint: 'Up to 1,000 characters. This will replace the current text on our claims page.',
          kind: 'text',
          shown: ({ evidence }) => evidence[id]?.text ?? '',
        },
        { name: 'day', label: 'Date', kind: 'day', shown: ({ evidence }) => evidence[id]?.day ?? '' },
        {
          name: 'link',
          label: 'Link to the evidence',
          hint: 'An address that begins with https://',
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
