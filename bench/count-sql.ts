import { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import SqliteDatabase from 'better-sqlite3'

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

/** The server's build has a client of its own: what it says to PostgreSQL is counted on the line, message by message. */
const databasePort = process.env.DATABASE_URL ? Number(new URL(process.env.DATABASE_URL).port || 5432) : undefined
const inTransaction = new WeakSet<Socket>()
const write = Socket.prototype.write as (...all: unknown[]) => boolean
Socket.prototype.write = function (this: Socket, ...all: unknown[]) {
  if (databasePort !== undefined && this.remotePort === databasePort && all[0] instanceof Uint8Array)
    countMessages(this, Buffer.from(all[0]))
  return write.apply(this, all)
} as typeof Socket.prototype.write

/** The texts that a connection has prepared, by their names; '' is the one that is not kept. */
const prepared = new WeakMap<Socket, Map<string, string>>()

/** Simple queries, and those that are bound, whether they are parsed each time or were once (PostgreSQL's frontend protocol, version 3). */
function countMessages(socket: Socket, bytes: Buffer): void {
  const textsOf = prepared.get(socket) ?? new Map<string, string>()
  prepared.set(socket, textsOf)
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    const type = String.fromCharCode(bytes[at] ?? 0)
    // The first message of a line has no type.
    if (!/[BCDEFHPQSXdcfp]/.test(type)) return
    if (!/[BPQ]/.test(type)) continue
    const [first = '', second = ''] = bytes.toString('utf8', at + 5, at + 1 + bytes.readUInt32BE(at + 1)).split('\0')
    if (type === 'P') {
      textsOf.set(first, second)
      continue
    }
    // A bound portal is named before its statement.
    const sql = type === 'Q' ? first : (textsOf.get(second) ?? '')
    count(sql, inTransaction.has(socket))
    if (/^\s*(begin|start transaction)\b/i.test(sql)) inTransaction.add(socket)
    if (/^\s*(commit|rollback)\b/i.test(sql)) inTransaction.delete(socket)
  }
}

process.on('message', () => {
  const told: SqlCounts = { ...counts, texts: Object.fromEntries(texts), stallMs: stalls.max / 1e6 }
  stalls.reset()
  process.send?.(told)
})
process.channel?.unref()
