import type { JobsTable } from '#db/tables.ts'

/*
 * The kinds of job that bring a message to somebody, as staff read of them. Jobs that do other work are none of these.
 */

export const channels = ['mail', 'text', 'webhook'] as const
/** An announcement goes by none of them: it becomes deliveries that do. */
export type Channel = (typeof channels)[number] | 'announcement'
export type DeliveryState = JobsTable['state']
export const deliveryStates = ['dead', 'waiting', 'done'] as const satisfies readonly DeliveryState[]

interface DeliveryKind {
  channel: Channel
  /** What it is, in words. */
  label: string
  to: 'everyone' | 'staff' | 'owner' | 'customer' | 'account' | 'phone' | 'target'
  /** Nobody but the person themselves may have it sent again: it carries a link or a code that was asked for at its time. */
  isPersonal?: true
}

export const deliveryKinds = {
  announce: { channel: 'announcement', label: 'News of a booking', to: 'everyone' },
  'staff-email': { channel: 'mail', label: 'New booking, to staff', to: 'staff' },
  'staff-change-email': { channel: 'mail', label: 'Change of a booking, to staff', to: 'staff' },
  'owner-change-email': { channel: 'mail', label: 'Change of a booking, to an owner', to: 'owner' },
  'payment-differences-email': { channel: 'mail', label: 'Payments to look at, to staff', to: 'staff' },
  'phone-first-email': { channel: 'mail', label: 'Online booking in trouble, to staff', to: 'staff' },
  'backup-late-email': { channel: 'mail', label: 'Backups are late, to staff', to: 'staff' },
  'customer-confirmation': { channel: 'mail', label: 'Confirmation, to the customer', to: 'customer' },
  'customer-change': { channel: 'mail', label: 'Change of a booking, to the customer', to: 'customer' },
  'customer-new-link': { channel: 'mail', label: 'New private link, to the customer', to: 'customer' },
  'account-mail': { channel: 'mail', label: 'About an account', to: 'account', isPersonal: true },
  'account-text': { channel: 'text', label: 'Code for signing in', to: 'phone', isPersonal: true },
  'staff-webhook': { channel: 'webhook', label: 'New booking, by webhook', to: 'target' },
  'staff-change-webhook': { channel: 'webhook', label: 'Change of a booking, by webhook', to: 'target' },
} as const satisfies Record<string, DeliveryKind>

export type DeliveryKindName = keyof typeof deliveryKinds

export const deliveryKindNames = Object.keys(deliveryKinds) as DeliveryKindName[]

/** What a kind of job is; nothing where it is no delivery. */
export const deliveryKindOf = (kind: string): DeliveryKind | undefined =>
  Object.hasOwn(deliveryKinds, kind) ? deliveryKinds[kind as DeliveryKindName] : undefined

/** How a delivery's state is said. */
export const stateWords: Record<DeliveryState, string> = { dead: 'Given up', waiting: 'Waiting', done: 'Sent' }
export const channelWords: Record<Channel, string> = {
  mail: 'Mail',
  text: 'Text message',
  webhook: 'Webhook',
  announcement: 'Announcement',
}

/** Whether staff have the kind in their list: what was announced is seen by its deliveries, until then by itself. */
export const isListed = (kind: DeliveryKindName, state: DeliveryState): boolean => kind !== 'announce' || state !== 'done'

/** Why a delivery cannot be sent again, in words; nothing where it can. `isErased`: the booking's data was deleted. */
export function replayProblem({ kind, state, isErased }: { kind: string; state: DeliveryState; isErased: boolean }): string | undefined {
  if (state === 'waiting') return 'It is still being tried. It goes by itself, or press ‘Try now’.'
  if (deliveryKindOf(kind)?.isPersonal) return 'It carries a link or a code for one person: they ask for a new one where they sign in.'
  if (kind === 'announce' && state === 'done') return 'It has been handed out: send its mails and webhooks again, each by itself.'
  return isErased ? 'The data of this booking has been deleted: there is nobody to send it to.' : undefined
}
