// @module-tag never-again
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, type Transaction } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { SharedCommitDialect } from './shared-commit.ts'

interface Tables {
  rows: { name: string; parent: string | null }
}
type Work = (tx: Transaction<Tables>) => Promise<unknown>

/** A separate file with a table whose foreign key is checked at the commit, and a second connection to it. */
function openFile(limits: { turnMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'shared-commit-'))
  const statements: string[] = []
  const lost: unknown[] = []
  const open = (options: SqliteDatabase.Options = {}) => {
    const file = new SqliteDatabase(join(folder, 'file.sqlite'), options)
    file.pragma('journal_mode = WAL')
    file.pragma('foreign_keys = ON')
    return file
  }
  const [writer, reader, other] = [open({ verbose: (text) => void statements.push(String(text)) }), open(), open()]
  writer.exec('create table rows (name text primary key, parent text references rows (name) deferrable initially deferred)')
  const dialect = new SharedCommitDialect({ writer, reader }, { ...limits, onLost: (cause) => void lost.push(cause) })
  const db = new Kysely<Tables>({ dialect })
  onTestFinished(async () => {
    await db.destroy()
    other.close()
    rmSync(folder, { recursive: true })
  })
  const add = (name: string, then: Work = async () => undefined, parent: string | null = null) =>
    db.transaction().execute(async (tx) => {
      await tx.insertInto('rows').values({ name, parent }).execute()
      await then(tx)
      return name
    })
  return {
    db,
    writer,
    other,
    lost,
    add,
    commits: () => statements.filter((text) => text === 'commit').length,
    /** The rows that another process reads. */
    stored: () => other.prepare('select name from rows order by rowid').pluck().all(),
  }
}

const refusal = { code: 'not_stored', status: 503 }

test('Transactions that arrive together share one commit, in the order in which they asked', async () => {
  const { db, add, stored, commits } = openFile()
  const names = ['c', 'a', 'b', 'e', 'd']
  const answered: string[] = []
  await Promise.all(names.map((name) => add(name).then((done) => answered.push(done))))
  await db.insertInto('rows').values({ name: 'f', parent: null }).execute()
  expect(stored()).toEqual([...names, 'f'])
  expect(answered).toEqual(names)
  expect(commits()).toBe(2)
})

test('Nothing resolves before the commit that holds it, and until then no one else reads it', async () => {
  const { db, add, stored } = openFile()
  const held = Promise.withResolvers<void>()
  const answered: string[] = []
  const first = add('first').then((name) => answered.push(name))
  const refused = add('refused', () => Promise.reject(new Error('sold out'))).catch(() => answered.push('refused'))
  const write = db
    .insertInto('rows')
    .values({ name: 'write', parent: null })
    .execute()
    .then(() => answered.push('write'))
  const last = add('last', () => held.promise).then((name) => answered.push(name))
  for (let turn = 0; turn < 5; turn++) await turnOfTheLoop()
  expect(answered).toEqual([])
  expect(await db.selectFrom('rows').selectAll().execute()).toEqual([])
  expect(stored()).toEqual([])
  held.resolve()
  await Promise.all([first, refused, write, last].map((each) => each.then(() => expect(stored()).toEqual(['first', 'write', 'last']))))
  expect(answered.filter((name) => name !== 'write')).toEqual(['first', 'refused', 'last'])
})

