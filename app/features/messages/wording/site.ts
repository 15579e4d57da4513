import type { BusinessDetails } from '#content/business.ts'

/** The site's address, and the time at which a message is written. */
export interface Site {
  /** The site's address, without a slash at its end. */
  url: string
  details: BusinessDetails
  now: Date
}

/** The company details that the law requires in emails; '' until the owner has filled them in. */
export function companyLine({ company: { legalName, number, registeredOffice } }: BusinessDetails): string {
  const parts = [legalName, number && `Company number ${number}`, registeredOffice && `Registered office: ${registeredOffice}`]
  return parts.filter((part) => part).join('. ')
}
