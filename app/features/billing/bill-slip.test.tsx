import { isValidElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { ShownBill } from './bill-text.ts'
import { BillSlip } from './components/bill-slip.tsx'

/** The keys of each list of elements. */
function keysIn(node: ReactNode): string[][] {
  if (Array.isArray(node)) {
    const keys = node.flatMap((each) => (isValidElement(each) && each.key !== null ? [each.key] : []))
    return [keys, ...node.flatMap(keysIn)]
  }
  return isValidElement<{ children?: ReactNode }>(node) ? keysIn(node.props.children) : []
}

test('Two equal payments on one day are two rows, so a page that is updated loses neither', () => {
  const row = { label: 'Paid in cash, Friday 20 November', figure: '−£20.00' }
  const bill = { lines: [row, row], total: row, sums: [row, row], owed: row, isIssued: true, owedPence: 0, totalPence: 0 }
  const lists = keysIn(BillSlip({ bill: bill as unknown as ShownBill }))
  expect(lists.flat()).toHaveLength(4)
  for (const keys of lists) expect(new Set(keys).size).toBe(keys.length)
})
