import { once } from 'node:events'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { createSandbox } from '#app/features/payments/sandbox.server.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { openPostgres } from '#app/platform/database.ts'
import { isFinal } from '#app/platform/errors.ts'

/*
 * A separate process that requests many Red Line slots at the same time. Configured by the environment, as the server is, and by ATTEMPTS,
 * PREFIX (of its keys) and NOW. Prints 'ready', starts when it gets any input, then prints the count of each outcome.
 */

const { ATTEMPTS = '1', PREFIX = '', NOW = '', ...env } = process.env
const config = readConfig(env)
if (!config.databaseUrl) throw new Error('DATABASE_URL is needed: an embedded database has one process')
const database = openPostgres(config.databaseUrl)
const clock = { now: () => new Date(NOW) }
const services = createServices(config, database, { clock, payments: createSandbox })

await database.db.selectFrom('bookings').select('id').execute()
process.stdout.write('ready\n')
await once(process.stdin, 'data')

const counts: Record<string, number> = {}
const attempt = async (each: number) => {
  const number = 10_000 * Number(/\d+$/.exec(PREFIX)) + each
  const body = {
    name: 'Priya Raman',
    phone: `07${700_000_000 + number}`,
    email: `visitor${number}@example.com`,
    service: 'Burst Pipe',
    serviceLevel: 'redline',
  }
  const id = `${PREFIX}-${each}`
  for (;;) {
    try {
      await submitBooking(services, { body, idempotencyKey: id, clientKey: id, csrf: 'ok' })
      return 'ok'
    } catch (error) {
      // Like a client, sends again what was not answered for good: a connection may take too long to get on a busy machine.
      if (isFinal(error)) return error.constructor.name
    }
  }
}
for (const outcome of await Promise.all(Array.from({ length: Number(ATTEMPTS) }, (_, each) => attempt(each))))
  counts[outcome] = (counts[outcome] ?? 0) + 1
await database.db.destroy()
process.stdout.write(`${JSON.stringify(counts)}\n`)
process.exit(0)
