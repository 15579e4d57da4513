import { once } from 'node:events'
import { issueBill } from '#app/features/billing/issue-bill.server.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { openPostgres } from '#app/platform/database.ts'
import { isFinal, Refusal } from '#app/platform/errors.ts'

/*
 * A separate process that issues bills, all at the same time over its connections. Configured by the environment, as the server is, and by
 * BILLS (booking ids with the sums that were seen, as JSON), CONNECTIONS and NOW. Prints 'ready', starts when it gets any input, then
 * prints the count of each outcome.
 */

const { BILLS = '[]', CONNECTIONS = '7', NOW = '', ...env } = process.env
const config = readConfig(env)
if (!config.databaseUrl) throw new Error('DATABASE_URL is needed: an embedded database has one process')
const database = openPostgres(config.databaseUrl, { poolSize: Number(CONNECTIONS) })
const services = createServices(config, database, { clock: { now: () => new Date(NOW) } })

// Every connection is open before the race starts.
await Promise.all(Array.from({ length: Number(CONNECTIONS) }, () => database.db.selectFrom('bookings').select('id').limit(1).execute()))
process.stdout.write('ready\n')
await once(process.stdin, 'data')

const counts: Record<string, number> = {}
const wanted = JSON.parse(BILLS) as { bookingId: string; seenPence: number }[]
const issueOne = async (bill: (typeof wanted)[number]): Promise<string> => {
  for (;;) {
    try {
      await issueBill(services, { ...bill, by: 'staff' })
      return 'ok'
    } catch (error) {
      // Pressed again if a busy database didn't answer.
      if (isFinal(error)) return error.code
      if (!(error instanceof Refusal)) throw error
    }
  }
}
// One at a time on each connection: on a busy machine, waiting for one could take longer than the pool allows.
await Promise.all(
  Array.from({ length: Number(CONNECTIONS) }, async () => {
    for (let bill = wanted.shift(); bill; bill = wanted.shift()) {
      const outcome = await issueOne(bill)
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
  }),
)
await database.db.destroy()
process.stdout.write(`${JSON.stringify(counts)}\n`)
process.exit(0)
