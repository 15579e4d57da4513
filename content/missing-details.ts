import type { BusinessDetails } from './business.ts'

/** A detail that the law asks a business to state and that the owner has not filled in. */
export interface MissingDetail {
  /** Its field in the business details (`settings/business-fields.ts`). */
  field: string
  label: string
}

/**
 * Returns the details that the law requires and that are missing before the site may open, in the order of the form; none when it is ready.
 * By legal form: a company states its registered name, number and office (Company, LLP and Business (Names and Trading Disclosures)
 * Regulations 2015), sole traders and partners their names and a business address (Companies Act 2006, part 41); everyone a geographic
 * address, an email address and, if there is one, a VAT number (Electronic Commerce (EC Directive) Regulations 2002, regulation 6). Gas
 * work is advertised with the number of the Gas Safe Register.
 */
export const missingDetails = (details: Pick<BusinessDetails, 'email' | 'company'>): readonly MissingDetail[] =>
  neededDetails(details).flatMap(({ isThere, ...detail }) => (isThere ? [] : [detail]))

/** All that the law requires, filled in or not: fields that aren't optional. */
export function neededDetails({ email, company }: Pick<BusinessDetails, 'email' | 'company'>): (MissingDetail & { isThere: boolean })[] {
  const { form, legalName, number, registeredOffice, address, vatStatus, vatNumber, gasSafeNumber } = company
  const isCompany = form === 'company'
  const checks: [field: string, label: string, isThere: boolean, isNeeded?: boolean][] = [
    ['email', 'Email', email !== undefined],
    ['legalForm', 'Legal form', form !== undefined],
    ['legalName', isCompany ? 'Registered company name' : form === 'partnership' ? 'Names of the partners' : 'Legal name', !!legalName],
    ['companyNumber', 'Company number', !!number, isCompany],
    ['registeredOffice', 'Registered office', !!registeredOffice, isCompany],
    // A company's registered office is its address unless it gives another.
    ['address', 'Business address', !!address, !isCompany],
    ['vatStatus', 'VAT registration', !!vatNumber || vatStatus !== undefined],
    ['vatNumber', 'VAT number', !!vatNumber, vatStatus === 'registered'],
    ['gasSafeNumber', 'Gas Safe registration number', !!gasSafeNumber],
  ]
  return checks.flatMap(([field, label, isThere, isNeeded = true]) => (isNeeded ? [{ field, label, isThere }] : []))
}
