import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { type JobHandlers, runDueJobs } from '#app/platform/jobs.ts'
import { minutes } from '#app/values/clock.ts'
import { jobHandlers } from '#server/jobs.ts'
import { bookOne } from '#test/support/booked.ts'
import { tries } from '#test/support/depth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { compiledFolder } from '#test/support/instance.ts'
import { testSecret, type World } from '#test/support/world.ts'
import { expireHolds } from './expire-holds.server.ts'
import { openCheckout } from './open-checkout.server.ts'

const script = fileURLToPath(new URL('../../../test/support/redline-buyers.ts', import.meta.url))
const [processes, buyersOfEach, waves] = [tries(2, 3), tries(30, 667), tries(3, 40)]

/** A process whose buyers are ready to start. */
async function openProcess(world: World, each: number, late: readonly string[]) {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_COMPILE_CACHE: compiledFolder(),
    DATABASE_URL: world.databaseUrl,
    SECRET_KEY: testSecret,
    LOG_LEVEL: 'silent',
    BUYERS: String(buyersOfEach),
    LATE: JSON.stringify(late),
    PREFIX: `process ${each}`,
    NOW: world.clock.now().toISOString(),
  }
  const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('ready')
  return async (): Promise<{ paid: string[]; counts: Record<string, number> }> => {
    const closed = once(child, 'close')
    child.stdin.end('go\n')
    const said = JSON.parse((await lines.next()).value ?? 'null')
    await closed
    return said
  }
}

/** Payment pages of the day's bookings, five in each wave, all with expired holds. */
async function openLate(world: World): Promise<string[]> {
  const late: string[] = []
  for (let wave = 0; wave < waves; wave++) {
    for (let slot = 1; slot <= 5; slot++) {
      const { id } = await bookOne(world, { serviceLevel: 'redline' })
      late.push((await openCheckout(world.services, id, 'http://localhost:3000/track/x')).split('/').at(-1) ?? '')
    }
    world.clock.advance(minutes(31))
  }
  await expireHolds(world.services)
  return late
}

test('Many buyers at once in several processes: five are sold, and every other payment goes back whole', { timeout: 300_000 }, async () => {
  const world = await freshWorld('postgres', { payments: true, now: '2026-11-20T00:05:00.000Z', poolSize: 4 })
  const { db } = world.services
  const late = await openLate(world)
  const ready = await Promise.all(
    Array.from({ length: processes }, (_, each) =>
      openProcess(
        world,
        each,
        late.filter((_, one) => one % processes === each),
      ),
    ),
  )
  const said = await Promise.all(ready.map((go) => go()))
  const paid = said.flatMap((each) => each.paid)
  // Buyers without a hold were told that the slots are sold out; no one was refused otherwise.
  expect(said.reduce((sum, { counts }) => sum + (counts.ok ?? 0) + (counts.SlotsSoldOut ?? 0), 0)).toBe(processes * buyersOfEach)

  const slots = await db.selectFrom('redlineSlots').selectAll().where('day', '=', '2026-11-20').execute()
  expect(slots.map(({ slot, heldUntil }) => [slot, heldUntil]).toSorted()).toEqual([1, 2, 3, 4, 5].map((slot) => [slot, null]))
  expect(await readSlotsLeft(db, world.clock.now())).toBe(0)

  const payments = await db.selectFrom('payments').selectAll().execute()
  expect(payments.map(({ providerPaymentId }) => providerPaymentId).toSorted()).toEqual(paid.toSorted())
  const confirmed = payments.filter(({ outcome }) => outcome === 'confirmed')
  expect(confirmed.map(({ bookingId }) => bookingId).toSorted()).toEqual(slots.map(({ bookingId }) => bookingId).toSorted())
  const received = await db.selectFrom('bookings').select('id').where('status', '=', 'received').execute()
  expect(received.map(({ id }) => id).toSorted()).toEqual(slots.map(({ bookingId }) => bookingId).toSorted())

  const quiet = Object.fromEntries(Object.keys(jobHandlers).map((kind) => [kind, async () => undefined]))
  await runDueJobs(world.services, { ...quiet, refund: jobHandlers.refund } as JobHandlers)
  const refunds = await db.selectFrom('refunds').select(['paymentId', 'amountPence', 'state']).execute()
  const returned = payments.filter(({ outcome }) => outcome === 'returned')
  expect(refunds.toSorted((a, b) => (a.paymentId < b.paymentId ? -1 : 1))).toEqual(
    returned
      .map(({ id, amountPence }) => ({ paymentId: id, amountPence, state: 'done' }))
      .toSorted((a, b) => (a.paymentId < b.paymentId ? -1 : 1)),
  )
  expect(returned.length).toBe(paid.length - 5)
})
