// @module-tag never-again
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { undoAct } from '#app/features/dispatch/undo-act.server.ts'
import { priceFacts } from '#app/features/messages/wording/booking-facts.ts'
import { readBalance } from '#app/features/payments/bill-balance.server.ts'
import { recordHandPayment, voidHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { refundByStaff } from '#app/features/red-line/refund-by-staff.server.ts'
import { readStatement } from '#app/features/visit/read-statement.server.ts'
import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { exactPoundsText } from '#content/money.ts'
import { addRow } from '#test/support/add-row.ts'
import { billed, issue, openBill, paidAt, visited } from '#test/support/billed.ts'
import type { Booked } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { tries } from '#test/support/depth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { setOwnerValues } from '#test/support/owner-values.ts'
import { openProcess } from '#test/support/processes.ts'
import { onEachEngine, onOneEngine, type World } from '#test/support/world.ts'
import { readBillView } from './bill-view.server.ts'
import { readBookDifferences } from './check-books.server.ts'
import { correctDraft, withdrawCorrection } from './correct-draft.server.ts'
import { creditBill } from './credit-bill.server.ts'
import { issueBill } from './issue-bill.server.ts'
import { readToCall } from './read-to-call.server.ts'

const viewOf = async ({ services }: World, booked: Booked) => readBillView(services, await booked.read())
const owedOf = async ({ services }: World, { id }: Booked) => (await readBalance(services.db, id)).owedPence
const fields =
  (values: Record<string, string>) =>
  (name: string): string =>
    values[name] ?? ''

const refunds = ({ services }: World) =>
  services.db.selectFrom('refunds').select(['amountPence', 'reason', 'state']).orderBy('id').execute()

const mails = async (world: World) =>
  (await mailsTo(world, 'priya.raman@example.com')).map(({ subject, message }) => ({ subject: subject.split(' (BK-')[0] ?? '', message }))
const subjects = async (world: World) => (await mails(world)).map(({ subject }) => subject)

const correction = { kind: 'reduction', label: 'Goodwill', correctionAmount: '19', correctionReason: 'We took two trips to the van' }
const credit = (world: World, booked: Booked, amount: string, key = newId()) =>
  creditBill(world.services, { bookingId: booked.id, staffId: 'dana', amount, reason: 'The tap was under guarantee', key })
const byHand = (world: World, booked: Booked, method: string, amount: string, key = newId()) =>
  recordHandPayment(world.services, { bookingId: booked.id, by: 'dan', method, amount, key })
/** Staff record a transfer of more than is owed. */
const moreByHand = (world: World, booked: Booked, method: string, amount: string) =>
  recordHandPayment(world.services, { bookingId: booked.id, by: 'dana', method, amount, key: newId(), isMore: true })

onOneEngine('A bill', (engine, test) => {
  test('is what the rows of the visit come to, is corrected with a reason, and is issued as it was seen, once', async (world) => {
    const booked = await visited(world, { took: 75 })
    // 119 + 2 × 70, limited to the price cap of a burst pipe in Tower Hamlets.
    expect(await viewOf(world, booked)).toMatchObject({ totalPence: 14_250, capPence: 14_250, owedPence: 14_250, vatPence: 0 })
    const act = { bookingId: booked.id, staffId: 'dana' }
    await expect(correctDraft(world.services, act, fields({ ...correction, correctionReason: ' ' }))).rejects.toMatchObject({
      fields: { correctionReason: 'Enter a reason for your colleagues' },
    })
    await correctDraft(world.services, act, fields(correction))
    await correctDraft(world.services, act, fields({ ...correction, kind: 'work', correctionAmount: '300' }))
    expect((await viewOf(world, booked))?.totalPence).toBe(14_250 - 1_900)
    await expect(issueBill(world.services, { bookingId: booked.id, by: 'dana', seenPence: 14_250 })).rejects.toMatchObject({
      code: 'bill_changed',
    })
    const added = await world.services.db.selectFrom('billCorrections').select('id').where('kind', '=', 'work').executeTakeFirstOrThrow()
    await withdrawCorrection(world.services, act, added.id)
    const price = async () =>
      Object.fromEntries(priceFacts(await booked.read(), await readStatement(world.services.db, await booked.read())))
    // The price cap, until there is a bill.
    expect(Object.entries(await price()).at(-1)).toEqual(['The most you’ll pay, plus parking and the Congestion Charge at cost', '£142.50'])
    await issueBill(world.services, { bookingId: booked.id, by: 'dana', seenPence: 12_350 })
    expect(await price()).toEqual({ 'Bill 2026-0001': '£123.50' })
    await issueBill(world.services, { bookingId: booked.id, by: 'dana', seenPence: 12_350 })
    await expect(withdrawCorrection(world.services, act, added.id)).rejects.toMatchObject({ code: 'bill_issued' })
    expect(await viewOf(world, booked)).toMatchObject({
      issued: { reference: '2026-0001', on: '2026-11-20', taxPoint: '2026-11-20', dueOn: '2026-11-20' },
      ...{ totalPence: 12_350, owedPence: 12_350, suppliedOn: '2026-11-20' },
      customer: { name: 'Priya Raman', address: 'E1 1FR' },
    })
    await expect(correctDraft(world.services, act, fields(correction))).rejects.toMatchObject({ code: 'bill_issued' })
    const log = await world.services.db.selectFrom('auditLog').select('action').where('action', 'like', 'bill.%').orderBy('id').execute()
    expect(log.map(({ action }) => action)).toEqual(['bill.correct', 'bill.correct', 'bill.uncorrect', 'bill.issue'])
    expect(await subjects(world)).toContain('Your bill: £123.50 to pay')
  })

  test('stays as it was issued, whatever its rows become', async (world) => {
    const booked = await billed(world)
    const before = await viewOf(world, booked)
    await booked.set({ name: 'Somebody Else', estimatePence: 1 })
    expect(await viewOf(world, booked)).toEqual(before)
  })

  test('is paid by card, in cash and by transfer, in parts; each has its receipt', { payments: true }, async (world) => {
    const booked = await billed(world)
    const [first, again] = [await openBill(world.services, booked, 4_000), await openBill(world.services, booked, 4_000)]
    expect(again).toBe(first)
    await paidAt(world, first, 4_000)
    await paidAt(world, first, 4_000)
    expect(await owedOf(world, booked)).toBe(7_900)
    const key = newId()
    await byHand(world, booked, 'cash', '29', key)
    await byHand(world, booked, 'cash', '29', key)
    expect(await owedOf(world, booked)).toBe(5_000)
    await expect(byHand(world, booked, 'cash', '50.01')).rejects.toMatchObject({
      fields: { paidAmount: 'They owe £50. Enter that or less, and give change for the rest.' },
    })
    await byHand(world, booked, 'transfer', '£50')
    expect(await owedOf(world, booked)).toBe(0)
    await expect(byHand(world, booked, 'cash', '1')).rejects.toMatchObject({ fields: { paidAmount: 'This bill has already been paid.' } })
    expect((await viewOf(world, booked))?.payments.map(({ by, amountPence }) => [by, amountPence])).toEqual([
      ['Card', 4_000],
      ['Cash', 2_900],
      ['Bank transfer', 5_000],
    ])
    const told = await subjects(world)
    expect(told.filter((subject) => subject.startsWith('Receipt'))).toEqual([
      'Receipt: we’ve received £40',
      'Receipt: we’ve received £29',
      'Receipt: we’ve received £50',
    ])
  })

  test('paid twice by card goes back to the card', { payments: true }, async (world) => {
    const booked = await billed(world)
    const checkout = await openBill(world.services, booked)
    for (const nth of [1, 2]) await paidAt(world, checkout, 11_900, nth)
    expect(await owedOf(world, booked)).toBe(0)
    expect(await refunds(world)).toMatchObject([{ amountPence: 11_900, reason: 'twice' }])
  })

  test('is never refunded to a card for money that someone says they were handed: what is too much is for staff', async () => {
    const world = await freshWorld(engine, { payments: true })
    await colleague(world, 'Dana Price', 'owner', 'dana')
    const enter = (method: string, amount: string, isMore?: boolean) => (booked: Booked) =>
      isMore ? moreByHand(world, booked, method, amount) : byHand(world, booked, method, amount)
    const card = (pence: number) => async (booked: Booked) => paidAt(world, await openBill(world.services, booked, pence), pence)
    /** A page that was open before. */
    const late =
      (...acts: ((booked: Booked) => Promise<unknown>)[]) =>
      async (booked: Booked) => {
        const page = await openBill(world.services, booked)
        for (const act of acts) await act(booked)
        await paidAt(world, page, 11_900)
      }
    const refused = (act: (booked: Booked) => Promise<unknown>) => (booked: Booked) =>
      expect(act(booked)).rejects.toMatchObject({ code: 'payment_entry' })
    const attacks: [what: string, owedPence: number, refundedPence: number, ...acts: ((booked: Booked) => Promise<unknown>)[]][] = [
      ['all but £1 by card, then £99,999 by transfer', 100, 0, card(11_800), refused(enter('transfer', '99999'))],
      ['the same by staff who say so', 100 - 5_000, 0, card(11_800), enter('transfer', '50', true)],
      ['cash is never more than is owed, for staff either', 100, 0, card(11_800), refused(enter('cash', '50', true))],
      ['a transfer, then all of it by card', -11_900, 0, late(enter('transfer', '119'))],
      ['cash, then all of it by card', -10_000, 0, late(enter('cash', '100'))],
      ['too much by hand, then a credit note of £10', -9_900, 1_000, late(enter('cash', '99')), (booked) => credit(world, booked, '10')],
    ]
    for (const [what, owedPence, refundedPence, ...acts] of attacks) {
      const booked = await billed(world)
      // All at the same hour, so at the same price.
      world.clock.advance(minutes(-30))
      for (const act of acts) await act(booked)
      const { owedPence: owed, refundedPence: refunded } = await readBalance(world.services.db, booked.id)
      expect([what, owed, refunded]).toEqual([what, owedPence, refundedPence])
      const listed = (await readToCall(world.services)).find(({ bookingId }) => bookingId === booked.id)
      expect([what, listed?.says]).toEqual([what, owedPence < 0 ? `we owe them ${exactPoundsText(-owedPence)}` : undefined])
    }
    expect(await readBookDifferences(world.services)).toEqual([])
  })

  test('counts the priority fee that was paid before, and what of it is too much goes back', { payments: true }, async (world) => {
    await colleague(world, 'Dana Price', 'owner', 'dana')
    const booked = await visited(world, { changes: { serviceLevel: 'redline' } })
    const fee = { id: newId(), provider: 'sandbox', providerPaymentId: 'fee', bookingId: booked.id, amountPence: 2_999, currency: 'gbp' }
    const at = world.clock.now().toISOString()
    await addRow(world.services.db, 'payments', { ...fee, checkoutId: null, outcome: 'confirmed', paidAt: at, recordedAt: at })
    expect(await viewOf(world, booked)).toMatchObject({ totalPence: 14_899, owedPence: 11_900 })
    await issue(world.services, booked)
    await paidAt(world, await openBill(world.services, booked), 11_900)
    expect(await owedOf(world, booked)).toBe(0)
    // A credit larger than any one card payment is refunded from several.
    await credit(world, booked, '130')
    expect(await owedOf(world, booked)).toBe(0)
    expect(await refunds(world)).toMatchObject([
      { amountPence: 11_900, reason: 'overpaid' },
      { amountPence: 1_100, reason: 'overpaid' },
    ])
    const payment = { paymentId: fee.id, amountPence: 1_000, confirmedPence: 1_000, seenReturnedPence: 1_100, reason: 'Goodwill' }
    await expect(refundByStaff(world.services, 'dana', payment)).rejects.toThrow('Issue a credit note instead')
    expect((await readBookingView(world.services, booked.id)).payments).toMatchObject([
      { isByCard: true, left: undefined, creditsFirst: true },
      { isByCard: true, left: undefined, creditsFirst: false },
    ])
  })

  test('is lowered by credit notes with numbers of their own, never below nothing; credited in full, another one can be issued', async () => {
    const world = await freshWorld(engine, { payments: true })
    await colleague(world, 'Dana Price', 'owner', 'dana')
    const booked = await billed(world)
    const key = newId()
    await credit(world, booked, '20', key)
    await credit(world, booked, '20', key)
    await expect(credit(world, booked, '99.01')).rejects.toMatchObject({
      fields: { creditAmount: 'Enter an amount up to £99. That’s the most you can still credit.' },
    })
    expect(await viewOf(world, booked)).toMatchObject({
      creditNotes: [{ reference: 'CN-2026-0001', amountPence: 2_000 }],
      owedPence: 9_900,
    })
    await credit(world, booked, '99')
    expect((await viewOf(world, booked))?.issued).toBeUndefined()
    // The customer is told straight away, not only when the next bill is issued.
    expect(await subjects(world)).toContain('We’ve taken £99 off your bill')
    await issue(world.services, booked)
    expect(await viewOf(world, booked)).toMatchObject({ issued: { reference: '2026-0002' }, creditNotes: [], owedPence: 11_900 })
    expect(await subjects(world)).toContain('We’ve taken £20 off your bill')
  })

  test('has VAT to the penny where we are registered: of the bill, of its lines, and of credit notes', async (world) => {
    await colleague(world, 'Dana Price', 'owner', 'dana')
    const details = { legalName: 'Example Plumbing Ltd', vatNumber: 'GB123456789', vatStatus: 'registered' }
    await setOwnerValues(world, 'details', details)
    const booked = await billed(world)
    expect(await viewOf(world, booked)).toMatchObject({ vatPercent: 20, vatPence: 1_983, supplier: { vatNumber: 'GB123456789' } })
    for (const part of ['0.01', '0.02', '50', '68.97']) await credit(world, booked, part)
    const notes = await world.services.db.selectFrom('creditNotes').select('vatPence').execute()
    expect(notes.reduce((sum, { vatPence }) => sum + vatPence, 0)).toBe(1_983)
  })

  test('recorded by mistake, a payment is struck out with a reason, and stays in the books', async (world) => {
    const booked = await billed(world)
    await byHand(world, booked, 'cash', '119')
    const [payment] = (await viewOf(world, booked))?.payments ?? []
    const strike = (reason: string) =>
      voidHandPayment(world.services, { bookingId: booked.id, paymentId: payment?.id ?? '', by: 'dana', reason })
    await expect(strike(' ')).rejects.toMatchObject({ fields: { voidReason: 'Give a reason in 300 characters or fewer' } })
    await strike('It was for the job next door')
    await expect(strike('again')).rejects.toMatchObject({ code: 'payment_entry' })
    expect(await owedOf(world, booked)).toBe(11_900)
    expect(await world.services.db.selectFrom('payments').select(['voidedBy', 'voidedReason']).execute()).toEqual([
      { voidedBy: 'dana', voidedReason: 'It was for the job next door' },
    ])
  })

  test('of a cancelled booking has what was kept, and of one that costs nothing there is none', async (world) => {
    const booked = await visited(world)
    await booked.become('cancelled')
    expect(await viewOf(world, booked)).toBeUndefined()
    await expect(issueBill(world.services, { bookingId: booked.id, by: 'dana', seenPence: 0 })).rejects.toMatchObject({
      code: 'nothing_to_bill',
    })
  })
})

onEachEngine('An issued bill', (_, test) => {
  test('is never edited, and the step that led to it is not undone', async (world) => {
    const booked = await billed(world)
    for (const change of [sql`update bills set total_pence = 1`, sql`update bills set lines = '[]'`])
      await expect(change.execute(world.services.db)).rejects.toThrow('it was issued, and is never edited')
    await credit(world, booked, '10')
    await expect(sql`update credit_notes set amount_pence = 1`.execute(world.services.db)).rejects.toThrow('never edited')
    await expect(undoAct(world.services, await booked.act())).rejects.toMatchObject({
      status: 409,
    })
  })
})

test('Bills issued at once by three processes over 20 connections have the numbers from 1 on, without a gap or a double', {
  timeout: 300_000,
}, async () => {
  const world = await freshWorld('postgres')
  const count = tries(24, 200)
  const bills: { bookingId: string; seenPence: number }[] = []
  for (let each = 0; each < count; each++) bills.push({ bookingId: (await visited(world, { took: 0 })).id, seenPence: 11_900 })
  world.clock.advance(minutes(1))
  // Two processes issue each bill, and a third of the bills also with a total that was never shown.
  const connections = [7, 7, 6]
  const processes = await Promise.all(
    connections.map((connectionCount, at) => {
      const own = bills.flatMap((bill, each) => [
        ...(each % 3 === at || (each + 1) % 3 === at ? [bill] : []),
        ...(each % 3 === at ? [{ ...bill, seenPence: 1 }] : []),
      ])
      return openProcess(world, 'bill-issuers.ts', { BILLS: JSON.stringify(own), CONNECTIONS: String(connectionCount) })
    }),
  )
  const counts = await Promise.all(processes.map((each) => each.run()))
  const total = (outcome: string) => counts.reduce((sum, outcomes) => sum + (outcomes[outcome] ?? 0), 0)
  // A total that was never shown is refused, unless the bill has already been issued.
  expect(total('ok') + total('bill_changed'), JSON.stringify(counts)).toBe(3 * count)
  const issued = await world.services.db.selectFrom('bills').select(['number', 'bookingId', 'totalPence']).orderBy('number').execute()
  expect(issued.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  expect(new Set(issued.map(({ bookingId }) => bookingId)).size).toBe(count)
  expect(issued.every(({ totalPence }) => totalPence === 11_900)).toBe(true)
})
