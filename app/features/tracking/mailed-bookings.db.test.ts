import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { hours, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld, withPlugin } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { onEachEngine } from '#test/support/world.ts'
import { isMailed } from './mailed-bookings.server.ts'

onEachEngine('Of the unproven bookings of a day', (engine) => {
  test('the first three of a mailbox are written about, whatever follows its name, and an index finds them', async () => {
    const { world, services, clock } = await freshWorld(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    const book = async (email: string) => (await bookOne(world, { email })).read()
    const addresses = ['Jo.Hill@Example.com', 'jo.hill+boiler@example.com', 'jo.hill@example.co.uk', 'jo.hill+a+b@example.com']
    const bookings = []
    for (const email of [...addresses, 'jo.hill@example.com', 'jo.hil@example.com']) {
      clock.advance(minutes(5))
      bookings.push(await book(email))
    }
    expect(await Promise.all(bookings.map((booking) => isMailed(services, booking)))).toEqual([true, true, true, true, false, true])
    clock.advance(hours(24) - minutes(10))
    expect(await isMailed(services, await book('jo.hill@example.com'))).toBe(true)

    await fillBookings(services.db, 2_000)
    await sql`analyze`.execute(services.db)
    const asked: RootOperationNode[] = []
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        asked.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await isMailed(withPlugin(services, plugin), bookings[4] ?? expect.fail())
    const [query] = asked
    if (!query) return expect.fail()
    const compiled = services.db.getExecutor().compileQuery(query, { queryId: newId() })
    const explain = `${engine === 'postgres' ? 'explain' : 'explain query plan'} ${compiled.sql}`
    const { rows } = await services.db.executeQuery(CompiledQuery.raw(explain, [...compiled.parameters]))
    expect(JSON.stringify(rows)).toContain('bookings_mailbox')
  })
})
