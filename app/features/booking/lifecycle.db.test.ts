import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEachEngine, openWorld, type World } from '#test/support/world.ts'
import { statusNames } from './lifecycle.ts'

onEachEngine('the life of a booking', (engine) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld(engine)
  })
  afterEach(() => world.close())

  test('has exactly the statuses that the database accepts', async () => {
    const check =
      engine === 'sqlite'
        ? sql<{ text: string }>`select sql as text from sqlite_master where name = 'bookings'`
        : sql<{ text: string }>`select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'bookings_status_check'`
    const { rows } = await check.execute(world.services.db)
    const [, list = ''] = /\(status (?:in \(|= any \(array\[)([^)\]]*)/i.exec(rows[0]?.text ?? '') ?? []
    const accepted = [...list.matchAll(/'([a-z_]+)'/g)].map(([, status]) => status)
    expect(accepted.toSorted()).toEqual(statusNames.toSorted())
  })
})
