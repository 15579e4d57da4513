import { once } from 'node:events'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { createSandbox } from '#app/features/payments/sandbox.server.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { openPostgres } from '#app/platform/database.ts'
import { isFinal } from '#app/platform/errors.ts'

/*
 * The common part of the separate processes of Red Line's customers. They are configured by the environment, as the server is, and by
 * PREFIX (of their keys) and NOW. They print 'ready', and start when they get any input.
 */

const { PREFIX = '', NOW = '', ...env } = process.env
const config = readConfig(env)
if (!config.databaseUrl) throw new Error('DATABASE_URL is needed: an embedded database has one process')
export const database = openPostgres(config.databaseUrl)
export const services = createServices(config, database, { clock: { now: () => new Date(NOW) }, payments: createSandbox })

export async function untilStarted(): Promise<void> {
  await database.db.selectFrom('bookings').select('id').execute()
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
}

/** Retries requests without a final answer, as a client does: on a busy machine, getting a connection may take too long. */
export async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (isFinal(error)) throw error
    }
  }
}

/** Books Red Line as a customer of their own, across all processes. */
export function submit(each: number) {
  const number = 10_000 * Number(/\d+$/.exec(PREFIX)) + each
  const contact = { name: 'Priya Raman', phone: `07${700_000_000 + number}`, email: `visitor${number}@example.com` }
  const id = `${PREFIX}-${each}`
  const body = { ...contact, service: 'Burst Pipe', serviceLevel: 'redline' }
  return untilAnswered(() => submitBooking(services, { body, idempotencyKey: id, clientKey: id, csrf: 'ok' }))
}

/** 'ok', or the name of the error. */
export const outcomeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'ok',
    (error) => (error instanceof Error ? error.constructor.name : String(error)),
  )

/** Prints the count of each outcome, with the payments if there are any. Ends the process. */
export async function report(outcomes: readonly string[], paid?: readonly string[]): Promise<never> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  await database.db.destroy()
  process.stdout.write(`${JSON.stringify(paid ? { paid, counts } : counts)}\n`)
  process.exit(0)
}
