import { poundsText } from '#content/money.ts'
import type { ChargesTable } from '#db/tables/visit.ts'

const names: Record<ChargesTable['kind'], string> = {
  no_access: 'no-access fee',
  make_safe: 'make-safe fee',
  late_cancellation: 'cancellation fee',
  priority_fee: 'priority fee',
}

/** '£49 no-access fee', short enough for the board. */
export const chargeText = ({ kind, amountPence }: Pick<ChargesTable, 'kind' | 'amountPence'>): string =>
  `${poundsText(amountPence)} ${names[kind]}`
