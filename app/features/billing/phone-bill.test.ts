import { expect, test } from 'vitest'
import type { QueuedAct } from '#app/features/visit/queued-act.ts'
import { rowsOf } from '#test/fixtures/bills.ts'
import { shownBill } from './bill-text.ts'
import { billPaid, billWithActs, phoneBill } from './phone-bill.ts'

test('Cash that still waits on the phone is on the bill with the day it was paid on, by the server’s clock', () => {
  const rows = rowsOf({ rule: '', minutes: 30, total: '', vat: '' })
  const times = { arrived: rows.visit?.arrivedAt, left: rows.visit?.leftAt }
  const bill = phoneBill(
    {
      ...{ rows, payments: [], heldPence: 0, reference: 'BK-1', service: 'Leak Repair' },
      ...{ supplier: { name: '', phone: '' }, customer: { name: '', address: '' } },
    },
    { state: 'completed', times, agreed: [] },
  )
  const paid: QueuedAct = {
    ...{ key: 'k', engineerId: 'e', order: 1, kind: billPaid, bookingId: 'b', state: 'waiting', attempts: 0 },
    // The phone's clock is ten minutes slow.
    ...{ at: '2026-11-24T23:55:00.000Z', offsetMs: 600_000, fields: { method: 'cash', paidAmount: '19' } },
  }
  const atDoor = bill && billWithActs(shownBill(bill), [paid])
  expect(atDoor?.sums.at(-1)).toEqual({ label: 'Paid in cash, Wednesday 25 November 2026', figure: '−£19.00' })
  expect(atDoor?.owed).toEqual({ label: 'To pay', figure: '£100.00' })
})
