import { expect, test } from 'vitest'
import { isOwedShown, owedLabel } from './bill-text.ts'

test('What is left of a bill is called what it is: nothing is called paid that no one had to pay', () => {
  const label = (owedPence: number, totalPence = 11_900, confirmingPence?: number) => owedLabel({ owedPence, totalPence, confirmingPence })
  expect(label(11_900)).toBe('To pay')
  // A part that is being confirmed leaves something to pay.
  expect([label(11_900, 11_900, 5_000), label(6_900, 11_900, 6_900)]).toEqual(['To pay', 'Being confirmed'])
  expect([label(0), label(0, 0), label(-100)]).toEqual(['Paid in full', 'Nothing to pay', 'We owe you'])
})

test('A draft has no second sum below its total unless something was paid', () => {
  const shown = (isIssued: boolean, owedPence: number) => isOwedShown({ isIssued, owedPence, totalPence: 11_900 })
  expect([shown(false, 11_900), shown(false, 8_901), shown(true, 11_900)]).toEqual([false, true, true])
})
