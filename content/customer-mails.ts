/** The mails that customers get about their bookings, as the owner reads of them; by their kind in the table of messages. */
export const customerMails = {
  'customer-confirmation': 'Confirmation',
  'customer-change': 'Change of a booking',
  'customer-late': 'We’re late',
  'customer-extra-work': 'Extra work',
  'customer-new-link': 'New private link',
} as const
