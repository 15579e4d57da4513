/** Emails to customers about a change of their booking, with titles for the owner; by change. */
export const changeMails = {
  rescheduled: 'Visit moved by the customer',
  cancelled: 'Cancelled by the customer',
  paid: 'Red Line paid',
  refunded: 'Refund',
  called_off: 'Cancelled by us',
  joined: 'Booked twice',
  reopened: 'Reopened',
  reply: 'Message from us',
  set_out: 'On the way',
  not_yet: 'Not on the way after all',
  completed: 'Visit done',
  no_access: 'We couldn’t get in',
  at_door: 'At the door, no one answers',
  another_time: 'Couldn’t get in: new time agreed',
  not_over: 'Not finished after all',
  promised: 'Visit moved by us',
  unplaced: 'Not confirmed in time',
  part_due: 'Part on order',
  part_arrived: 'Part arrived',
  gas_notice: 'Gas safety notice',
} as const

/** Other emails; by their kind in the table of messages. */
export const otherMails = {
  'customer-confirmation': 'Confirmation',
  'customer-late': 'We’re late',
  'customer-extra-work': 'Extra work',
  'customer-aftercare': 'Complaints and refunds',
  'customer-bill': 'Bill, receipt and reminder',
  'customer-new-link': 'New private link',
} as const

/** The name under which the owner's words for an email about a change are stored. */
export const changeMailId = (change: string): string => `change-${change}`

/** Every email to a customer about a booking: the name under which the owner's texts for it are stored, and its label for the owner. */
export const customerMails: readonly { id: string; label: string }[] = [
  ...Object.entries(otherMails).map(([id, label]) => ({ id, label })),
  ...Object.entries(changeMails).map(([change, label]) => ({ id: changeMailId(change), label })),
]

/** The owner's texts before and after ours in an email. */
export interface MailTexts {
  opening?: string
  closing?: string
}

/** The placeholders that the owner's words may use, with an example. */
export const mailPlaceholders = {
  name: 'Priya',
  reference: 'BK-7XKQ4MPR',
  problem: 'Burst Pipe',
  window: 'today 2.15pm–3pm',
  phone: '0800 644 2633',
} as const

/** Returns the problem with the braces in the owner's text, or undefined. */
export function placeholderProblem(text: string): string | undefined {
  const names = Object.keys(mailPlaceholders).map((name) => `{${name}}`)
  const unknown = (text.match(/\{[^{}]*\}?|\}/g) ?? []).find((each) => !names.includes(each))
  // The closing brace of a placeholder is part of it.
  return unknown && `${unknown} isn’t a placeholder. You can use ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The owner's words with placeholders filled in. */
export const filledIn = (text: string, values: Readonly<Record<keyof typeof mailPlaceholders, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name as keyof typeof values] : whole))
