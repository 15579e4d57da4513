import { cancellationRightDays, refundWithinDays } from './fees.ts'

/*
 * Information for customers before they agree to extra work, on the page, on the engineer's phone and by email (Consumer Contracts
 * Regulations 2013: regulations 10 and 28 to 36).
 */

/** The label of the sum, and its explanation: the bill follows the rates. */
export const mostLabel = 'The most it can cost, including VAT'
export const mostWorkText =
  'This is the most you’ll pay for the work. Your bill will show the time and parts it took, at our rates, and if that’s less, you’ll pay less.'

const urgentWorkText =
  'This is part of the urgent repair you called us for, so there’s no 14-day legal right to cancel it. You can still stop us at any time and pay only for what we’ve done.'

const businessWorkText =
  'You booked for a business, so there’s no 14-day legal right to cancel this work. You can still stop us at any time and pay only for what we’ve done.'

interface Kind {
  isUrgentRepair: boolean
  forBusiness: boolean
}

/** Why there is no legal right to cancel work; undefined: there is one, and the customer ticks two boxes. */
export const noCancellingText = ({ isUrgentRepair, forBusiness }: Kind): string | undefined =>
  forBusiness ? businessWorkText : isUrgentRepair ? urgentWorkText : undefined

/** Other work: `lastDay` is the last day to cancel it, in words. */
export const otherWorkTexts = (lastDay: string): readonly string[] => [
  `You can cancel this work without giving a reason, within ${cancellationRightDays} days of agreeing to it: until the end of ${lastDay}.`,
  'To cancel, tell us clearly by phone, email or post. You can use our cancellation form, but you don’t have to. You only need to send your message before the time is up.',
  'If you ask us to start now and then cancel, you pay for what we’ve done so far, as a share of the full price. Once it’s all done, you can no longer cancel.',
  `If you cancel, we’ll refund what you’ve paid, less anything you owe for work done. You’ll get it within ${refundWithinDays} days, the same way you paid.`,
]

/**
 * The customer's request, as they tick it: the current wording first. An agreement is stored with the wording that was ticked, so earlier
 * ones stay here: a page or a phone that was opened before the change still sends one.
 */
export const startNowTexts = [
  'Please start now, before the 14 days are up. I understand that if I cancel, I’ll pay for what’s been done, and that I can’t cancel once the work is finished.',
  'Please start now, within the 14 days. I know that if I cancel I pay for what has been done, and that I can’t cancel once the work is fully done.',
] as const
export const [startNowText] = startNowTexts
