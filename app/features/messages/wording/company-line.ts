import type { BusinessDetails } from '#content/business.ts'

/** The company details that the law requires in emails; '' until the owner has filled them in. */
export function companyLine({ company: { legalName, number, registeredOffice } }: BusinessDetails): string {
  const parts = [legalName, number && `Company number ${number}`, registeredOffice && `Registered office: ${registeredOffice}`]
  return parts.filter((part) => part).join('. ')
}
