import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshDataDir, openInstance, spawnInstance } from '#test/support/instance.ts'
import { openDataDir } from './data-dir.ts'
import { DataDirInUse, lockDataDir } from './data-lock.ts'
import { openSqlite } from './database.ts'
import { keyOfDataDir } from './secrets.ts'

describe('A data directory', () => {
  test('belongs to one at a time, and is free again when it lets go', () => {
    const folder = freshDataDir()
    const release = lockDataDir(folder)
    expect(() => lockDataDir(folder)).toThrow(DataDirInUse)
    expect(() => lockDataDir(folder)).toThrow(folder)
    // Another folder is another server's.
    lockDataDir(freshDataDir())()
    release()
    lockDataDir(folder)()
  })

  test('is made where there is none, readable by its owner only', () => {
    const folder = join(freshDataDir(), 'deep/data')
    const release = lockDataDir(folder)
    expect(existsSync(folder)).toBe(true)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    release()
  })

  test.each(['with files in it', 'empty'])('that was there before, open to all and %s, has files for its owner only', async (state) => {
    const folder = freshDataDir()
    const open = state === 'empty' ? join(folder, 'empty') : folder
    if (state === 'empty') openDataDir(open)
    else
      for (const name of ['secret.key', 'plumbers.sqlite-wal']) writeFileSync(join(open, name), name.endsWith('key') ? 'k'.repeat(64) : '')
    chmodSync(open, 0o755)
    for (const name of readdirSync(open)) chmodSync(join(open, name), 0o644)
    const release = lockDataDir(open)
    const { db } = openSqlite(open)
    await sql`create table written (at text)`.execute(db)
    keyOfDataDir(open)
    const modes = Object.fromEntries(readdirSync(open).map((name) => [name, (statSync(join(open, name)).mode & 0o777).toString(8)]))
    await db.destroy()
    release()
    const files = ['lock.sqlite', 'plumbers.sqlite', 'plumbers.sqlite-shm', 'plumbers.sqlite-wal', 'secret.key']
    expect(modes).toEqual(expect.objectContaining(Object.fromEntries(files.map((name) => [name, '600']))))
    expect(new Set(Object.values(modes))).toEqual(new Set(['600']))
  })
})

describe('A second server on the same data', () => {
  test('is refused with one clear line, and the first goes on', async () => {
    const env = { DATA_DIR: freshDataDir() }
    const first = await openInstance(env)
    const second = await spawnInstance(env)
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.stderr()).toBe(
      `Another process is already using the data in ${env.DATA_DIR}. Stop it, or set DATA_DIR to another folder.\n`,
    )
    expect(second.stdout()).toBe('')
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
  })
})
