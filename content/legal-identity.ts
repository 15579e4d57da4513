/** The forms of a business, each with its facts to be stated by law (`missing-details.ts`). */
export const legalForms = {
  company: 'A limited company',
  'sole-trader': 'A sole trader',
  partnership: 'A partnership',
} as const
export type LegalForm = keyof typeof legalForms

export const vatStatuses = { registered: 'Registered for VAT', 'not-registered': 'Not registered for VAT' } as const
export type VatStatus = keyof typeof vatStatuses

/** The owner's answer: do we use the named provider of dispute resolution if a customer asks us to? */
export const disputeUses = { yes: 'Yes', no: 'No' } as const
export type DisputeUse = keyof typeof disputeUses

/** Absent fields have not been filled in, and are not shown. */
export interface LegalIdentity {
  form?: LegalForm
  /** The company's name as registered; else the name of the sole trader, or of all partners. */
  legalName?: string
  number?: string
  registeredOffice?: string
  /** Address of the business, if that is not the registered office. */
  address?: string
  vatStatus?: VatStatus
  vatNumber?: string
  gasSafeNumber?: string
  /** With the Information Commissioner. */
  icoNumber?: string
  /** An accredited provider that settles disputes after a complaint, its contact, and if we use it. */
  disputeProvider?: string
  disputeContact?: string
  disputeUse?: DisputeUse
  /** The account that bills are paid to by bank transfer, in one line. */
  bankAccount?: string
}

/** Returns the dispute provider that we use, as named in a sentence: 'Dispute Service (dispute.example)'. Undefined if we use none. */
export const usedDisputeProvider = ({ disputeProvider, disputeContact, disputeUse }: LegalIdentity): string | undefined =>
  disputeProvider && disputeUse === 'yes' ? namedProvider(disputeProvider, disputeContact) : undefined

const namedProvider = (name: string, contact?: string) => (contact ? `${name} (${contact})` : name)

/**
 * Returns the passage on alternative dispute resolution in the answer to a complaint: the provider, and whether we will use it (Digital
 * Markets, Competition and Consumers Act 2024, section 308; docs/decisions/0121-complaints.md).
 */
export function disputeText(company: LegalIdentity): string {
  const { disputeProvider, disputeContact } = company
  const used = usedDisputeProvider(company)
  if (used)
    return `If you’re not happy with this answer, you can take your complaint to ${used}, an accredited provider of alternative dispute resolution. We will use it if you ask us to.`
  if (!disputeProvider) return 'We don’t use a provider of alternative dispute resolution. You can still go to court.'
  return `${namedProvider(disputeProvider, disputeContact)} is an accredited provider of alternative dispute resolution for complaints like this. We don’t belong to it and won’t use it. You can still go to court.`
}