test('What fails harms none of those that share its commit: a constraint, an error, a write of its own', async () => {
  const { db, add, stored, commits } = openFile()
  const results = await Promise.allSettled([
    add('one'),
    add('taken', (tx) => tx.insertInto('rows').values({ name: 'one', parent: null }).execute()),
    add('two', async (tx) => {
      await expect(tx.insertInto('rows').values({ name: 'one', parent: null }).execute()).rejects.toThrow('UNIQUE')
    }),
    add('thrown', () => Promise.reject(new Error('refused'))),
    db.insertInto('rows').values({ name: 'two', parent: null }).execute(),
    add('three'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(results[3]).toMatchObject({ reason: { message: 'refused' } })
  expect(stored()).toEqual(['one', 'two', 'three'])
  expect(commits()).toBe(1)
})

test('The first of a commit, which alone has no savepoint, is undone alone: by an error, a constraint, a statement of its own, a timeout', async () => {
  const { db, add, stored, lost } = openFile({ turnMs: 20 })
  await add('there')
  const insert = (name: string) => db.insertInto('rows').values({ name, parent: null }).execute()
  const thrown = await Promise.allSettled([add('refused', () => Promise.reject(new Error('sold out'))), add('one'), insert('two')])
  expect(thrown.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  const doubled = await Promise.allSettled([add('there'), add('three')])
  expect(doubled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  const alone = await Promise.allSettled([insert('there'), insert('four'), add('five'), insert('there'), add('six')])
  expect(alone.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  void add('stuck', () => new Promise<never>(() => undefined))
  await add('seven')
  expect(lost.map(String)).toEqual(['Error: The transaction took too long'])
  expect(stored()).toEqual(['there', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'])
})

test('What reads its own writes and is then undone leaves nothing for the one behind it to read, be it the first of a commit or not', async () => {
  const { db, add, stored } = openFile()
  const seen: string[][] = []
  const look = async (tx: Transaction<Tables>) => {
    seen.push((await tx.selectFrom('rows').select('name').orderBy('name').execute()).map(({ name }) => name))
  }
  const undone = async (tx: Transaction<Tables>) => {
    await look(tx)
    throw new Error('undone')
  }
  await Promise.allSettled([add('a', undone), add('b', look), add('c', undone), db.transaction().execute(look)])
  expect(seen).toEqual([['a'], ['b'], ['b', 'c'], ['b']])
  expect(stored()).toEqual(['b'])
})

test('A commit that fails refuses everyone who shares it, and each may try again', async () => {
  const { db, add, stored, lost } = openFile()
  const results = await Promise.allSettled([
    add('one'),
    // The parent doesn't exist: the foreign key is checked at the commit.
    add('orphan', undefined, 'nobody'),
    add('refused', () => Promise.reject(new Error('sold out to somebody who was not stored'))),
    db.insertInto('rows').values({ name: 'two', parent: null }).execute(),
  ])
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: refusal })
  expect(stored()).toEqual([])
  expect(lost).toHaveLength(1)
  expect(String(lost[0])).toContain('FOREIGN KEY')
  await Promise.all([add('one'), add('two')])
  expect(stored()).toEqual(['one', 'two'])
})

test('A disk that is full refuses everyone who shares the commit, and the next are stored once there is room', async () => {
  const { add, writer, stored } = openFile()
  await add('before')
  writer.pragma(`max_page_count = ${writer.pragma('page_count', { simple: true })}`)
  const results = await Promise.allSettled([add('one'), add('x'.repeat(100_000)), add('two')])
  // SQLite rolls back one statement or all of them: exactly the acknowledged writes are stored.
  const answered = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(results[1]).toMatchObject({ reason: refusal })
  expect(stored()).toEqual(['before', ...answered])
  writer.pragma('max_page_count = 100000')
  await add('after')
  expect(stored()).toEqual(['before', ...answered, 'after'])
})

test('A statement of many rows for which the disk has no room refuses its own transaction alone', async () => {
  const { db, add, writer, stored } = openFile()
  await add('before')
  writer.pragma(`max_page_count = ${writer.pragma('page_count', { simple: true })}`)
  const big = ['y', 'z'].map((letter) => ({ name: letter.repeat(50_000), parent: null }))
  const results = await Promise.allSettled([
    add('one'),
    db.transaction().execute((tx) => tx.insertInto('rows').values(big).execute()),
    add('two'),
  ])
  expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: refusal }, { status: 'fulfilled' }])
  expect(stored()).toEqual(['before', 'one', 'two'])
})

test('What SQLite undoes by itself in mid-transaction refuses everyone before it, and its later statements', async () => {
  const { add, stored } = openFile()
  const results = await Promise.allSettled([
    add('one'),
    add('two', async (tx) => {
      const raw = tx as unknown as Kysely<Tables>
      // As SQLite does by itself if a disk fails.
      await expect(raw.executeQuery({ ...failing, query: raw.selectFrom('rows').toOperationNode() })).rejects.toThrow()
      await tx.insertInto('rows').values({ name: 'late', parent: null }).execute()
    }),
    add('three'),
  ])
  expect(results).toMatchObject([{ reason: refusal }, { reason: refusal }, { status: 'fulfilled' }])
  expect(stored()).toEqual(['three'])
})
const failing = { sql: "insert or rollback into rows (name) values ('two')", parameters: [], queryId: { queryId: '1' } }

test('A transaction that waits for too long loses its turn, and its neighbours lose nothing', async () => {
  const { add, stored, lost } = openFile({ turnMs: 20 })
  const never = new Promise<never>(() => undefined)
  const gate = Promise.withResolvers<void>()
  const slow = add('slow', async (tx) => {
    await gate.promise
    await tx.insertInto('rows').values({ name: 'late', parent: null }).execute()
  })
  void add('stuck', () => never)
  await Promise.all([add('one'), add('two')])
  expect(stored()).toEqual(['one', 'two'])
  gate.resolve()
  await expect(slow).rejects.toMatchObject(refusal)
  expect(lost.map(String)).toEqual(['Error: The transaction took too long', 'Error: The transaction took too long'])
  expect(stored()).toEqual(['one', 'two'])
})

test('A statement that is not awaited before its transaction ends changes nothing', async () => {
  const { db, add, stored } = openFile()
  let stray: Promise<unknown> = Promise.resolve()
  let own: Transaction<Tables> | undefined
  const done = add('one', async (tx) => {
    own = tx
  })
  const next = add('two', async () => {
    stray = own?.insertInto('rows').values({ name: 'stray', parent: null }).execute() ?? stray
    await expect(stray).rejects.toThrow('The transaction has ended')
  })
  await Promise.all([done, next])
  expect(await db.selectFrom('rows').select('name').execute()).toEqual([{ name: 'one' }, { name: 'two' }])
  expect(stored()).toEqual(['one', 'two'])
})

test('Closing stores what has ended, and nothing of what has not', async () => {
  const { db, add, stored } = openFile()
  const ended = add('ended')
  const halfway = Promise.withResolvers<void>()
  const open = add('open', () => {
    halfway.resolve()
    return new Promise<never>(() => undefined)
  })
  const waiting = add('waiting')
  await halfway.promise
  await db.destroy()
  await ended
  expect(stored()).toEqual(['ended'])
  await expect(waiting).rejects.toThrow('The database is closed')
  await expect(add('later')).rejects.toThrow()
  void open
})

test('What a transaction has read stays true until it writes: no other process writes in between', async () => {
  const { db, other, stored } = openFile()
  other.pragma('busy_timeout = 0')
  await db.transaction().execute(async (tx) => {
    expect(await tx.selectFrom('rows').selectAll().execute()).toEqual([])
    expect(() => other.exec("insert into rows (name) values ('theirs')")).toThrow('locked')
    await tx.insertInto('rows').values({ name: 'ours', parent: null }).execute()
  })
  expect(stored()).toEqual(['ours'])
})
