import { once } from 'node:events'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { receivePaymentEvent } from '#app/features/payments/receive-event.server.ts'
import { createSandbox } from '#app/features/payments/sandbox.server.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import { payFee } from '#app/features/red-line/pay-fee.server.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { openPostgres } from '#app/platform/database.ts'
import { isFinal } from '#app/platform/errors.ts'
import type { PaymentEvent } from '#app/platform/payments.ts'

/*
 * A separate process with many Red Line buyers at the same time: each submits, opens the payment page and pays; LATE, a JSON array of
 * checkouts whose hold has expired, are paid at the same moment. Every message is delivered twice, and every third buyer pays twice.
 * Configured by the environment, as the server is, and by BUYERS, LATE, PREFIX (of their keys) and NOW. Prints 'ready', starts when it gets
 * any input, then prints what was paid and how often each outcome occurred.
 */

const { BUYERS = '1', LATE = '[]', PREFIX = '', NOW = '', ...env } = process.env
const config = readConfig(env)
if (!config.databaseUrl) throw new Error('DATABASE_URL is needed: an embedded database has one process')
const database = openPostgres(config.databaseUrl)
const services = createServices(config, database, { clock: { now: () => new Date(NOW) }, payments: createSandbox })

await database.db.selectFrom('bookings').select('id').execute()
process.stdout.write('ready\n')
await once(process.stdin, 'data')

/** Like a client, retries when there is no response, such as after a connection timeout. */
async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (isFinal(error)) throw error
    }
  }
}

const paid: string[] = []

async function pay(checkoutId: string, each: number) {
  const providerPaymentIds = each % 3 === 0 ? [`${checkoutId} a`, `${checkoutId} b`] : [checkoutId]
  paid.push(...providerPaymentIds)
  await Promise.all(
    [...providerPaymentIds, ...providerPaymentIds].map((providerPaymentId) => {
      const payment = { providerPaymentId, checkoutId, sessionId: null, amountPence: 2_999, currency: 'gbp', paidAt: NOW }
      const body = JSON.stringify({ id: `event ${providerPaymentId}`, kind: 'checkout.paid', payment } satisfies PaymentEvent)
      const signature = `t=${NOW},v1=${services.secrets.sign('sandbox-payment', `${NOW}.${body}`)}`
      return untilAnswered(() => receivePaymentEvent(services, { fee: payFee }, body, signature))
    }),
  )
}

/** The body that each buyer sends, across all processes. */
const bodyOf = (number: number) => ({
  name: 'Priya Raman',
  phone: `07${700_000_000 + number}`,
  email: `visitor${number}@example.com`,
  service: 'Burst Pipe',
  serviceLevel: 'redline',
})

async function buy(each: number): Promise<string> {
  const id = `${PREFIX}-${each}`
  try {
    const { reference } = await untilAnswered(() =>
      submitBooking(services, { body: bodyOf(10_000 * Number(/\d+$/.exec(PREFIX)) + each), idempotencyKey: id, clientKey: id, csrf: 'ok' }),
    )
    const booking = await untilAnswered(() =>
      database.db.selectFrom('bookings').select('id').where('reference', '=', reference).executeTakeFirstOrThrow(),
    )
    const url = await untilAnswered(() => openCheckout(services, booking.id, 'http://localhost:3000/track/x'))
    await pay(url.split('/').at(-1) ?? '', each)
    return 'ok'
  } catch (error) {
    return error instanceof Error ? error.constructor.name : String(error)
  }
}

const [outcomes] = await Promise.all([
  Promise.all(Array.from({ length: Number(BUYERS) }, (_, each) => buy(each))),
  Promise.all((JSON.parse(LATE) as string[]).map(pay)),
])
const counts: Record<string, number> = {}
for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
await database.db.destroy()
process.stdout.write(`${JSON.stringify({ paid, counts })}\n`)
process.exit(0)
