import type { LegalForm, LegalIdentity } from './legal-identity.ts'
import type { OwnerOverrides } from './owner-overrides.ts'
import { openAlways } from './stated.ts'

/** The business's name and fixed facts, each in one place. */
export const business = {
  name: 'Emergency Plumbers London',
  hours: `Emergency ${openAlways}`,
  gasEmergency: { name: 'National Gas Emergency Service', text: '0800 111 999', href: 'tel:0800111999' },
} as const

/** Contact details and legal identity of the business. */
export interface BusinessDetails {
  emergencyPhone: { text: string; href: string; international: string }
  /** The chat link's number and, on Bunhill Fields, the call label. */
  chatPhone: { text: string; href: string; international: string; whatsappHref: string }
  /** Absent until the owner has given one. */
  email?: string
  /** The legal identity, as filled in by the owner. */
  company: LegalIdentity
}

const defaults = {
  emergencyPhone: { text: '0800 644 2633', international: '+448006442633' },
  // 07700 900xxx is Ofcom's range for examples.
  chatPhone: { text: '+44 7700 900633', international: '+447700900633' },
}

/** The details in force: the owner's, or the defaults. */
export function businessDetails({ details = {} }: Pick<OwnerOverrides, 'details'>): BusinessDetails {
  const { emergencyPhone: emergency = defaults.emergencyPhone, chatPhone: chat = defaults.chatPhone } = details
  const { email, legalForm: form, companyNumber: number, legalName, registeredOffice, address } = details
  const { vatStatus, vatNumber, gasSafeNumber, icoNumber, bankAccount } = details
  const { disputeProvider, disputeContact, disputeUse } = details
  return {
    emergencyPhone: { ...emergency, href: `tel:${emergency.text.replaceAll(' ', '')}` },
    chatPhone: { ...chat, href: `tel:${chat.international}`, whatsappHref: `https://wa.me/${chat.international.slice(1)}` },
    email,
    company: {
      ...{ form, legalName, number, registeredOffice, address, vatStatus, vatNumber },
      ...{ gasSafeNumber, icoNumber, disputeProvider, disputeContact, disputeUse, bankAccount },
    },
  }
}

/** If the owner has changed nothing. */
export const defaultDetails: BusinessDetails = businessDetails({})

const nameLabels: Record<LegalForm, string> = { company: 'Company', 'sole-trader': 'Sole trader', partnership: 'Partners' }

/** The part of the UK that a company is registered in, by its number (Companies House). */
const registeredIn = (number: string) =>
  number.startsWith('SC') ? 'Scotland' : number.startsWith('NI') ? 'Northern Ireland' : 'England and Wales'

/** Returns the legal identity as lines of a label and a value: only those that have a value. */
export function identityFacts({ company }: Pick<BusinessDetails, 'company'>): readonly (readonly [label: string, value: string])[] {
  const { form = 'company', legalName, number, registeredOffice, address, vatNumber, vatStatus, gasSafeNumber } = company
  const isCompany = form === 'company'
  const facts: [string, string | undefined][] = [
    [nameLabels[form], legalName],
    ['Company number', isCompany && number ? `${number}, registered in ${registeredIn(number)}` : undefined],
    ['Registered office', isCompany ? registeredOffice : undefined],
    ['Address', address],
    ['VAT number', vatNumber],
    ['VAT', vatStatus === 'not-registered' && !vatNumber ? 'Not registered for VAT' : undefined],
    ['Gas Safe registration', gasSafeNumber],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}

/** Returns the postal address; undefined if none is filled in. */
export const postalAddress = ({ company: { form = 'company', address, registeredOffice } }: Pick<BusinessDetails, 'company'>) =>
  address ?? (form === 'company' ? registeredOffice : undefined)
