import type { BillCorrectionsTable } from '#db/tables/billing.ts'

/** The kinds of corrections to a bill before it is issued, as staff choose them. */
export const correctionTexts: Readonly<Record<BillCorrectionsTable['kind'], string>> = {
  reduction: 'Take something off',
  work: 'Add work, within the price cap',
  at_cost: 'Add a cost, like parking',
}
export const correctionKinds = Object.keys(correctionTexts) as BillCorrectionsTable['kind'][]
