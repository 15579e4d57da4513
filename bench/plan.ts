import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#app/platform/database.ts'
import { freePort } from '#test/support/free-port.ts'
import { median, percentile, printTable } from './figures.ts'
import { drain } from './load.ts'
import { cpuMs, machineLine, makeFolder } from './machine.ts'
import { bookingPayload, copyBuild, ended, type Line, send, spawnServer, submitBooking, untilUp } from './server.ts'

/*
 * What a plan of visits costs where it is asked: the live figures, the slots of the form and a booking, beside the same server without one.
 * Both have 80 visits of today and tomorrow; the plan has twelve engineers with two weeks of shifts. SQLite.
 */

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, times: { type: 'string', default: '60' } } })
const [rounds, times] = [Number(options.rounds), Number(options.times)]
const [visits, engineers, shiftDays, listenSeconds] = [80, 12, 14, 5]
const dayMs = 86_400_000
const dayText = (ahead: number) => new Date(Date.now() + ahead * dayMs).toISOString().slice(0, 10)
const slots = ['08:00 - 10:00', '10:00 - 12:00', '12:00 - 14:00', '14:00 - 16:00', '16:00 - 18:00']

interface Stage {
  line: Line
  pid: number | undefined
  close(): Promise<void>
}

async function openStage(entry: string, dataDir: string, hasPlan: boolean): Promise<Stage> {
  const port = await freePort()
  const child = spawnServer({
    entry,
    port,
    env: { DATA_DIR: dataDir, SECRET_KEY: randomUUID(), TRUST_PROXY: '1', RATE_LIMIT_SCALE: '1000' },
  })
  await untilUp(child, port)
  const line = { port, agent: new http.Agent({ keepAlive: true, maxSockets: 1 }) }
  const { status } = await submitBooking(line, 1, randomUUID(), bookingPayload('first'))
  if (status !== 201) throw new Error(`The first booking was answered ${status}`)
  const database = openDatabase({ databaseUrl: undefined, dataDir })
  const { db } = database
  await drain(database)
  const like = await db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  for (let each = 0; each < visits; each++) {
    const id = randomUUID()
    const from = (each * 2 * dayMs) / visits
    await db
      .insertInto('bookings')
      .values({
        ...like,
        ...{ id, reference: `BK-${String(each).padStart(8, '0')}`, idempotencyKey: id, trackingTokenHash: id, status: 'confirmed' },
        ...{ postcode: ['E1 1FR', 'N16 8JN', 'SE5 8TR', 'W6 9YD', 'NW3 5TB'][each % 5] ?? '', acceptedAt: at(0) },
        ...{ promisedFrom: at(from), promisedUntil: at(from + 2 * 3_600_000) },
      })
      .execute()
  }
  if (hasPlan)
    for (let each = 0; each < engineers; each++) {
      const id = `engineer-${each}`
      const row = { id, name: `Engineer ${each}`, phone: `+4477009001${String(each).padStart(2, '0')}`, base: 'Bow', retiredAt: null }
      await db
        .insertInto('engineers')
        .values({ ...row, gasSafeNumber: each % 2 ? null : String(1_000_000 + each), createdAt: at(0) })
        .execute()
      for (let day = 0; day < shiftDays; day++) {
        const startsAt = `${dayText(day)}T${String(6 + (each % 3) * 2).padStart(2, '0')}:00:00.000Z`
        await db
          .insertInto('shifts')
          .values({ id: randomUUID(), engineerId: id, startsAt, endsAt: new Date(Date.parse(startsAt) + 12 * 3_600_000).toISOString() })
          .execute()
      }
    }
  await db.destroy()
  return { line, pid: child.pid, close: () => ended(child, 'SIGTERM') }
}

/** Milliseconds of each of so many answers with this status, one after another. A slot may be full: that is no answer to be timed. */
async function timed(count: number, status: number, ask: (number: number) => Promise<{ status: number; body: string }>): Promise<number[]> {
  const durations: number[] = []
  for (let number = 0; durations.length < count; number++) {
    const startedAt = performance.now()
    const answer = await ask(number)
    if (answer.status === status) durations.push(performance.now() - startedAt)
    else if (!/slot is full/.test(answer.body))
      throw new Error(`Answered ${answer.status} instead of ${status}: ${answer.body.slice(0, 200)}`)
  }
  return durations
}

let booked = 0

async function measure({ line, pid }: Stage) {
  // A listener makes the feed read the figures once a second, for everyone.
  const stream = http.get({ port: line.port, path: '/api/live', headers: { accept: 'text/event-stream' } }, (answer) => answer.resume())
  stream.on('error', () => undefined)
  const cpuBefore = cpuMs(pid)
  await delay(listenSeconds * 1000)
  const liveCpuMs = (cpuMs(pid) - cpuBefore) / listenSeconds
  stream.destroy()
  const optionsOf = (number: number) =>
    send(line, 'GET', `/functions/v1/booking-options?service=Burst+Pipe&postcode=E1+1FR&preferredDate=${dayText(1 + (number % 7))}`)
  const formMs = await timed(times, 200, optionsOf)
  const bookMs = await timed(times, 201, () => {
    booked += 1
    const when = { preferredDate: dayText(2 + (booked % 10)), timeSlot: slots[booked % slots.length] }
    return submitBooking(line, booked, randomUUID(), { ...bookingPayload(`plan-${booked}`), ...when })
  })
  return { liveCpuMs, formMs, bookMs }
}

async function main() {
  const folder = makeFolder()
  const entry = copyBuild(folder.path)
  console.log(`A plan of ${visits} visits and ${engineers} engineers: ${rounds} rounds in turn\n${machineLine()}`)
  const without = await openStage(entry, join(folder.path, 'without'), false)
  const withPlan = await openStage(entry, join(folder.path, 'with'), true)
  try {
    const found = { without: [] as Awaited<ReturnType<typeof measure>>[], withPlan: [] as Awaited<ReturnType<typeof measure>>[] }
    for (let round = 0; round < rounds; round++) {
      found.without.push(await measure(without))
      found.withPlan.push(await measure(withPlan))
    }
    const rows = (
      [
        ['live figures, listened to: processor ms a second', ({ liveCpuMs }) => [liveCpuMs], 0.5],
        ['slots of the form, median ms', ({ formMs }) => formMs, 0.5],
        ['slots of the form, p95 ms', ({ formMs }) => formMs, 0.95],
        ['a booking for a slot, median ms', ({ bookMs }) => bookMs, 0.5],
        ['a booking for a slot, p95 ms', ({ bookMs }) => bookMs, 0.95],
      ] satisfies [string, (each: Awaited<ReturnType<typeof measure>>) => number[], number][]
    ).map(([name, of, share]) => {
      const value = (all: Awaited<ReturnType<typeof measure>>[]) =>
        share === 0.5 ? median(all.flatMap(of)) : percentile(all.flatMap(of), share)
      const [one, other] = [value(found.without), value(found.withPlan)]
      return [name, one.toFixed(1), other.toFixed(1), (other / one).toFixed(2)]
    })
    printTable(['', 'without', 'with', 'ratio'], rows)
  } finally {
    await Promise.all([without.close(), withPlan.close()])
    folder.remove()
  }
}

await main()
