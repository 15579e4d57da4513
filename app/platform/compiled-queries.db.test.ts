import { type Insertable, type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LocalMailTable } from '#db/tables/platform.ts'
import type { Tables } from '#db/tables.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onEachEngine } from '#test/support/world.ts'
import { compiledOnce } from './compiled-queries.ts'

const mail = (id: string, subject: string) => ({ id, at: '2026-11-20T10:20:00.000Z', recipient: 'a@example.com', subject, message: '{}' })

onEachEngine('A compiled query', (engine) => {
  test('is built once for each engine and each set of columns, and sends the values of every call', async () => {
    const world = await freshWorld(engine)
    const [peer = world.services] = openPeers(world, 1)
    let built = 0
    const insert = compiledOnce((db: Kysely<Tables>, row: Insertable<LocalMailTable>) => {
      built += 1
      return db.insertInto('localMail').values(row).returning(['id', 'subject'])
    })
    const read = compiledOnce((db: Kysely<Tables>, { subject }: { subject: string }) =>
      db.selectFrom('localMail').select('id').where('subject', '=', subject).where('recipient', '=', 'a@example.com').orderBy('id'),
    )
    expect(await insert(world.services.db, mail('1', 'one'))).toEqual([{ id: '1', subject: 'one' }])
    await world.services.db.transaction().execute(async (tx) => {
      await insert(tx, mail('2', 'two'))
      expect(await read(tx, { subject: 'two' })).toEqual([{ id: '2' }])
    })
    expect(built).toBe(1)
    await insert(peer.db, mail('3', 'two'))
    expect(await read(peer.db, { subject: 'two' })).toEqual([{ id: '2' }, { id: '3' }])
    expect(await read(world.services.db, { subject: "two' or 1=1" })).toEqual([])
  })

  test('is another one where other values are given; what is undefined is not given', async () => {
    const { services } = await freshWorld(engine)
    const pauses = compiledOnce((db: Kysely<Tables>, row: { onlyOne: 1; kind: 'paused'; until: string; reason?: string }) =>
      db.insertInto('onlinePauses').values({ reason: 'none', ...row }),
    )
    await pauses(services.db, { onlyOne: 1, kind: 'paused', until: '2026-11-20T11:00:00.000Z', reason: undefined })
    const reasons = await services.db.selectFrom('onlinePauses').select('reason').execute()
    expect(reasons).toEqual([{ reason: 'none' }])
  })

  if (engine === 'postgres')
    test('is prepared by a connection at its first use there, unless it selects whatever columns there are', async () => {
      const { services } = await freshWorld(engine)
      const read = compiledOnce((db: Kysely<Tables>, { id }: { id: string }) =>
        db.selectFrom('localMail').select('subject').where('id', '=', id),
      )
      const readAll = compiledOnce((db: Kysely<Tables>, { id }: { id: string }) =>
        db.selectFrom('localMail').selectAll().where('id', '=', id),
      )
      await services.db
        .insertInto('localMail')
        .values([mail('1', 'one'), mail('2', 'two')])
        .execute()
      await services.db.transaction().execute(async (tx) => {
        expect([await read(tx, { id: '1' }), await read(tx, { id: '2' })]).toEqual([[{ subject: 'one' }], [{ subject: 'two' }]])
        expect(await readAll(tx, { id: '2' })).toMatchObject([{ subject: 'two' }])
        const { rows } = await sql<{ statement: string; uses: string }>`select statement, generic_plans + custom_plans as uses
          from pg_prepared_statements where statement like '%"local_mail" where%'`.execute(tx)
        expect(rows).toEqual([{ statement: 'select "subject" from "local_mail" where "id" = $1', uses: '2' }])
      })
    })
})
