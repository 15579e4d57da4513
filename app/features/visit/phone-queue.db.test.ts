// @module-tag never-again

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readActs } from '#app/features/booking/history.server.ts'
import { mayTake, type VisitStep, visitSteps } from '#app/features/booking/lifecycle.ts'
import { AnswerNeeded } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { undoAct } from '#app/features/dispatch/undo-act.server.ts'
import { Refusal } from '#app/platform/errors.ts'
import { takeActs } from '#app/routes/engineer/acts.server.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { tries } from '#test/support/depth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { arriveLate, installPhones, newPhone, onPhone, type Phone, quiet } from '#test/support/phones.ts'
import { engineer } from '#test/support/roster.ts'
import { onEachEngine, type World } from '#test/support/world.ts'
import { type ActsQueue, createActsQueue } from './acts-queue.ts'
import { ActsReport } from './reported-acts.server.ts'

/*
 * The queue on engineers' phones, as it ships, against a real server: an engineer's two phones, one with two tabs, on connections that
 * lose, repeat and delay, with wrong clocks, full disks and closed tabs, while the board changes the same job.
 */

let uninstall: () => void
beforeAll(() => {
  uninstall = installPhones()
})
afterAll(() => uninstall())

/** Early steps are more frequent, so that many runs get far. */
const kinds = ['en_route', 'en_route', 'arrived', 'arrived', ...visitSteps, 'undo'] as const

const turn = fc.record({
  what: fc.constantFrom(
    ...([
      'press',
      'press',
      'press',
      'press',
      'press and withdraw',
      'line',
      'line',
      'arrive late',
      'line is back',
      'close the tab',
    ] as const),
    ...(['disk', 'clock is put right', 'board', 'board undoes', 'board gives it away', 'all together'] as const),
  ),
  kind: fc.constantFrom(...kinds),
  line: fc.constantFrom('up', 'down', 'answer lost', 'twice', 'late'),
  /** The phone and its tab. */
  at: fc.integer({ min: 0, max: 2 }),
  waitMinutes: fc.integer({ min: 0, max: 12 }),
})
type Turn = typeof turn extends fc.Arbitrary<infer Each> ? Each : never

const setting = fc.record({ ahead: fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 2, maxLength: 2 }), hasLocks: fc.boolean() })

interface Press {
  key: string
  phone: Phone
  /** The tab it was pressed in. */
  tab: ActsQueue
  kind: string
  /** The real time, in ms. */
  at: number
  /** True if the phone showed that the act is stored on disk; otherwise it may be lost with its tab. */
  isKept: boolean
  /** True if the act was stored on disk when it was pressed. */
  wasStored: boolean
  isWithdrawn: boolean
  /** The phone knew its clock's error. */
  isMeasured: boolean
}

const refused = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
}

class Run {
  readonly presses: Press[] = []
  readonly told = new Map<string, string>()
  readonly phones: Phone[]
  readonly #tabs: { phone: Phone; queue: ActsQueue }[]
  readonly #clocksMoved = new Set<Phone>()
  readonly #hadLate = new Set<Phone>()
  readonly #real
  readonly world: World
  readonly engineers: readonly string[]
  readonly booked: Booked
  constructor(world: World, engineers: readonly string[], booked: Booked, { ahead, hasLocks }: { ahead: number[]; hasLocks: boolean }) {
    this.world = world
    this.engineers = engineers
    this.booked = booked
    this.phones = ahead.map((each) => newPhone({ aheadMs: minutes(each), hasLocks }))
    this.#real = { now: () => world.clock.now().getTime(), server: (body: string) => this.#answer(body) }
    const [one, two] = this.phones as [Phone, Phone]
    this.#tabs = [one, one, two].map((phone) => ({ phone, queue: this.#open(phone) }))
  }

