import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Leads } from '#app/features/desk/components/leads.tsx'
import { nextInInbox } from '#app/features/desk/components/next-in-inbox.ts'
import { CallList } from './components/bill-notes.tsx'
import { nextWithBills } from './next-with-bills.ts'

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

test('The customers to call about a bill are listed with what they owe, and what was agreed last', () => {
  const call = { title: 'Bill EPL-1', name: 'Priya Raman', phone: '+447700900264', phoneText: '07700 900264', says: '£119 owed' }
  const calls = [
    { ...call, bookingId: 'a', last: 'Pays on Friday' },
    { ...call, bookingId: 'b', name: 'Tom Reed', last: '' },
  ]
  const html = renderToStaticMarkup(<CallList calls={calls} />)
  const lines = [...html.matchAll(/<span class="min-w-0[^>]*>(.*?)<\/span>/g)].map(([, line = '']) => line.replace(/<[^>]+>/g, ''))
  expect(lines).toEqual(['Priya Raman, £119 owed. Pays on Friday', 'Tom Reed, £119 owed'])
  expect(html).toContain('To call (2)')
  // The board lists these among the call-backs.
  const board = renderToStaticMarkup(<Leads leads={[]} callBacks={[]} billCalls={calls} />).replace(/<[^>]+>/g, ' ')
  expect(board.replace(/\s+/g, ' ')).toContain('To call back 2 Bill EPL-1: £119 owed Priya Raman Pays on Friday Call 07700 900264 Bill')
})
