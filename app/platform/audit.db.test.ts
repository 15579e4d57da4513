// @module-tag never-again
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { hours } from '#app/values/clock.ts'
import { migrations } from '#db/migrations/index.ts'
import type { Tables } from '#db/tables.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing, testSecret, type World } from '#test/support/world.ts'
import { type AuditHead, chainAudit, checkAuditChain, readAuditHead, recordAudit, sealAuditLog } from './audit.ts'
import { checkAudit, createAuditHeads, reportAuditHead } from './audit-heads.ts'
import { openDatabase } from './database.ts'
import { createSecrets } from './secrets.ts'

type Services = World['services']

const record = ({ db }: { db: Kysely<Tables> }, subject: string) =>
  recordAudit(db, new Date('2026-11-20T10:20:00Z'), { actor: 'system', action: 'setting.store', subject, detail: { subject } })

const entriesOf = ({ services }: World) => services.db.selectFrom('auditLog').selectAll().orderBy('position').execute()

const change = ({ services }: World, id: string | undefined, to: object) =>
  services.db
    .updateTable('auditLog')
    .set(to)
    .where('id', '=', id ?? '')
    .execute()

/** A world with this many audit entries, written in one transaction. */
async function written(engine: Parameters<typeof freshWorld>[0], count: number) {
  const world = await freshWorld(engine)
  await world.services.db.transaction().execute(async (tx) => {
    for (let number = 0; number < count; number++) await record({ db: tx }, `subject ${number}`)
  })
  return { world, entries: await entriesOf(world) }
}

const plainHash = (previous: string, { id, at, actor, action, subject, detail }: Awaited<ReturnType<typeof entriesOf>>[number]) =>
  createHash('sha256')
    .update(JSON.stringify([previous, id, at, actor, action, subject, detail]))
    .digest('hex')

/** An attacker with write access but no key: rebuilds a chain of plain hashes from an entry on, with a matching head. */
async function chainAnew(world: World, from = 1) {
  const { db } = world.services
  const entries = await entriesOf(world)
  let previous = entries.find(({ position }) => position === from - 1)?.chainHash ?? ''
  for (const entry of entries.filter(({ position }) => (position ?? 0) >= from)) {
    previous = plainHash(previous, entry)
    await db.updateTable('auditLog').set({ chainHash: previous, keyId: null }).where('id', '=', entry.id).execute()
  }
  await db.updateTable('auditHead').set({ chainHash: previous }).execute()
}

const headAt = (entries: Awaited<ReturnType<typeof entriesOf>>, position: number): AuditHead => ({
  position,
  hash: entries[position - 1]?.chainHash ?? '',
})

