import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Leads } from '#app/features/desk/components/leads.tsx'
import { CallList } from './components/bill-notes.tsx'

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
