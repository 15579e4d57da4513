/** How a business can be run, each with other facts to be stated by law (`missing-details.ts`). */
export const legalForms = {
  company: 'A limited company',
  'sole-trader': 'A sole trader',
  partnership: 'A partnership',
} as const
export type LegalForm = keyof typeof legalForms

export const vatStatuses = { registered: 'Registered for VAT', 'not-registered': 'Not registered for VAT' } as const
export type VatStatus = keyof typeof vatStatuses

/** Absent fields have not been filled in, and are not shown. */
export interface LegalIdentity {
  form?: LegalForm
  /** Of a company as registered; else the name of the sole trader, or of all partners. */
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
  /** The body that settles disputes after a complaint. */
  disputeProvider?: string
  /** The account that bills are paid to by bank transfer, in one line. */
  bankAccount?: string
}
