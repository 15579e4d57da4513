import { type BusinessDetails, business, postalAddress } from '#content/business.ts'

/** The model form for cancelling, line by line (Consumer Contracts Regulations 2013, schedule 3, part B). */
export function cancellationForm(details: BusinessDetails): string[] {
  const { company, emergencyPhone, email } = details
  return [
    `To ${[company.legalName ?? business.name, postalAddress(details), emergencyPhone.text, email].filter(Boolean).join(', ')}:`,
    'I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],',
    'Ordered on [*]/received on [*],',
    'Name of consumer(s),',
    'Address of consumer(s),',
    'Signature of consumer(s) (only if this form is notified on paper),',
    'Date',
    '[*] Delete as appropriate.',
  ]
}
