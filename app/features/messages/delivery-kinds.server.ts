import { announcementKind } from '#app/features/booking/announce.ts'
import type { DeliveryState } from './delivery-words.ts'
import type { MessageFacts } from './wording/message.server.ts'
import { type MessageKind, messages } from './wording/messages.server.ts'

/** The kinds of job that deliver messages, as shown to staff: every message, and announcements. */
export const deliveryKinds: Readonly<Record<MessageKind | typeof announcementKind, MessageFacts>> = {
  [announcementKind]: { channel: 'announcement', label: 'Booking update', to: 'everyone' },
  ...messages,
}

export type DeliveryKindName = keyof typeof deliveryKinds

export const deliveryKindNames = Object.keys(deliveryKinds) as DeliveryKindName[]

/** Returns the kind of a delivery job; undefined for other jobs. */
export const deliveryKindOf = (kind: string): MessageFacts | undefined =>
  Object.hasOwn(deliveryKinds, kind) ? deliveryKinds[kind as DeliveryKindName] : undefined

/** Returns true if staff see the kind in their list: a finished announcement is represented by its deliveries. */
export const isListed = (kind: DeliveryKindName, state: DeliveryState): boolean => kind !== announcementKind || state !== 'done'

/** The reason why a delivery can't be sent again, in words; undefined if it can. `isErased`: the booking's data was deleted. */
export function replayProblem({ kind, state, isErased }: { kind: string; state: DeliveryState; isErased: boolean }): string | undefined {
  if (state === 'waiting') return 'We’re still trying to send it. You can wait, or choose ‘Try now’.'
  if (deliveryKindOf(kind)?.isPersonal)
    return 'It contains a personal link or code. The person it’s for can ask for a new one on the sign-in page.'
  if (kind === announcementKind && state === 'done') return 'It’s already gone out, so resend its emails and webhooks one by one.'
  return isErased ? 'This booking’s data has been deleted, so there’s no one to send it to.' : undefined
}
