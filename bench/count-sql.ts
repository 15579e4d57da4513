import SqliteDatabase from 'better-sqlite3'

/* Preloaded into the measured server: counts the statements and commits on SQLite, and reports them to its parent on request. */

export interface SqlCounts {
  /** With those that begin and end transactions. */
  statements: number
  /** Of transactions, and of writes outside one. */
  commits: number
}

const counts: SqlCounts = { statements: 0, commits: 0 }
const statement = Object.getPrototypeOf(new SqliteDatabase(':memory:').prepare('select 1'))
for (const name of ['run', 'get', 'all', 'iterate']) {
  const execute = statement[name]
  statement[name] = function (this: SqliteDatabase.Statement, ...parameters: unknown[]) {
    counts.statements++
    const isWrite = /^\s*(with\b.*\b)?(insert|update|delete)\b/is.test(this.source)
    if (/^\s*commit\b/i.test(this.source) || (isWrite && !this.database.inTransaction)) counts.commits++
    return execute.apply(this, parameters)
  }
}
process.on('message', () => process.send?.(counts))
process.channel?.unref()
