import { changed } from './changed.ts'
import { openAlways } from './stated.ts'

/**
 * What the business is called and how it is reached: each said once (specification 1 section 9, 2 section 9; DESIGN 6). What the owner
 * has changed holds when it is read (changed.ts).
 */
export const business = {
  name: 'Emergency Plumbers London',
  hours: `Emergency ${openAlways}`,
  get emergencyPhone() {
    const { text, international } = changed().details?.emergencyPhone ?? { text: '0800 644 2633', international: '+448006442633' }
    return { text, href: `tel:${text.replaceAll(' ', '')}`, international }
  },
  /** The chat link's number and, on Bunhill Fields, the call label. 07700 900xxx is Ofcom's range for examples. */
  get chatPhone() {
    const { text, international } = changed().details?.chatPhone ?? { text: '+44 7700 900633', international: '+447700900633' }
    return { text, href: `tel:${international}`, whatsappHref: `https://wa.me/${international.slice(1)}` }
  },
  get email(): string {
    return changed().details?.email ?? 'help@emergencyplumbers.example'
  },
  gasEmergency: { name: 'National Gas Emergency Service', text: '0800 111 999', href: 'tel:0800111999' },
  /** By law on every company's site; the owner fills them in. */
  get company(): Partial<Record<'legalName' | 'number' | 'registeredOffice' | 'vatNumber', string>> {
    const { legalName, companyNumber, registeredOffice, vatNumber } = changed().details ?? {}
    return { legalName, number: companyNumber, registeredOffice, vatNumber }
  },
} as const

/** How long things are kept (DESIGN 8, privacy). */
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
