import { monitorEventLoopDelay } from 'node:perf_hooks'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

/*
 * Preloaded into a server that is measured: counts the statements that it sends to its database and the commits among them, watches how
 * long its event loop stalls, and tells its parent process when asked.
 */

export interface SqlCounts {
  /** With those that begin and end transactions. */
  statements: number
  /** Of transactions, and of writes outside of one. */
  commits: number
  /** How often each text was sent. */
  texts: Record<string, number>
  /** The longest time for which the event loop did nothing else, since it was last asked. */
  stallMs: number
}

const counts = { statements: 0, commits: 0 }
const texts = new Map<string, number>()
const stalls = monitorEventLoopDelay({ resolution: 1 })
stalls.enable()

function count(sql: string, isInTransaction: boolean): void {
  counts.statements++
  texts.set(sql, (texts.get(sql) ?? 0) + 1)
  const isWrite = /^\s*(with\b.*\b)?(insert|update|delete)\b/is.test(sql)
  if (/^\s*commit\b/i.test(sql) || (isWrite && !isInTransaction)) counts.commits++
}

const statement = Object.getPrototypeOf(new SqliteDatabase(':memory:').prepare('select 1'))
for (const name of ['run', 'get', 'all', 'iterate']) {
  const execute = statement[name]
  statement[name] = function (this: SqliteDatabase.Statement, ...parameters: unknown[]) {
    count(this.source, this.database.inTransaction)
    return execute.apply(this, parameters)
  }
}

const inTransaction = new WeakSet<pg.Client>()
const send = pg.Client.prototype.query as (...query: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...query: unknown[]) {
  const sql = typeof query[0] === 'string' ? query[0] : String((query[0] as { text?: string } | undefined)?.text)
  count(sql, inTransaction.has(this))
  if (/^\s*(begin|start transaction)\b/i.test(sql)) inTransaction.add(this)
  if (/^\s*(commit|rollback)\b/i.test(sql)) inTransaction.delete(this)
  return send.apply(this, query)
} as typeof pg.Client.prototype.query

process.on('message', () => {
  const told: SqlCounts = { ...counts, texts: Object.fromEntries(texts), stallMs: stalls.max / 1e6 }
  stalls.reset()
  process.send?.(told)
})
process.channel?.unref()
