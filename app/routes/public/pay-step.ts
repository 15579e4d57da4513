import type { FeeView } from '#app/features/red-line/fee-view.ts'
import type { NextStep } from '#app/features/site/components/quiet-page.tsx'
import { poundsText } from '#content/money.ts'

/** The step of paying a booking's priority fee, if it may still be paid; `path`: of the booking's private page. */
export const payStep = (path: string, fee: FeeView | undefined): NextStep | undefined =>
  fee?.state === 'due'
    ? { href: `${path}/pay`, label: `Pay ${poundsText(fee.amountPence)}`, hint: 'To confirm your Red Line slot', look: 'alarm' }
    : undefined