  async #answer(body: string) {
    const { services, clock } = this.world
    const outcomes = await takeActs(
      services,
      { engineerId: this.engineers[0] as string, userId: 'dan' },
      ActsReport.parse(JSON.parse(body)),
    )
    for (const { key, state } of outcomes) {
      expect(this.told.get(key) ?? state, 'the same answer each time').toBe(state)
      this.told.set(key, state)
    }
    return { now: toInstant(clock.now()), outcomes }
  }

  #open(phone: Phone): ActsQueue {
    let queue: ActsQueue | undefined
    void onPhone(phone, this.#real, async () => {
      queue = createActsQueue()
      queue.resume(this.engineers[0] as string)
    })
    return queue as unknown as ActsQueue
  }

  async #press({ at, kind }: Turn): Promise<Press> {
    const { phone, queue } = this.#tabs[at] as { phone: Phone; queue: ActsQueue }
    const [real, isMeasured] = [this.#real.now(), phone.settings.has('engineer-clock')]
    const { key } = await onPhone(phone, this.#real, () => queue.record({ kind, bookingId: this.booked.id }))
    const isKept = phone.disk.get('engineer-acts')?.has(key) ?? false
    const press = { key, phone, tab: queue, kind, at: real, isKept, wasStored: isKept, isWithdrawn: false, isMeasured }
    this.presses.push(press)
    return press
  }

  async #board(act: (seen: { bookingId: string; staffId: string; seen: string }) => Promise<unknown>) {
    await act({ bookingId: this.booked.id, staffId: 'priya', seen: versionOf(await this.booked.read()) }).catch(refused)
  }

  async take(turn: Turn): Promise<void> {
    const { services, clock } = this.world
    const { phone, queue } = this.#tabs[turn.at] as { phone: Phone; queue: ActsQueue }
    clock.advance(minutes(turn.waitMinutes))
    const step = visitSteps.find((each) => each === turn.kind) ?? 'en_route'
    const advance = () => this.#board((act) => advanceBooking(services, { ...act, to: step }))
    if (turn.what === 'press') await this.#press(turn)
    else if (turn.what === 'press and withdraw') {
      const press = await this.#press(turn)
      press.isWithdrawn = await onPhone(phone, this.#real, () => queue.withdraw(press.key))
    } else if (turn.what === 'line') phone.line = turn.line
    else if (turn.what === 'arrive late') {
      // A report that takes long to arrive looks like a slow clock, unless the clock's error was measured before.
      this.#hadLate.add(phone)
      await arriveLate(phone, this.#real)
    } else if (turn.what === 'line is back') {
      phone.line = 'up'
      await onPhone(phone, this.#real, async () => queue.resume(this.engineers[0] as string))
    } else if (turn.what === 'close the tab') this.#closeTab(turn.at)
    else if (turn.what === 'disk') phone.isFull = !phone.isFull
    else if (turn.what === 'clock is put right') {
      phone.aheadMs = 0
      this.#clocksMoved.add(phone)
    } else if (turn.what === 'board') await advance()
    else if (turn.what === 'board undoes') await this.#board((act) => undoAct(services, act))
    else if (turn.what === 'board gives it away')
      await this.#board((act) => assignEngineer(services, { ...act, engineerId: this.engineers[turn.at === 1 ? 1 : 0] as string }))
    else await Promise.all([this.#press(turn), this.#press({ ...turn, at: (turn.at + 1) % 3 }), advance()])
    for (const each of this.phones) await quiet(each)
  }

  #closeTab(at: number) {
    const { phone } = this.#tabs[at] as { phone: Phone }
    // Steps known only to this tab are lost, unless the server has them.
    const isOnDisk = (key: string) => phone.disk.get('engineer-acts')?.has(key) ?? false
    for (const press of this.presses) if (press.phone === phone && !isOnDisk(press.key)) press.isKept = false
    this.#tabs[at] = { phone, queue: this.#open(phone) }
  }

  /** Connections and disks work again, and everything in transit has arrived. */
  async finish(): Promise<void> {
    for (const phone of this.phones) Object.assign(phone, { line: 'up', isFull: false })
    for (const phone of this.phones) {
      if (phone.underway.length > 0) this.#hadLate.add(phone)
      await arriveLate(phone, this.#real)
    }
    for (const { phone, queue } of this.#tabs) {
      await onPhone(phone, this.#real, () => queue.sendAll())
      await quiet(phone)
    }
  }

  async check(): Promise<void> {
    const keys = this.presses.map(({ key }) => key)
    const { db } = this.world.services
    const rows = new Map(
      (
        await db
          .selectFrom('engineerActs')
          .select(['key', 'refusal', 'at', 'correction'])
          .where('key', 'in', ['', ...keys])
          .execute()
      ).map((row) => [row.key, row]),
    )
    for (const { key, isKept, isWithdrawn } of this.presses) {
      const row = rows.get(key)
      if (isWithdrawn) expect(row, 'withdrawn before it was sent').toBeUndefined()
      else if (isKept) expect(row, 'not lost').toBeDefined()
      if (row) expect(this.told.get(key)).toBe(row.refusal === null ? 'done' : 'refused')
    }
    const done = [...rows.values()].filter(({ refusal }) => refusal === null)
    const acts = (await readActs(db, this.booked.id)).filter(({ act, actor }) => actor === 'dan' && (act === 'advance' || act === 'undo'))
    expect(acts, 'each once').toHaveLength(done.length)
    for (const phone of this.phones) {
      const own = this.presses.filter((press) => press.phone === phone && rows.get(press.key)?.refusal === null)
      const timesOf = (presses: readonly Press[]) => presses.map(({ key }) => rows.get(key)?.at ?? '')
      // After a phone's clock was corrected without a request to us, it isn't trusted until the next response.
      if (this.#clocksMoved.has(phone)) continue
      // A full phone keeps acts only in its tabs, and each tab sends its own, so only one tab's acts are in order.
      const inTabs = this.presses.some((press) => press.phone === phone && !press.wasStored)
      const groups = inTabs ? [...Map.groupBy(own, ({ tab }) => tab).values()] : [own]
      for (const times of groups.map(timesOf)) expect(times, 'in the order in which they were pressed').toEqual(times.toSorted())
      for (const { key, at, isMeasured } of own) {
        const row = rows.get(key)
        if (row?.correction !== 'bounds' && (isMeasured || !this.#hadLate.has(phone)))
          expect(Math.abs(Date.parse(row?.at ?? '') - at), 'at its real time').toBeLessThanOrEqual(minutes(2))
      }
    }
    const events = await this.booked.history()
    for (const [index, { at, toStatus }] of events.entries()) {
      const before = events[index - 1]
      if (!before) continue
      expect(at >= before.at, `${toStatus} after ${before.toStatus}`).toBe(true)
      if (visitSteps.some((step) => step === toStatus)) expect(mayTake('staff', toStatus as VisitStep, before.toStatus)).toBe(true)
    }
  }
}

onEachEngine('An engineer’s phones', (engine) => {
  test('lose, double and reorder nothing, however phones, lines, disks, clocks and the board interleave', {
    timeout: minutes(20),
  }, async () => {
    const world = await freshWorld(engine)
    const engineers = [await engineer(world), await engineer(world, 'Eve Stone')]
    let [done, all] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 6, maxLength: 18 }), setting, async (turns, how) => {
        const phone = `0770090${String(1000 + (all % 9000))}`
        const booked = await bookOne(world, { email: `${newId()}@example.com`, phone })
        const act = { ...(await booked.act('priya')), engineerId: engineers[0] as string }
        await assignEngineer(world.services, act).catch((error: unknown) => {
          if (!(error instanceof AnswerNeeded)) throw error
          return assignEngineer(world.services, { ...act, confirmed: error.confirms })
        })
        const run = new Run(world, engineers, booked, how)
        for (const each of turns) await run.take(each)
        await run.finish()
        await run.check()
        all += run.presses.length
        done += [...run.told.values()].filter((state) => state === 'done').length
      }),
      { numRuns: tries(8, 500) },
    )
    // Runs that do nothing would prove nothing.
    expect(done).toBeGreaterThan(all / 20)
  })
})

test.each([false, true])(
  'A question outlasts signing in again, and its answer takes its place on the phone in one step; the disk is full: %s',
  async (isFull) => {
    const phone = newPhone()
    const asked: unknown[] = []
    const server = async (body: string) => {
      const { acts } = JSON.parse(body) as { acts: { key: string; fields: Record<string, string> }[] }
      asked.push(...acts.map(({ fields }) => fields.confirmed))
      const outcomes = acts.map(({ key, fields }) =>
        fields.confirmed ? { key, state: 'done' } : { key, state: 'asked', question: 'You’re early. Arrived already?', confirms: 'early' },
      )
      return { now: toInstant(new Date()), outcomes }
    }
    await onPhone(phone, { now: () => Date.parse('2026-11-20T10:00:00Z'), server }, async () => {
      const queue = createActsQueue()
      queue.resume('dan')
      const { key } = await queue.record({ kind: 'arrived', bookingId: newId() })
      await quiet(phone)
      await queue.wipe()
      expect(queue.getState().acts).toMatchObject([{ key, state: 'asked' }])
      phone.isFull = isFull
      // Each state of the disk is one in which the page may be closed.
      const kept: number[] = []
      const write = phone.disk.set.bind(phone.disk)
      phone.disk.set = (name, acts) => {
        kept.push(acts.size)
        return write(name, acts)
      }
      await queue.answer(key, true)
      await quiet(phone)
      expect(queue.getState().acts).toMatchObject([{ state: 'done', fields: { confirmed: 'early' } }])
      expect([asked, Math.min(1, ...kept)]).toEqual([[undefined, 'early'], 1])
    })
  },
)

test('Another engineer’s acts wait and leave the copies of the one who is signed in; if no one is signed in, copies are deleted', async () => {
  const phone = newPhone({ line: 'down' })
  let turnedAway = 0
  for (const [status, copiesLost] of [
    [409, 0],
    [403, 1],
  ] as const)
    await onPhone(
      phone,
      { now: () => Date.parse('2026-11-20T10:00:00Z'), server: async () => new Response(null, { status }) },
      async () => {
        const queue = createActsQueue(() => turnedAway++)
        phone.line = 'down'
        queue.resume('dan')
        await queue.record({ kind: 'arrived', bookingId: newId() })
        await quiet(phone)
        phone.line = 'up'
        await expect(queue.sendAll()).rejects.toThrow('Not delivered yet')
        await quiet(phone)
        expect([turnedAway, queue.getState().line]).toEqual([copiesLost, 'signed_out'])
      },
    )
})
