import { cancellationRightDays, refundWithinDays } from './rates.ts'

/*
 * What a customer is told before they agree to extra work, on the page, on the engineer's phone and by email (Consumer Contracts
 * Regulations 2013: regulations 10 and 28 to 36).
 */

/** Work that is the urgent repair. */
export const urgentWorkText =
  'This is part of the urgent repair you called us for. The law gives no 14-day right to cancel it, but you can stop us at any time and pay for what we’ve done.'

/** Other work: `lastDay` is the last day on which it can be cancelled, in words. */
export const otherWorkTexts = (lastDay: string): readonly string[] => [
  `You can cancel this work without giving a reason, within ${cancellationRightDays} days of agreeing to it: until the end of ${lastDay}.`,
  'To cancel, tell us clearly by phone, email or post. You can use our cancellation form, but you don’t have to. You only need to send your message before the time is up.',
  'If you ask us to start now and then cancel, you pay for what we’ve done by then, in proportion to the whole price. Once all of it is done, you can no longer cancel.',
  `If you cancel, we’ll refund what you’ve paid, less anything you owe for work done. You’ll get it within ${refundWithinDays} days, the same way you paid.`,
]

/** The customer's request, as they tick it. */
export const startNowText =
  'Please start now, within the 14 days. I know that if I cancel I pay for what has been done, and that I can’t cancel once the work is fully done.'
