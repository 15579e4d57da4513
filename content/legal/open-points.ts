import type { legalSlugs } from './legal.ts'

/** A statement, or an omission, of a legal page that has yet to be settled. */
export interface OpenPoint {
  page: (typeof legalSlugs)[number]
  /** The anchor of its section. */
  section: string
  by: 'owner' | 'lawyer'
  what: string
}

/** Shown only to staff: visitors read the texts that bind us now. */
export const openPoints: readonly OpenPoint[] = [
  { page: 'terms', section: 'red-line', by: 'owner', what: 'When the dispatch time starts, what dispatched means, and the refunds' },
  { page: 'terms', section: 'paying', by: 'owner', what: 'When payment is due' },
  { page: 'terms', section: 'changing-or-cancelling', by: 'owner', what: 'The charge for cancelling once the engineer has set off' },
  {
    page: 'terms',
    section: 'other-work',
    by: 'lawyer',
    what: 'How the form and the engineer record the request to start early, and how it works for a job with goods',
  },
  { page: 'terms', section: 'guarantees', by: 'owner', what: 'The 7 days for a guarantee visit that can wait' },
  {
    page: 'terms',
    section: 'guarantees',
    by: 'owner',
    what: 'Free return: that time is free, also after a make-safe visit, and the 12 months',
  },
  {
    page: 'terms',
    section: 'guarantees',
    by: 'owner',
    what: 'Satisfaction: both times, and that “all” includes parts and the Red Line fee',
  },
  { page: 'terms', section: 'complaints', by: 'owner', what: 'The 2 working days and the 14 days' },
  {
    page: 'terms',
    section: 'business-customers',
    by: 'lawyer',
    what: 'A limit for each job, as insured, under the Unfair Contract Terms Act 1977',
  },
  { page: 'privacy', section: 'who-we-are', by: 'owner', what: 'Whether calls are recorded, and how long call notes and chats are kept' },
  {
    page: 'privacy',
    section: 'vulnerable',
    by: 'lawyer',
    what: 'The lawful basis and Article 9 condition for the box: the form records no explicit consent',
  },
  { page: 'privacy', section: 'why', by: 'owner', what: 'How long Google Analytics and the server log keep their data' },
  { page: 'privacy', section: 'how-long', by: 'owner', what: 'How long we keep bookings that led to no work' },
  { page: 'privacy', section: 'how-long', by: 'lawyer', what: 'Whether invoices without the customer’s name satisfy VAT and company law' },
  { page: 'privacy', section: 'who-receives', by: 'owner', what: 'The name, country and safeguard of each company' },
  { page: 'accessibility', section: 'report', by: 'owner', what: 'How soon reports are answered' },
]