onOneEngine('The audit log', (engine) => {
  test('is one chain under the key, in the order in which things happened, written with what happened', async () => {
    const { world, entries } = await written(engine, 620)
    expect(entries.map(({ position, subject }) => [position, subject])).toEqual(
      Array.from({ length: 620 }, (_, at) => [at + 1, `subject ${at}`]),
    )
    expect(new Set(entries.map(({ keyId }) => keyId))).toEqual(new Set([world.services.secrets.currentKeyId]))
    expect(await checkAuditChain(world.services)).toEqual({ chained: 620, checked: 620, outside: 0 })
    expect(await checkAuditChain(world.services, { most: 20 })).toEqual({ chained: 620, checked: 20, outside: 0 })
    const secrets = createSecrets(['another key, 0123456789abcdef0123456789'])
    expect(await checkAuditChain({ ...world.services, secrets })).toMatchObject({ broken: { position: 1 } })
  })

  test('tells an entry of which anything was changed', async () => {
    const { world, entries } = await written(engine, 5)
    const { id = '', chainHash, ...kept } = entries[2] ?? {}
    const changes = [{ at: '2020-01-01T00:00:00.000Z' }, { actor: 'another' }, { action: 'nothing' }, { subject: 'another' }]
    for (const to of [...changes, { detail: '{}' }, { keyId: null }, { keyId: 'unknown' }, { chainHash: '0'.repeat(64) }]) {
      await change(world, id, to)
      expect(await checkAuditChain(world.services), JSON.stringify(to)).toMatchObject({ broken: { id, position: 3 } })
      await change(world, id, { ...kept, chainHash })
    }
    expect(await checkAuditChain(world.services)).toEqual({ chained: 5, checked: 5, outside: 0 })
  })

  test('tells an entry that was changed though all hashes were made again', async () => {
    const { world, entries } = await written(engine, 5)
    await change(world, entries[2]?.id, { actor: 'another' })
    await chainAnew(world, 3)
    expect(await checkAuditChain(world.services)).toMatchObject({ broken: { id: entries[2]?.id } })
    // Rewrites the whole log, as if there had never been a key.
    await chainAnew(world)
    expect(await checkAuditChain(world.services)).toMatchObject({ missing: { position: 5 } })
  })

  test('tells that entries were taken out, put in another place or put in', async () => {
    const { world, entries } = await written(engine, 6)
    const { db } = world.services
    const [copied] = entries
    if (!copied) throw new Error('nothing was written')
    const [first, second, third] = entries.map(({ id }) => id)
    await db
      .insertInto('auditLog')
      .values({ ...copied, id: 'made up', position: null })
      .execute()
    expect(await checkAuditChain(world.services)).toMatchObject({ outside: 1 })
    await change(world, second, { position: null })
    expect(await checkAuditChain(world.services)).toMatchObject({ broken: { id: third, position: 2 }, outside: 2 })
    await change(world, second, { position: 2 })
    await db
      .deleteFrom('auditLog')
      .where('id', '=', first ?? '')
      .execute()
    expect(await checkAuditChain(world.services)).toMatchObject({ broken: { id: second, position: 1 } })
    expect(await checkAuditChain(world.services, { most: 5 })).toMatchObject({ broken: { id: second, position: 2 } })
  })

  test('tells that its newest entries are gone, and all of them, also where the head was set back', async () => {
    const { world, entries } = await written(engine, 6)
    const { db } = world.services
    expect(await checkAudit(world.services)).toEqual({ chained: 6, checked: 6, outside: 0 })
    await db.deleteFrom('auditLog').where('position', '>', 4).execute()
    expect(await checkAuditChain(world.services)).toMatchObject({ missing: { position: 6 } })
    const { hash } = headAt(entries, 4)
    await db.updateTable('auditHead').set({ position: 4, chainHash: hash }).execute()
    // The table alone can't show it; a reader who has seen the log before can tell, and so can the head in a backup.
    expect(await checkAuditChain(world.services)).toEqual({ chained: 4, checked: 4, outside: 0 })
    expect(await checkAudit(world.services)).toMatchObject({ missing: { position: 6 } })
    const restarted = { ...world.services, auditHeads: createAuditHeads() }
    restarted.auditHeads.remember('a backup', headAt(entries, 5))
    expect(await checkAudit(restarted)).toMatchObject({ missing: { position: 5 } })
    // The log continues normally.
    for (const subject of ['a', 'b', 'c']) await record(world.services, subject)
    expect(await checkAudit(world.services)).toMatchObject({ missing: { position: 6 } })

    await db.deleteFrom('auditLog').execute()
    await db.updateTable('auditHead').set({ position: 0, chainHash: '' }).execute()
    expect(await checkAudit(world.services)).toMatchObject({ missing: { position: 6 } })
  })

  test('tells the head to the log of the process, once an hour, and when it is no longer led to', async () => {
    const { world, entries } = await written(engine, 3)
    const lines: unknown[][] = []
    const log = { ...world.services.log, info: (...line: unknown[]) => lines.push(line), error: (...line: unknown[]) => lines.push(line) }
    const services = { ...world.services, log: log as unknown as Services['log'] }
    await reportAuditHead(services)
    await reportAuditHead(services)
    expect(lines).toEqual([[headAt(entries, 3), 'the head of the audit log']])
    await services.db.deleteFrom('auditLog').where('position', '=', 3).execute()
    world.clock.advance(hours(1))
    await reportAuditHead(services)
    expect(lines.slice(2)).toEqual([
      [{ broken: undefined, missing: headAt(entries, 3) }, 'the audit log was changed, or entries are missing from it'],
    ])
  })

  test('can be checked after the key was changed, for as long as the old one is there', async () => {
    const { world } = await written(engine, 3)
    const { currentKeyId } = world.services.secrets
    const key = 'a newer key, 0123456789abcdef0123456789abcdef'
    const rotated = createSecrets([key, testSecret])
    const newer = openDatabase(world.services.config)
    onTestFinished(() => newer.db.destroy())
    chainAudit(newer.db, rotated)
    await record(newer, 'under the newer key')
    const entries = await entriesOf(world)
    expect(entries.map(({ keyId }) => keyId)).toEqual([currentKeyId, currentKeyId, currentKeyId, rotated.currentKeyId])
    expect(await checkAuditChain({ ...world.services, secrets: rotated })).toEqual({ chained: 4, checked: 4, outside: 0 })
    expect(await checkAuditChain({ ...world.services, secrets: createSecrets([key]) })).toMatchObject({ broken: { position: 1 } })
  })

  test('of before the key keeps its plain hashes, is sealed by the next start, and cannot be changed any more', async () => {
    const { world } = await written(engine, 4)
    const { db } = world.services
    // The state before the migration: a chain of plain hashes, and two entries still waiting for theirs.
    await chainAnew(world)
    await db.updateTable('auditLog').set({ position: null, chainHash: null }).where('position', '>', 2).execute()
    await sql`drop table audit_head`.execute(db)
    await sql`alter table audit_log drop column key_id`.execute(db)
    await migrations['0022-audit-key'].up(db as unknown as Kysely<unknown>)
    expect((await entriesOf(world)).map(({ subject }) => subject)).toEqual(['subject 0', 'subject 1', 'subject 2', 'subject 3'])

    await sealAuditLog(world.services)
    await sealAuditLog(world.services)
    await record(world.services, 'newest')
    expect((await entriesOf(world)).map(({ action, keyId }) => [action, keyId !== null])).toEqual([
      ...Array.from({ length: 4 }, () => ['setting.store', false]),
      ['log.seal', true],
      ['setting.store', true],
    ])
    expect(await checkAuditChain(world.services)).toEqual({ chained: 6, checked: 6, outside: 0 })

    await db.updateTable('auditLog').set({ actor: 'another' }).where('position', '=', 2).execute()
    expect(await checkAuditChain(world.services)).toMatchObject({ broken: { position: 2 } })
    let previous = ''
    for (const entry of (await entriesOf(world)).slice(0, 4)) {
      previous = plainHash(previous, entry)
      await db.updateTable('auditLog').set({ chainHash: previous }).where('id', '=', entry.id).execute()
    }
    expect(await checkAuditChain(world.services)).toMatchObject({ broken: { position: 5 } })
  })

  test('holds nothing of what was taken back, and nothing happens that it cannot hold', async () => {
    const world = await freshWorld(racing(engine))
    const { db, clock } = world.services
    const failed = db.transaction().execute(async (tx) => {
      await recordAudit(tx, clock.now(), { actor: 'system', action: 'setting.store', subject: 'never' })
      throw new Error('taken back')
    })
    await expect(failed).rejects.toThrow('taken back')
    expect(await entriesOf(world)).toEqual([])
    await db.deleteFrom('auditHead').execute()
    const unlogged = db.transaction().execute(async (tx) => {
      await tx.deleteFrom('blogPosts').execute()
      await recordAudit(tx, clock.now(), { actor: 'system', action: 'post.delete', subject: 'all' })
    })
    await expect(unlogged).rejects.toThrow()
    expect(await db.selectFrom('blogPosts').select('id').execute()).not.toEqual([])
  })
})

test('The audit log stays one chain when instances write at the same moment, and none waits for another in a circle', async () => {
  const world = await freshWorld(racing('sqlite'))
  const peers = openPeers(world, 3)
  const { db } = world.services
  await db.insertInto('countDays').values({ day: 'one', rowCount: 0 }).execute()
  // In both orders: if recording an entry locked the chain, it would deadlock with the row.
  const writing = Array.from({ length: 36 }, (_, number) =>
    (peers[number % 3] ?? world.services).db.transaction().execute(async (tx) => {
      const count = () =>
        tx
          .updateTable('countDays')
          .set(({ eb }) => ({ rowCount: eb('rowCount', '+', 1) }))
          .execute()
      if (number % 2) await count()
      await record({ db: tx }, `subject ${number}`)
      if (number % 2 === 0) await count()
    }),
  )
  await Promise.all(writing)
  const entries = await entriesOf(world)
  expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: 36 }, (_, at) => at + 1))
  expect(new Set(entries.map(({ subject }) => subject)).size).toBe(36)
  expect(await checkAuditChain(world.services)).toEqual({ chained: 36, checked: 36, outside: 0 })
  expect(await readAuditHead(db)).toEqual(headAt(entries, 36))
})
