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

/** The same form's notice, filled in for one contract. `orderedOn`: the day in words; undefined if it isn't known. */
export const cancellationNotice = ({ company }: BusinessDetails, service: string, orderedOn: string | undefined): string =>
  `To ${company.legalName ?? business.name}: I hereby give notice that I cancel my contract for the supply of the following service: ${service}${orderedOn ? `, ordered on ${orderedOn}` : ''}.`
