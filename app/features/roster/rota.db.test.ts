// @module-tag never-again
import { expect, test } from 'vitest'
import { hasPlannedHours, readWorkingHours } from '#app/features/rota/read-working-hours.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onEachEngine, type World } from '#test/support/world.ts'
import { addEngineer } from './add-engineer.server.ts'
import { planShift } from './plan-shift.server.ts'

let people = 0

function engineer({ services }: World, name: string, gasSafeNumber = ''): Promise<string> {
  people += 1
  return addEngineer(services, { staffId: 'staff', fields: { name, phone: `07700 ${900_100 + people}`, gasSafeNumber, base: 'Bow' } })
}

const plan = ({ services }: World, engineerId: string, day: string, from = '08:00', until = '18:00') =>
  planShift(services, { staffId: 'staff', engineerId, fields: { day, from, until } })

onEachEngine('Working hours', (engine) => {
  test('are shifts and on-call hours without absences and leavers, the oldest first, with what matters of the engineer', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const { db } = services
    const read = (from: string, until: string) => readWorkingHours(db, `${from}:00.000Z`, `${until}:00.000Z`)
    expect(await hasPlannedHours(db)).toBe(false)

    const [dan, mia, left, sample] = await Promise.all([
      engineer(world, 'Dan Okoro'),
      engineer(world, 'Mia Novak', '123 4567'),
      engineer(world, 'Les Left'),
      engineer(world, 'Sam Sample'),
    ])
    await db.updateTable('engineers').set({ isSample: 1 }).where('id', '=', sample).execute()
    await plan(world, sample, '2026-11-23', '09:00', '17:00')
    expect(await hasPlannedHours(db)).toBe(false)
    await plan(world, dan, '2026-11-23')
    expect(await hasPlannedHours(db)).toBe(true)
    await plan(world, mia, '2026-11-22', '22:00', '06:00')
    await plan(world, left, '2026-11-23')
    await db
      .updateTable('engineers')
      .set({ retiredAt: toInstant(clock.now()) })
      .where('id', '=', left)
      .execute()
    await db
      .insertInto('shifts')
      .values({ id: newId(), engineerId: dan, startsAt: '2026-11-23T18:00:00.000Z', endsAt: '2026-11-24T08:00:00.000Z', kind: 'on-call' })
      .execute()
    await db
      .insertInto('absences')
      .values([
        {
          ...{ id: newId(), engineerId: dan, kind: 'other' as const, createdAt: toInstant(clock.now()) },
          ...{ firstDay: '2026-11-23', fromTime: '12:00', lastDay: '2026-11-23', untilTime: '14:00' },
        },
        {
          ...{ id: newId(), engineerId: mia, kind: 'holiday' as const, createdAt: toInstant(clock.now()) },
          ...{ firstDay: '2026-11-23', fromTime: null, lastDay: '2026-11-29', untilTime: null },
        },
      ])
      .execute()

    const of = (engineerId: string, startsAt: string, endsAt: string, rest = {}) => ({
      ...{ engineerId, startsAt: `2026-11-${startsAt}:00.000Z`, endsAt: `2026-11-${endsAt}:00.000Z` },
      ...{ kind: 'shift', isGasSafe: false, isSample: false, ...rest },
    })
    expect(await read('2026-11-23T00:00', '2026-11-24T00:00')).toEqual([
      of(mia, '22T22:00', '23T06:00', { isGasSafe: true }),
      of(dan, '23T08:00', '23T12:00'),
      of(sample, '23T09:00', '23T17:00', { isSample: true }),
      of(dan, '23T14:00', '23T18:00'),
      of(dan, '23T18:00', '24T08:00', { kind: 'on-call' }),
    ])
    // What touches the time only with hours that are taken out is not there.
    expect(await read('2026-11-23T12:00', '2026-11-23T14:00')).toEqual([of(sample, '23T09:00', '23T17:00', { isSample: true })])
    expect(await read('2026-11-24T08:00', '2026-11-25T00:00')).toEqual([])
  })
})
