import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenDatabase } from '#app/platform/database.ts'
import { bookingPayload, type Line, submitBooking } from './server.ts'

/** Load on submit-booking over HTTP, and waiting until all resulting jobs are done. */

const drainLimitMs = 10 * 60_000

let bookingNumber = 0

/** New bookings, one after another on each connection, for so many seconds; the connections are spread over the ports. */
export async function load(ports: readonly number[], connections: number, forSeconds: number) {
  const durations: number[] = []
  let errors = 0
  const startedAt = performance.now()
  const until = startedAt + forSeconds * 1000
  const visit = async (client: number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const line: Line = { port: ports[client % ports.length] ?? 0, agent }
    while (performance.now() < until) {
      const payload = bookingPayload(++bookingNumber)
      const sentAt = performance.now()
      const { status } = await submitBooking(line, bookingNumber, randomUUID(), payload).catch(() => ({ status: 0 }))
      const durationMs = performance.now() - sentAt
      if (status !== 201) errors++
      else durations.push(durationMs)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: connections }, (_, client) => visit(client)))
  return { durations, errors, perSecond: durations.length / ((performance.now() - startedAt) / 1000) }
}

/** Milliseconds until no job waits any more. */
export async function drain({ db }: OpenDatabase): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const waiting = await db.selectFrom('jobs').select('id').where('state', '=', 'waiting').limit(1).executeTakeFirst()
    const tookMs = performance.now() - startedAt
    if (!waiting) return tookMs
    if (tookMs > drainLimitMs) throw new Error('The outbox does not drain')
    await delay(25)
  }
}
