// @module-tag never-again
import { expect, test } from 'vitest'
import { further, isDeep, tries } from '#test/support/depth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { liveDay } from './friday/day.ts'
import type { DaySettings } from './friday/plan-of-day.ts'
import type { Day } from './friday/run.ts'
import { friday } from './friday/site-of-day.ts'

type Settings = Omit<DaySettings, 'seed'>
const quietDay: Settings = { bookings: 12, engineers: 4, dispatchers: 2, callsFrom: 30, callsUntil: 360, isQuiet: true }
/** Small enough for every run, and large enough for a refusal and a missed promise. */
const frost: Settings = isDeep ? friday : { bookings: 24, engineers: 4, dispatchers: 2, callsFrom: 30, callsUntil: 6 * 60 }

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed + 1)

onOneEngine('A day, lived minute by minute,', (engine) => {
  const live = async (seed: number, settings: Settings) => {
    const world = await freshWorld(engine, { payments: true, env: { RATE_LIMIT_SCALE: '1000' } })
    return liveDay(world, { seed, ...settings })
  }
  /** The outcome of the first quiet day, once it has run. */
  let first: ReturnType<typeof remembered> | undefined

  further.it.each(seeds(20))(
    'that goes as planned fits every arrival window that was sold, and no one is asked to overrule a doubt: %i',
    { timeout: 120_000 },
    async (seed) => {
      const { ledger } = await live(seed, quietDay)
      expect(ledger.bookings.size).toBe(quietDay.bookings)
      expect(ledger.unassignable).toEqual([])
      expect([...ledger.missed]).toEqual([])
      first ??= remembered({ ledger })
    },
  )

  // After every minute the database is compared with what the people involved remember: bookings, missed promises and refunds due for them,
  // confirmed conflicts, Red Lines, amounts and messages. New bookings are also compared with the plan of visits.
  test.each(seeds(tries(1, 10)))(
    'that is a Friday of frost is in the books as its people remember it: %i',
    { timeout: 300_000 },
    async (seed) => {
      const { ledger } = await live(seed, frost)
      expect(ledger.bookings.size).toBe(frost.bookings)
      expect(ledger.refusals.length).toBeGreaterThan(0)
      expect(ledger.missed.size).toBeGreaterThan(0)
    },
  )

  further.it('is the same day for the same seed', { timeout: 120_000 }, async () => {
    first ??= remembered(await live(1, quietDay))
    expect(remembered(await live(1, quietDay))).toEqual(first)
  })
})

/** The outcome for each caller, without references and ids, which differ on every run. */
const remembered = ({ ledger }: Pick<Day, 'ledger'>) =>
  [...ledger.bookings.values()].map(({ id: _, reference: __, engineerId: ___, ...booking }) => booking)
