import type { BillCorrectionsTable } from '#db/tables.ts'

/** What staff may do to a bill before it is issued, as they choose it. */
export const correctionTexts: Readonly<Record<BillCorrectionsTable['kind'], string>> = {
  reduction: 'Take something off',
  work: 'Add work, within the price cap',
  at_cost: 'Add a cost, like parking',
}
export const correctionKinds = Object.keys(correctionTexts) as BillCorrectionsTable['kind'][]
