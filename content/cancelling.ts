import { cancellationRightDays } from './fees.ts'

/*
 * A customer's express request that we start while they may still cancel, and their acknowledgement of the consequences (Consumer Contracts
 * Regulations 2013, regulation 36), in the words that they tick, hear or read.
 */

export const startInSlotText = `Please start in the slot I chose, even though I can cancel within ${cancellationRightDays} days. I know that if I cancel, I’ll pay for what’s been done, and that I can’t cancel once it’s all done.`

/** Read out on the phone, and by the engineer at the door. */
export const startToReadOut = `“You can cancel within ${cancellationRightDays} days. If we start before then and you cancel, you’ll pay for what’s been done, and you can’t cancel once it’s all done. Shall we still start?”`

/** The customer's request, as they read it afterwards. */
export const startAskedText = `You asked us to start before the ${cancellationRightDays} days are up. If you cancel, you’ll pay for what’s been done, and you can’t cancel once it’s all done.`

export const forBusinessText = `I’m booking for a business, so the ${cancellationRightDays} days don’t apply.`
