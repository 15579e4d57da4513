import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { nextInInbox } from '#app/features/desk/components/inbox-page.tsx'
import { BillLists } from './components/staff-bill-lists.tsx'
import { mostListed, nextWithBills } from './next-with-bills.ts'

test('The bills say what to do next, and that there is nothing to do only if there isn’t', () => {
  const none = { differences: [], refusedPayments: [], calls: [], toIssue: [], owing: [] }
  expect(nextWithBills({ ...none, calls: [1], toIssue: [1, 2] })).toMatch(/^Next: .*1 customer\b.*2 bills/)
  for (const kind of ['differences', 'refusedPayments', 'calls', 'toIssue'])
    expect(nextWithBills({ ...none, [kind]: [1] })).toMatch(/^Next: /)
  expect(new Set([nextWithBills(none), nextWithBills({ ...none, owing: [1] })]).size).toBe(2)
  const inbox = { calls: 0, texts: 0, threads: [], dueCount: 0 }
  expect(nextInInbox({ ...inbox, threads: [{ isDangerous: true }], calls: 2 })).toMatch(/danger.*2 missed calls.*1 message\b/)
  for (const kind of ['calls', 'texts', 'dueCount']) expect(nextInInbox({ ...inbox, [kind]: 1 })).toMatch(/^Next: /)
  expect(nextInInbox(inbox)).not.toMatch(/^Next: /)
})

test('A list of bills that is cut says that there may be more', () => {
  const bill = { bookingId: '1', what: 'Leak', name: 'Jane', on: 'Friday 20 November 2026', total: '£119.00', owedPence: 11_900 }
  const owing = Array.from({ length: mostListed }, (_, at) => ({ ...bill, reference: `2026-${at}` }))
  const page = (shown: typeof owing) => renderToStaticMarkup(<BillLists toIssue={[]} owing={shown} all={[]} search="" next="" />)
  expect(page(owing)).toMatch(/Owed \(100 or more\).*Later ones appear/)
  expect(page(owing.slice(1))).not.toMatch(/or more|Later ones/)
})
