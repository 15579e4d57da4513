import SqliteDatabase from 'better-sqlite3'
import {
  CamelCasePlugin,
  HandleEmptyInListsPlugin,
  Kysely,
  type LogEvent,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  sql,
  type Transaction,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { builtInPosts } from '#content/posts/index.ts'
import { migrations } from '#db/migrations/index.ts'
import type { Tables } from '#db/tables.ts'
import { preparedNameOf } from './compiled-queries.ts'
import { databaseFile } from './data-dir.ts'
import { StoreUnavailable, storeProblem } from './errors.ts'
import { SharedCommitDialect } from './shared-commit.ts'

export type Database = Kysely<Tables>
export type Engine = 'sqlite' | 'postgres'

/** A database and which of the two engines it is. */
export interface OpenDatabase {
  db: Database
  engine: Engine
  /** False after a full disk or an unreachable server refused changes, until others are stored. */
  canStore(): boolean
  /** Connection counts of a pool. */
  pool?: () => { total: number; idle: number; waiting: number }
}

/** An executed statement: its text, with parameters instead of values. */
export interface Statement {
  sql: string
  durationMs: number
  isFailed: boolean
}

interface OpenOptions {
  poolSize?: number
  /** Called for every statement, for traces. */
  onStatement?: (statement: Statement) => void
  /** Called with the reason when transactions could not be stored; once only while the store is down. */
  onLost?: (cause: unknown) => void
  /** Called when changes are stored again. */
  onBack?: () => void
}

/** Remembers whether the last changes were stored, as health checks report it. */
function watchStore({ onLost, onBack }: OpenOptions) {
  let isDown = false
  return {
    canStore: () => !isDown,
    lost(cause: unknown) {
      const wasDown = isDown
      isDown ||= storeProblem(cause)?.isDown ?? false
      if (!wasDown) onLost?.(cause)
    },
    stored() {
      if (isDown) onBack?.()
      isDown = false
    },
  }
}

/** Nothing is in an empty list, on PostgreSQL too, which would refuse the query. */
const plugins = [new CamelCasePlugin(), new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })]

/** Opens PostgreSQL at `databaseUrl`, or else the embedded SQLite file in `dataDir`. Call `migrate` before using it. */
export const openDatabase = (options: { databaseUrl: string | undefined; dataDir: string }, also: OpenOptions = {}): OpenDatabase =>
  options.databaseUrl ? openPostgres(options.databaseUrl, also) : openSqlite(options.dataDir, also)

/**
 * SQLite in WAL mode; `synchronous=FULL`, so that acknowledged writes survive a power cut. Transactions share commits, and reads outside of
 * them see only what is committed (shared-commit.ts).
 */
export function openSqlite(dataDir: string, options: OpenOptions = {}): OpenDatabase {
  const store = watchStore(options)
  const open = () => {
    const file = new SqliteDatabase(databaseFile(dataDir, 'plumbers.sqlite'))
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 5000', 'trusted_schema = OFF'])
      file.pragma(pragma)
    return file
  }
  const [writer, reader] = [open(), open()]
  reader.pragma('query_only = ON')
  const dialect = new SharedCommitDialect({ writer, reader }, { onLost: store.lost, onStored: store.stored })
  const db = new Kysely<Tables>({ dialect, plugins, log: logTo(options.onStatement) })
  return { db, engine: 'sqlite', canStore: store.canStore }
}

/**
 * PostgreSQL through a pool. Queries reject with `StoreUnavailable` if the server can't be reached or used. Statements and idle
 * transactions are bounded, so that a stuck one frees its locks.
 */
export function openPostgres(databaseUrl: string, options: OpenOptions = {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.poolSize ?? 20,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  const store = watchStore(options)
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool)
  pool.connect = (() =>
    connect().catch((error) => {
      store.lost(error)
      throw storeProblem(error)?.refusal ?? new StoreUnavailable('unavailable', error)
    })) as typeof pool.connect
  // A connection lost while idle (server restart) is replaced at the next use; without a listener the error would end the process.
  pool.on('error', () => undefined)
  // A connection lost in use fails its query, and also reports here.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    extendQueries(client, store)
  })
  return {
    db: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool }),
      plugins,
      log: logTo(options.onStatement),
    }),
    engine: 'postgres',
    canStore: store.canStore,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

/**
 * Makes a connection prepare the queries that are compiled once, each at its first use: Kysely sends them without names. Reports to `store`
 * what was stored and what it refused.
 */
function extendQueries(client: pg.PoolClient, store: ReturnType<typeof watchStore>): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const named = (text: unknown, values: unknown, ...others: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? preparedNameOf(text) : undefined
    return name === undefined ? query(text, values, ...others) : query({ name, text, values })
  }
  const done = (result: pg.QueryResult) => {
    if (result.rowCount && /^(INSERT|UPDATE|DELETE)$/.test(result.command)) store.stored()
    return result
  }
  const failed = (error: unknown) => {
    const problem = storeProblem(error)
    if (!problem) throw error
    store.lost(error)
    throw problem.refusal
  }
  client.query = ((...given: Parameters<typeof named>) => {
    const asked = named(...given)
    return asked instanceof Promise ? asked.then(done, failed) : asked
  }) as typeof client.query
}

const logTo = (onStatement: OpenOptions['onStatement']) =>
  onStatement &&
  (({ level, query, queryDurationMillis }: LogEvent) =>
    onStatement({ sql: query.sql, durationMs: queryDurationMillis, isFailed: level === 'error' }))

/** Brings the schema up to date. Instances that start at the same moment take turns by the engine's own lock. */
export async function migrate({ db, engine }: OpenDatabase): Promise<void> {
  if (engine === 'sqlite') return migrateUnlocked(db)
  // The migrator creates its own tables before it takes its lock, so this lock is taken before both.
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(7410256)`.execute(connection)
    try {
      await migrateUnlocked(db)
    } finally {
      await sql`select pg_advisory_unlock(7410256)`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** Returns true if `migrate` would change existing data. */
export async function hasPendingMigrations({ db }: OpenDatabase): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations).some((name) => !done.has(name))
}

async function migrateUnlocked(db: Database) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  if (results.length === Object.keys(migrations).length) await rewordPosts(db)
}

/** A new database starts with the posts as they are worded today; migrations hold the words of their own day. */
async function rewordPosts(db: Database): Promise<void> {
  for (const { slug, title, category, excerpt, content, metaDescription, keywords, author } of builtInPosts)
    await db
      .updateTable('blogPosts')
      .set({ title, category, excerpt, content, metaDescription, keywords: keywords.join(', '), author })
      .where('slug', '=', slug)
      .execute()
}

/**
 * Extends every transaction of `db`: `begun` runs before its own work, `ending` last before it commits. If `ending` fails, the transaction
 * is rolled back.
 */
export function beforeCommit(
  db: Database,
  { begun, ending }: { begun(tx: Transaction<Tables>): void; ending(tx: Transaction<Tables>): Promise<void> },
): void {
  const transaction = db.transaction.bind(db)
  db.transaction = () => {
    const builder = transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) =>
      execute(async (tx) => {
        begun(tx)
        const result = await work(tx)
        await ending(tx)
        return result
      })
    return builder
  }
}

/** Skips rows that another instance is changing: on PostgreSQL, without waiting for them. */
export const skipLocked = <Query extends { forUpdate(): Query; skipLocked(): Query }>(engine: Engine, query: Query): Query =>
  engine === 'postgres' ? query.forUpdate().skipLocked() : query
