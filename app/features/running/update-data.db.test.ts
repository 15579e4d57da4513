// @module-tag never-again
import { readdirSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/platform/database.ts'
import { migrations } from '#db/migrations/index.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { copyForUpdate } from './backups/update-data.server.ts'

test('An update whose migration loses rows, or to a version older than the data, is refused before anything starts, and the data stays', async () => {
  const world = await freshWorld('sqlite')
  const { config, clock, db } = world.services
  await bookOne(world)
  await db.destroy()
  const all: Record<string, Migration> = migrations
  all['9999-loses'] = { up: async (copy: Kysely<unknown>) => void (await (copy as typeof db).deleteFrom('bookingEvents').execute()) }
  onTestFinished(() => void delete all['9999-loses'])
  const start = () => Promise.reject(new Error('It was started.'))
  for (const isTrial of [true, false])
    await expect(copyForUpdate({ config, clock, isTrial, start })).rejects.toThrow(/^Of \d+ rows in booking_events, 0 are left\.$/)
  expect(readdirSync(config.dataDir)).not.toContain('update')
  const after = openDatabase(config)
  onTestFinished(() => after.db.destroy())
  await sql`insert into kysely_migration (name, timestamp) values ('9999-to-come', '2036-01-01')`.execute(after.db)
  await expect(copyForUpdate({ config, clock, isTrial: true, start })).rejects.toThrow(/newer version of this site \(9999-to-come\)/)
  expect(await after.db.selectFrom('bookingEvents').select('id').execute()).not.toEqual([])
})
