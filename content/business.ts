import type { OwnerOverrides } from './owner-overrides.ts'
import { openAlways } from './stated.ts'

/** What the business is called, and what of it nobody changes: each said once. */
export const business = {
  name: 'Emergency Plumbers London',
  hours: `Emergency ${openAlways}`,
  gasEmergency: { name: 'National Gas Emergency Service', text: '0800 111 999', href: 'tel:0800111999' },
} as const

/** How the business is reached, and who it is by law. */
export interface BusinessDetails {
  emergencyPhone: { text: string; href: string; international: string }
  /** The chat link's number and, on Bunhill Fields, the call label. */
  chatPhone: { text: string; href: string; international: string; whatsappHref: string }
  email: string
  /** By law on every company's site; the owner fills them in. */
  company: Partial<Record<'legalName' | 'number' | 'registeredOffice' | 'vatNumber', string>>
}

const defaults = {
  emergencyPhone: { text: '0800 644 2633', international: '+448006442633' },
  // 07700 900xxx is Ofcom's range for examples.
  chatPhone: { text: '+44 7700 900633', international: '+447700900633' },
  email: 'help@emergencyplumbers.example',
}

/** The details that hold: the owner's, else the defaults. */
export function businessDetails({ details = {} }: Pick<OwnerOverrides, 'details'>): BusinessDetails {
  const { emergencyPhone: emergency = defaults.emergencyPhone, chatPhone: chat = defaults.chatPhone, email = defaults.email } = details
  const { legalName, companyNumber, registeredOffice, vatNumber } = details
  return {
    emergencyPhone: { ...emergency, href: `tel:${emergency.text.replaceAll(' ', '')}` },
    chatPhone: { ...chat, href: `tel:${chat.international}`, whatsappHref: `https://wa.me/${chat.international.slice(1)}` },
    email,
    company: { legalName, number: companyNumber, registeredOffice, vatNumber },
  }
}

/** As long as the owner has changed nothing. */
export const defaultDetails: BusinessDetails = businessDetails({})

/** How long things are kept. */
export const retention = {
  draftHours: 24,
  finishedJobDays: 30,
  localMailDays: 7,
  unconfirmedAccountDays: 30,
  bookYears: 6,
  deletedPostDays: 30,
  /** Twelve monthly backups, and the month that has begun. */
  backupMonths: 13,
  countMonths: 25,
} as const
