import type { BusinessDetails } from '#content/business.ts'

/** Who writes, as the law asks of a company's emails; '' while the owner has not filled it in. */
export function companyLine({ company: { legalName, number, registeredOffice } }: BusinessDetails): string {
  const parts = [legalName, number && `Company number ${number}`, registeredOffice && `Registered office: ${registeredOffice}`]
  return parts.filter((part) => part).join('. ')
}
