// @module-tag never-again
import { expect, test } from 'vitest'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { staffRefundTexts } from '#app/features/payments/refund-reasons.ts'
import { vatIn } from '#app/features/pricing/bill.ts'
import { refundByStaff } from '#app/features/red-line/refund-by-staff.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { days } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { addRow } from '#test/support/add-row.ts'
import { billed, openBill, paidAt } from '#test/support/billed.ts'
import { bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { setOwnerValues } from '#test/support/owner-values.ts'
import { onEachEngine } from '#test/support/world.ts'
import {
  freeAgentCsv,
  givenCsv,
  plainCsv,
  quickBooksCreditsCsv,
  quickBooksCsv,
  readAccountsPapers,
  readStatementLines,
  xeroCsv,
} from './accounts-csv.server.ts'
import { creditBill } from './credit-bill.server.ts'
import { vatOfLines } from './drafting/draft-bill.ts'
import { readBillReport } from './read-bill-report.server.ts'
import { readToCall } from './read-to-call.server.ts'
import { quarterOf, reportPeriod } from './report-period.ts'

onEachEngine('The report of some days', (engine) => {
  test('has what was billed, credited, paid and given back, and the same lines for the accounts', async () => {
    const { world, services } = await freshWorld(engine, { payments: true })
    await setOwnerValues(world, 'details', { legalName: 'Example Plumbing Ltd', vatNumber: 'GB123456789', vatStatus: 'registered' })
    const [card, cash] = [await billed(world), await billed(world)]
    await paidAt(world, await openBill(services, card), 11_900)
    await recordHandPayment(services, { bookingId: cash.id, by: 'dan', method: 'cash', amount: '119', key: newId() })
    await creditBill(services, { bookingId: card.id, staffId: 'dana', amount: '19', reason: 'A part was faulty', key: newId() })
    const period = { from: '2026-11-01', to: '2026-11-30' }
    // The refund is made the next day.
    const refundedOn = async (day: string) =>
      (await readBillReport(services.db, { from: day, to: day })).takings.reduce((sum, { backPence }) => sum + backPence, 0)
    world.clock.advance(days(1))
    await runDueJobs(services, jobHandlers)
    expect([await refundedOn('2026-11-20'), await refundedOn('2026-11-21')]).toEqual([0, 1_900])
    const report = await readBillReport(services.db, period)
    expect(report).toMatchObject({
      billed: { pence: 23_800, count: 2 },
      credited: { pence: 1_900, count: 1 },
      vat: [{ quarter: '2026 Q4', pence: 2 * 1_983 - 317 }],
      byService: [{ name: 'Burst Pipe', pence: 23_800, count: 2 }],
      byOffer: [{ name: 'No offer', count: 2 }],
      cash: [{ name: 'A colleague', pence: 11_900, count: 1 }],
      owing: { pence: 0, count: 0 },
    })
    expect(report.takings.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'Card', inPence: 11_900, backPence: 1_900 },
      { name: 'Cash', inPence: 11_900, backPence: 0 },
    ])
    expect(report.back.map(({ reason, pence }) => [reason, pence])).toEqual([
      ['A part was faulty', 1_900],
      [staffRefundTexts.overpaid, 1_900],
    ])
    expect(report.days.find(({ day }) => day === '2026-11-20')?.pence).toBe(23_800)
    const empty = await readBillReport(services.db, { from: '2026-10-01', to: '2026-10-31' })
    expect([empty.billed.count, empty.takings, empty.cash]).toEqual([0, [], []])

    const papers = await readAccountsPapers(services.db, period)
    const rowsOf = (csv: string) => csv.split('\r\n').slice(0, -1)
    const [bookedFirst, bookedSecond] = [(await card.read()).reference, (await cash.read()).reference]
    // Xero's own columns, as its template for sales invoices has them.
    expect(rowsOf(xeroCsv(papers))).toEqual([
      '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme',
      `Priya Raman,,,,,,,,,,2026-0001,${bookedFirst},20/11/2026,20/11/2026,,,"Call-out including first 30 minutes, day rate",1,119,,200,20% (VAT on Income),19.83,,,,,,`,
      `Priya Raman,,,,,,,,,,2026-0002,${bookedSecond},20/11/2026,20/11/2026,,,"Call-out including first 30 minutes, day rate",1,119,,200,20% (VAT on Income),19.83,,,,,,`,
      `Priya Raman,,,,,,,,,,CN-2026-0001,${bookedFirst},20/11/2026,20/11/2026,,,Bill 2026-0001: A part was faulty,1,-19,,200,20% (VAT on Income),-3.17,,,,,,`,
    ])
    expect(rowsOf(quickBooksCsv(papers))).toEqual([
      'InvoiceNo,Customer,InvoiceDate,DueDate,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,ItemAmount,ItemTaxCode',
      `2026-0001,Priya Raman,20/11/2026,20/11/2026,${bookedFirst},Sales,"Burst Pipe, ${bookedFirst}",1,119,119,20.0% S`,
      `2026-0002,Priya Raman,20/11/2026,20/11/2026,${bookedSecond},Sales,"Burst Pipe, ${bookedSecond}",1,119,119,20.0% S`,
    ])
    expect(rowsOf(quickBooksCreditsCsv(papers))).toEqual([
      'CreditNoteNo,Customer,CreditNoteDate,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,ItemAmount,ItemTaxCode',
      `CN-2026-0001,Priya Raman,20/11/2026,${bookedFirst},Sales,Bill 2026-0001: A part was faulty,1,19,19,20.0% S`,
    ])
    expect(plainCsv(papers)).toContain('119,19.83,99.17')
    expect(plainCsv(papers)).toContain('-19,-3.17,-15.83')
    // QuickBooks refuses lines that reduce a bill, so it gets none.
    const [paper] = papers
    if (!paper) throw new Error('there is no bill')
    const reduced = { ...paper, hasVat: false, lines: [...paper.lines, { description: 'Offer', pence: -2_000, vatPence: 0 }] }
    expect(
      rowsOf(quickBooksCsv([reduced]))[1]
        ?.split(',')
        .slice(-3),
    ).toEqual(['99', '99', ''])
    expect(rowsOf(xeroCsv([reduced])).map((row) => row.split(',').at(-11))).toEqual(['*UnitAmount', '119', '-20'])
    // Line by line the VAT would be 3 × £1.67, a penny more than that of the sum.
    const thirds = {
      ...paper,
      customer: 'Zoë 王',
      lines: [1_000, 1_000, 1_000].map((pence, at) => ({
        description: '£10 × 1',
        pence,
        vatPence: vatOfLines([1_000, 1_000, 1_000])[at] ?? 0,
      })),
    }
    const [, ...xero] = rowsOf(xeroCsv([thirds])).map((row) => row.split(','))
    expect(xero.reduce((total, row) => total + Math.round(Number(row.at(-7)) * 100), 0)).toBe(vatIn(3_000))
    expect(xero[0]?.filter((cell) => cell !== '')).toEqual(expect.arrayContaining(['Zoe ?', 'GBP 10 x 1']))
    expect(plainCsv([thirds])).toMatch(/^\uFEFFNumber,.*\r\n.*,Zoë 王,/)
    for (const csv of [xeroCsv, quickBooksCsv, quickBooksCreditsCsv])
      expect(csv([thirds, { ...thirds, isCredit: true, customer: '王小明' }])).toMatch(/^[\0-\x7f]*$/)
    expect(quickBooksCreditsCsv([{ ...thirds, isCredit: true, customer: '王小明' }])).toContain(`,Customer ${paper.booking},`)
    // FreeAgent's format: three columns, no header, no quotes, two decimals, a minus sign for money out.
    const statement = async (by: 'card' | 'cash') => freeAgentCsv(await readStatementLines(services.db, by, period)).split('\r\n')
    expect(await statement('card')).toEqual([
      `20/11/2026,119.00,Paid: bill 2026-0001 ${bookedFirst}`,
      `21/11/2026,-19.00,Refund: bill 2026-0001 ${bookedFirst}`,
      '',
    ])
    expect(await statement('cash')).toEqual([`20/11/2026,119.00,Paid: bill 2026-0002 ${bookedSecond}`, ''])
    expect(freeAgentCsv([{ on: '2026-11-20', pence: 5, description: 'A "quoted",\r\nbroken line' }])).toBe(
      '20/11/2026,0.05,A quoted broken line\r\n',
    )
    // Cash that was paid too much is on someone's list until it is given back, and the report says who gave what, and what our word cost.
    const dana = await colleague(world, 'Dana Price', 'staff')
    const late = await bookOne(world)
    await addRow(services.db, 'credits', {
      ...{ id: newId(), bookingId: late.id, promise: 'window', missedAt: '2026-11-20T11:00:00.000Z', amountPence: 5_000, refundId: null },
      ...{ reason: 'We arrived late', createdAt: world.clock.now().toISOString() },
    })
    await creditBill(services, { bookingId: cash.id, staffId: dana, amount: '30', reason: 'Two trips', key: newId() })
    const owing = { title: 'Bill 2026-0002', says: 'we owe them £30.00', bookingId: cash.id }
    expect(await readToCall(services)).toMatchObject([owing])
    const given = await readBillReport(services.db, period)
    expect(given.owedByUs).toMatchObject({ pence: 3_000, count: 1 })
    expect(given.promises).toEqual([{ name: 'Rule: we arrived late', pence: 5_000, count: 1 }])
    expect(given.given.at(-1)).toEqual({ who: 'Dana Price', what: 'Credit note CN-2026-0002', reason: 'Two trips', pence: 3_000 })
    expect(givenCsv(given).split('\r\n').slice(-3, -1)).toEqual([
      'Dana Price,Credit note CN-2026-0002,Two trips,1,30',
      'Rule: we arrived late,Promise missed,,1,50',
    ])
    const [taken] = await services.db.selectFrom('payments').select('id').where('provider', '=', 'cash').execute()
    const refund = { paymentId: taken?.id ?? '', amountPence: 3_000, confirmedPence: 3_000, seenReturnedPence: 0, reason: 'Given in cash' }
    await refundByStaff(services, dana, refund)
    expect([await readToCall(services), (await readBillReport(services.db, period)).owedByUs.count]).toEqual([[], 0])
    // A Saturday's call-out.
    await billed(world)
    expect((await readBillReport(services.db, period)).owing).toMatchObject({ pence: 14_900, count: 1 })
  })
})

test('The days of a report are this month’s unless others are asked for', () => {
  const asked = (query: string) => reportPeriod(new URLSearchParams(query), '2026-11-24')
  expect(asked('')).toEqual({ period: { from: '2026-11-01', to: '2026-11-24' } })
  expect(asked('from=2026-04-01&to=2026-06-30')).toEqual({ period: { from: '2026-04-01', to: '2026-06-30' } })
  expect(asked('from=2026-04-01').problem).toBe('Enter the first day and the last day.')
  expect(asked('from=2026-04-02&to=2026-04-01').problem).toBe('The first day must be on or before the last day.')
  expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOf)).toEqual(['2026 Q1', '2026 Q1', '2026 Q2', '2026 Q4'])
})
