import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { creditBill } from '#app/features/billing/credit-bill.server.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { payAtSandbox } from '#app/features/red-line/pay-at-sandbox.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { billed, openBill, openFee, paidAt } from '#test/support/billed.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine } from '#test/support/world.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

onOneEngine('The webhook', (engine) => {
  test('hears of each step of a visit and of a refund, signed, with the booking as it is then', async () => {
    const receiver = await openReceiver()
    const env = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret, DEV_TOOLS: 'on', SITE_URL: 'http://localhost:3000' }
    const { world, services, clock } = await freshWorld(engine, { payments: true, env })
    const engineerId = await engineer(world)
    const told: string[] = []
    /** The webhooks sent about a booking since the last call. */
    const heard = async () => {
      while (await runDueJobs(services, jobHandlers));
      return receiver.deliveries.splice(0).map(({ headers, body }) => {
        const [id, at, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name]))
        expect(new Webhook(secret).sign(id ?? '', new Date(Number(at) * 1_000), body)).toBe(signature)
        const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> }
        told.push(type)
        return [type, data.status, data.note]
      })
    }
    for (const end of ['completed', 'no_access'] as const) {
      const booked = await bookOne(world, { email: `${end}@example.com`, phone: end === 'completed' ? '07700 900201' : '07700 900202' })
      await heard()
      await assignEngineer(services, { ...(await booked.act('priya')), engineerId })
      expect(await heard()).toEqual([['booking.assigned', 'assigned', 'Dan Okoro']])
      await advanceBooking(services, { ...(await booked.act('priya')), to: 'en_route' })
      expect(await heard()).toEqual([['booking.en_route', 'en_route', 'Dan Okoro']])
      await advanceBooking(services, { ...(await booked.act('priya')), to: 'arrived' })
      expect(await heard()).toEqual([['booking.arrived', 'arrived', '']])
      await advanceBooking(services, { ...(await booked.act('priya')), to: end })
      expect((await heard()).map(([type, status]) => [type, status])).toEqual([[`booking.${end}`, end]])
    }
    const red = await bookOne(world, { serviceLevel: 'redline', email: 'red@example.com', phone: '07700 900203' })
    await payAtSandbox(services, { id: await openFee(services, red), amountPence: 2_999 })
    await heard()
    clock.advance(minutes(16))
    await recordMissedPromises(services)
    const refunds = (await heard()).filter(([type]) => type === 'booking.refunded')
    expect(refunds).toEqual([['booking.refunded', 'received', expect.stringContaining('£29.99')]])
    expect(new Set(told).has('booking.late')).toBe(true)
  })

  test('hears of a bill: that it was issued, paid in parts, and credited, with its sums as they are then', async () => {
    const receiver = await openReceiver()
    const env = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret, DEV_TOOLS: 'on', SITE_URL: 'http://localhost:3000' }
    const { world, services } = await freshWorld(engine, { payments: true, env })
    const heard = async () => {
      while (await runDueJobs(services, jobHandlers));
      return receiver.deliveries.splice(0).flatMap(({ headers, body }) => {
        const [id, at, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name]))
        expect(new Webhook(secret).sign(id ?? '', new Date(Number(at) * 1_000), body)).toBe(signature)
        const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> }
        return type.startsWith('bill.') ? [{ type, ...data }] : []
      })
    }
    const booked = await billed(world)
    const { reference } = await booked.read()
    const bill = { bill: '2026-0001', reference, name: 'Priya Raman', totalPence: 11_900, vatPercent: null }
    const [issued] = await heard()
    expect(issued).toMatchObject({ type: 'bill.issued', ...bill, owedPence: 11_900, issuedOn: '2026-11-20' })
    // The payload has no contact details and no link to the customer's pages.
    expect(JSON.stringify(issued)).not.toMatch(/track|@|07700|\+44/)
    await paidAt(world, await openBill(services, booked, 5_000), 5_000)
    expect(await heard()).toMatchObject([{ type: 'bill.paid', ...bill, amountPence: 5_000, method: 'Card', owedPence: 6_900 }])
    await recordHandPayment(services, { bookingId: booked.id, by: 'dan', method: 'cash', amount: '69', key: newId() })
    expect(await heard()).toMatchObject([{ type: 'bill.paid', ...bill, amountPence: 6_900, method: 'Cash', owedPence: 0 }])
    await creditBill(services, { bookingId: booked.id, staffId: 'dana', amount: '10', reason: 'A part was faulty', key: newId() })
    expect(await heard()).toMatchObject([{ type: 'bill.credited', ...bill, amountPence: 1_000, reason: 'A part was faulty' }])
  })
})
