import { poundsText } from '#content/money.ts'

/** A payment's difference from the provider's data. */
export type DifferenceKind =
  | 'no_booking'
  | 'unclaimed'
  | 'not_listed'
  | 'amount'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'dispute_lost'

/** Returns the text for staff: the difference, with its two figures, and the remedy. */
export const differenceText = (kind: DifferenceKind, oursPence: number, theirsPence: number): string => {
  const [ours, theirs] = [poundsText(oursPence), poundsText(theirsPence)]
  return {
    no_booking: `${theirs} was paid for a booking we can’t find. We’ll refund it automatically. Look up who paid: they may be waiting for an engineer.`,
    unclaimed: `${theirs} was paid through the payment link without a booking. Look up who paid: they may be waiting for an engineer. It won’t be refunded automatically.`,
    not_listed: `We recorded a payment of ${ours} that the payment provider has no record of. Look for it in the provider’s dashboard.`,
    amount: `We recorded ${ours}, but the payment provider shows ${theirs}. Look it up in the provider’s dashboard.`,
    refunded: `We recorded a refund of ${ours}, but the payment provider shows ${theirs}. Look it up in the provider’s dashboard.`,
    disputed: `A bank is asking for ${theirs} of a payment that isn’t part of any booking. Look it up in the provider’s dashboard.`,
    dispute_lost: `A bank has returned ${theirs} to the customer of a payment that isn’t part of any booking. Look it up in the provider’s dashboard.`,
    refund_failed: `${ours} couldn’t be refunded. Look it up in the provider’s dashboard and refund it there, or another way, unless that’s already been done.`,
  }[kind]
}
