import { openAlways } from './stated.ts'

/** What the business is called and how it is reached: one constant each (specification 1 section 9, 2 section 9; DESIGN 6). */
export const business = {
  name: 'Emergency Plumbers London',
  hours: `Emergency ${openAlways}`,
  emergencyPhone: { text: '0800 644 2633', href: 'tel:08006442633', international: '+448006442633' },
  /** The chat link's number and, on Bunhill Fields, the call label. 07700 900xxx is Ofcom's range for examples. */
  chatPhone: { text: '+44 7700 900633', href: 'tel:+447700900633', whatsappHref: 'https://wa.me/447700900633' },
  email: 'help@emergencyplumbers.example',
  gasEmergency: { name: 'National Gas Emergency Service', text: '0800 111 999', href: 'tel:0800111999' },
  /** By law on every company's site; the owner fills them in. */
  company: { legalName: undefined, number: undefined, registeredOffice: undefined, vatNumber: undefined } as Record<
    'legalName' | 'number' | 'registeredOffice' | 'vatNumber',
    string | undefined
  >,
} as const

/** How long things are kept (DESIGN 8, privacy). */
export const retention = {
  draftHours: 24,
  finishedJobDays: 30,
  localMailDays: 7,
  unconfirmedAccountDays: 30,
  bookYears: 6,
  deletedPostDays: 30,
  countMonths: 25,
} as const
