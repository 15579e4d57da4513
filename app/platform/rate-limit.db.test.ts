import { expect, test } from 'vitest'
import { freshWorld, openPeers, readStored } from '#test/support/fresh.ts'
import { onEachEngine, type World } from '#test/support/world.ts'
import { holdTurns, type RateLimit, tryTurnsIn } from './rate-limit.ts'
import type { Services } from './services.ts'

const limit: RateLimit = { name: 'submit', turns: 3, windowMs: 10_000 }

/** Takes one turn. Returns the seconds to wait, 0 if the turn was taken. */
const tryOnce = (services: Services, key = 'client', scale = 1, which = limit) =>
  services.db.transaction().execute((tx) => tryTurnsIn(tx, [[which, key]], services.clock.now(), scale))

const rowOf = async ({ services }: World) => (await readStored(services)).rateLimits

onEachEngine('A limit', (engine) => {
  test('slides: a turn comes back when it is as old as the window, not at a full minute', async () => {
    const { services, clock } = await freshWorld(engine)
    const waits: number[] = []
    for (let turn = 0; turn < 8; turn++) {
      waits.push(await tryOnce(services))
      clock.advance(2_500)
    }
    // Turns are taken at 0, 2.5 and 5 s, none at 7.5 s; they're free again at 10, 12.5 and 15 s; none at 17.5 s.
    expect(waits).toEqual([0, 0, 0, 3, 0, 0, 0, 3])
  })

  test('is never crossed in any window, whenever the tries come', async () => {
    const { services, clock } = await freshWorld(engine)
    const taken: number[] = []
    let seed = 7
    for (let each = 0; each < 60; each++) {
      seed = (seed * 16_807) % 2_147_483_647
      clock.advance(seed % 4_000)
      const wait = await tryOnce(services)
      if (wait > 0) continue
      taken.push(clock.now().getTime())
      const inWindow = taken.filter((at) => at > clock.now().getTime() - limit.windowMs)
      expect(inWindow.length).toBeLessThanOrEqual(limit.turns)
    }
    expect(taken.length).toBeGreaterThan(15)
  })

  test('is also counted on the wider part of a key, with ten times the turns, and takes no narrow turn beyond it', async () => {
    const { services } = await freshWorld(engine)
    const waits: number[] = []
    for (let network = 0; network < 36; network++) waits.push(await tryOnce(services, `net${network}~site:account`))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
    expect(await tryOnce(services, 'other~elsewhere:account')).toBe(0)
    expect(await tryOnce(services, 'net0~site:account')).toBeGreaterThan(0)
    for (const wait of [0, 0, 0, 10]) expect(await tryOnce(services, 'net35~another:account')).toBe(wait)
  })

  test('gives its last turn to one of those who ask at once, over instances', async () => {
    const world = await freshWorld(engine)
    const peers = openPeers(world, 3)
    for (let round = 0; round < 3; round++) {
      const tries = Array.from({ length: 12 }, (_, each) => tryOnce(peers[each % 3] ?? world.services, `client ${round}`))
      expect((await Promise.all(tries)).filter((wait) => wait === 0)).toHaveLength(3)
    }
  })

  test('on several keys takes a turn of each or of none, in whatever order they are named', async () => {
    const world = await freshWorld(engine)
    const peers = openPeers(world, 3)
    const tryBoth = ({ db, clock }: Services, keys: string[]) =>
      db.transaction().execute((tx) =>
        tryTurnsIn(
          tx,
          keys.map((key) => [limit, key] as const),
          clock.now(),
          1,
        ),
      )
    const tries = Array.from({ length: 12 }, (_, each) =>
      tryBoth(peers[each % 3] ?? world.services, each % 2 ? ['one', 'two'] : ['two', 'one']),
    )
    expect((await Promise.all(tries)).filter((wait) => wait === 0)).toHaveLength(3)
    expect(await tryBoth(world.services, ['one', 'three'])).toBe(10)
    for (const expected of [0, 0, 0, 10]) expect(await tryOnce(world.services, 'three')).toBe(expected)
  })

  test('takes no turn when its transaction fails', async () => {
    const world = await freshWorld(engine)
    const failing = world.services.db.transaction().execute(async (tx) => {
      await (await holdTurns(tx, [[limit, 'client']], world.clock.now(), 1)).take()
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    for (const expected of [0, 0, 0, 10]) expect(await tryOnce(world.services)).toBe(expected)
  })

  test('counts no turn that was left: neither the first of a client nor a later one', async () => {
    const { services, clock } = await freshWorld(engine)
    const leaveOne = () =>
      services.db.transaction().execute(async (tx) => (await holdTurns(tx, [[limit, 'client']], clock.now(), 1)).leave())
    await leaveOne()
    for (let turn = 0; turn < 3; turn++) {
      expect(await tryOnce(services)).toBe(0)
      await leaveOne()
    }
    expect(await tryOnce(services)).toBe(10)
  })

  test('counts each name and each client for itself', async () => {
    const { services } = await freshWorld(engine)
    for (let turn = 0; turn < 3; turn++) await tryOnce(services, 'one')
    expect(await tryOnce(services, 'one')).toBe(10)
    expect(await tryOnce(services, 'two')).toBe(0)
    expect(await tryOnce(services, 'one', 1, { ...limit, name: 'draft' })).toBe(0)
  })

  test('remembers no more turns than it needs, and says when its row may go', async () => {
    const world = await freshWorld(engine)
    for (let turn = 0; turn < 30; turn++) {
      await tryOnce(world.services)
      world.clock.advance(4_000)
    }
    const [row, ...others] = await rowOf(world)
    expect(others).toEqual([])
    expect(JSON.parse(String(row?.turns)).length).toBeLessThanOrEqual(3)
    expect(new Date(String(row?.expiresAt)).getTime()).toBe(world.clock.now().getTime() - 4_000 + limit.windowMs)
  })

  test('scales: half as many turns, never none, twice as many, and out of sight', async () => {
    const { services } = await freshWorld(engine)
    const allowed = async (scale: number, tries: number) => {
      let taken = 0
      for (let each = 0; each < tries; each++) if ((await tryOnce(services, `scale ${scale}`, scale)) === 0) taken += 1
      return taken
    }
    expect(await allowed(0.5, 6)).toBe(1)
    expect(await allowed(0.0001, 6)).toBe(1)
    expect(await allowed(2, 12)).toBe(6)
    expect(await allowed(1_000_000, 40)).toBe(40)
  })
})
