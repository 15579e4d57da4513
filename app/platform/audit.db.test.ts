import { expect, test } from 'vitest'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onEachEngine, type World } from '#test/support/world.ts'
import { chainAudit, checkAuditChain, firstBrokenEntry, recordAudit } from './audit.ts'

const record = ({ services }: World, subject: string) =>
  recordAudit(services.db, services.clock.now(), { actor: 'system', action: 'setting.store', subject, detail: { subject } })

const entriesOf = ({ services }: World) => services.db.selectFrom('auditLog').selectAll().orderBy('position').execute()

/** A world with so many chained entries. */
async function chained(engine: Parameters<typeof freshWorld>[0], count: number) {
  const world = await freshWorld(engine)
  for (let number = 0; number < count; number++) await record(world, `subject ${number}`)
  await chainAudit(world.services)
  return { world, entries: await entriesOf(world) }
}

onEachEngine('The audit log', (engine) => {
  test('is one chain, in the order in which things happened, over more entries than are chained at once', async () => {
    const { world, entries } = await chained(engine, 1_002)
    expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: 1_002 }, (_, at) => at + 1))
    expect(entries.map(({ subject }) => subject)).toEqual(Array.from({ length: 1_002 }, (_, at) => `subject ${at}`))
    expect(await firstBrokenEntry(world.services.db)).toBeUndefined()
    await chainAudit(world.services)
    expect(await entriesOf(world)).toEqual(entries)
  })

  test.each([
    { at: '2020-01-01T00:00:00.000Z' },
    { actor: 'somebody' },
    { action: 'nothing' },
    { subject: 'another' },
    { detail: '{}' },
    { chainHash: '0'.repeat(64) },
  ])('tells an entry whose %o was changed', async (change) => {
    const { world, entries } = await chained(engine, 5)
    const id = entries[2]?.id ?? ''
    await world.services.db.updateTable('auditLog').set(change).where('id', '=', id).execute()
    expect(await firstBrokenEntry(world.services.db)).toBe(id)
  })

  test('can be checked over its newest entries alone, and says how far that went', async () => {
    const { world, entries } = await chained(engine, 620)
    const { db } = world.services
    await record(world, 'not chained yet')
    expect(await checkAuditChain(db)).toEqual({ chained: 620, checked: 620, waiting: 1 })
    expect(await checkAuditChain(db, 20)).toEqual({ chained: 620, checked: 20, waiting: 1 })
    expect(await checkAuditChain(db, 10_000)).toEqual({ chained: 620, checked: 620, waiting: 1 })
    // Older than what is looked at, then within.
    await db.updateTable('auditLog').set({ actor: 'somebody' }).where('position', '=', 10).execute()
    expect(await checkAuditChain(db, 20)).not.toHaveProperty('broken')
    const id = entries[609]?.id ?? ''
    await db.updateTable('auditLog').set({ actor: 'somebody' }).where('id', '=', id).execute()
    expect(await checkAuditChain(db, 20)).toMatchObject({ checked: 9, broken: { id, position: 610 } })
    // The very entry that the newest ones build on is gone.
    await db.deleteFrom('auditLog').where('position', '=', 610).execute()
    expect(await checkAuditChain(db, 10)).toMatchObject({ checked: 0, broken: { position: 611 } })
  })

  test('tells where an entry was taken out, put out of the chain, or put in another place', async () => {
    const { world, entries } = await chained(engine, 6)
    const { db } = world.services
    const [first = '', second = '', third = '', fourth = ''] = entries.map(({ id }) => id)
    await db.updateTable('auditLog').set({ position: null }).where('id', '=', second).execute()
    expect(await firstBrokenEntry(db)).toBe(third)
    await db.updateTable('auditLog').set({ position: 2 }).where('id', '=', second).execute()
    expect(await firstBrokenEntry(db)).toBeUndefined()

    for (const [id, position] of [
      [third, null],
      [fourth, 3],
      [third, 4],
    ] as const)
      await db.updateTable('auditLog').set({ position }).where('id', '=', id).execute()
    expect(await firstBrokenEntry(db)).toBe(fourth)

    await db.deleteFrom('auditLog').where('id', '=', first).execute()
    expect(await firstBrokenEntry(db)).toBe(second)
  })

  test('takes up what arrives late behind what is chained', async () => {
    const { world } = await chained(engine, 3)
    // Begun before the others, and committed after they were chained.
    const late = {
      id: '00000000-0000-7000-8000-000000000000',
      at: '2026-11-20T10:00:00.000Z',
      actor: 'system',
      action: 'setting.store',
      subject: 'late',
      detail: '{}',
    }
    await world.services.db
      .insertInto('auditLog')
      .values({ ...late, position: null, chainHash: null })
      .execute()
    await record(world, 'newest')
    await chainAudit(world.services)
    expect((await entriesOf(world)).map(({ subject }) => subject)).toEqual(['subject 0', 'subject 1', 'subject 2', 'late', 'newest'])
    expect(await firstBrokenEntry(world.services.db)).toBeUndefined()
  })

  test('holds nothing of what was taken back', async () => {
    const world = await freshWorld(engine)
    const failed = world.services.db.transaction().execute(async (tx) => {
      await recordAudit(tx, world.services.clock.now(), { actor: 'system', action: 'setting.store', subject: 'never' })
      throw new Error('taken back')
    })
    await expect(failed).rejects.toThrow('taken back')
    expect(await entriesOf(world)).toEqual([])
  })

  test('stays one chain when instances write and chain at once', async () => {
    const world = await freshWorld(engine)
    const peers = openPeers(world, 2)
    const writing = Array.from({ length: 120 }, (_, number) => record(world, `subject ${number}`))
    const chaining = peers.flatMap((services) => [chainAudit(services), chainAudit(services), chainAudit(services)])
    await Promise.all([...writing, ...chaining])
    await Promise.all(peers.map(chainAudit))
    const entries = await entriesOf(world)
    expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: 120 }, (_, at) => at + 1))
    expect(new Set(entries.map(({ subject }) => subject)).size).toBe(120)
    expect(await firstBrokenEntry(world.services.db)).toBeUndefined()
  })
})
