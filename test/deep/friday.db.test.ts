// @module-tag never-again
import { expect, test } from 'vitest'
import { tries } from '#test/support/depth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { liveDay } from './friday/day.ts'
import type { DaySettings } from './friday/plan-of-day.ts'

const quiet: Omit<DaySettings, 'seed'> = { bookings: 12, engineers: 4, dispatchers: 2, callsFrom: 30, callsUntil: 360, isQuiet: true }

test.each(Array.from({ length: tries(1, 2) }, (_, seed) => seed + 1))(
  'on a day on which all goes as planned every window that was sold is kept, and nobody is asked to overrule a doubt: %i',
  { timeout: 600_000 },
  async (seed) => {
    const world = await freshWorld('sqlite', { payments: true, env: { RATE_LIMIT_SCALE: '1000' } })
    const { ledger } = await liveDay(world, { seed, ...quiet })
    expect(ledger.unassignable).toEqual([])
    expect([...ledger.missed]).toEqual([])
  },
)
