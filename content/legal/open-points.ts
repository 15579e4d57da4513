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
  { page: 'terms', section: 'red-line', by: 'owner', what: 'When the dispatch time starts, what ‘dispatched’ means, and when we refund' },
  { page: 'terms', section: 'paying', by: 'owner', what: 'When payment is due' },
  { page: 'terms', section: 'changing-or-cancelling', by: 'owner', what: 'The charge for cancelling once the engineer has set off' },
  {
    page: 'terms',
    section: 'other-work',
    by: 'lawyer',
    what: 'Whether a request to start early that is spoken, on the phone or at the door of a visit booked online, is express enough, whether a tick makes someone a business customer, and how the right works for jobs that include goods',
  },
  { page: 'terms', section: 'guarantees', by: 'owner', what: 'The 7-day limit for guarantee visits that aren’t urgent' },
  {
    page: 'terms',
    section: 'guarantees',
    by: 'owner',
    what: 'Free return: whether the engineer’s time is free after a make-safe visit too, and the 12-month limit',
  },
  {
    page: 'terms',
    section: 'guarantees',
    by: 'owner',
    what: 'Satisfaction: both time limits, and whether ‘all’ includes parts and the Red Line fee',
  },
  { page: 'terms', section: 'complaints', by: 'owner', what: 'The time limits of 2 working days and 14 days' },
  {
    page: 'terms',
    section: 'complaints',
    by: 'lawyer',
    what: 'How answers to complaints mention dispute resolution (Digital Markets, Competition and Consumers Act 2024, section 308)',
  },
  {
    page: 'terms',
    section: 'business-customers',
    by: 'lawyer',
    what: 'An insured limit for each job, under the Unfair Contract Terms Act 1977',
  },
  { page: 'privacy', section: 'who-we-are', by: 'owner', what: 'Whether calls are recorded, and how long call notes and chats are kept' },
  {
    page: 'privacy',
    section: 'vulnerable',
    by: 'lawyer',
    what: 'The lawful basis and Article 9 condition for the ‘vulnerable’ box, because the form doesn’t record explicit consent',
  },
  { page: 'privacy', section: 'why', by: 'owner', what: 'How long Google Analytics and the server log keep their data' },
  { page: 'privacy', section: 'how-long', by: 'owner', what: 'How long we keep bookings where no work was done' },
  { page: 'privacy', section: 'how-long', by: 'lawyer', what: 'Whether invoices without the customer’s name satisfy VAT and company law' },
  { page: 'privacy', section: 'who-receives', by: 'owner', what: 'Each company’s name, country and data safeguards' },
  { page: 'accessibility', section: 'report', by: 'owner', what: 'How soon we reply to reports' },
]
