import type SqliteDatabase from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
} from 'kysely'
import { StoreUnavailable, storeProblem } from './errors.ts'

/* SQLite has one writer, and each commit waits for the disk. Transactions take turns on the one writing connection, in order, and each is
   rolled back alone if it fails: the first by a full rollback, the others by their savepoint, a single statement by itself. Those that end
   in the same turn of the event loop share one commit, and resolve only after it. Reads outside transactions use another connection, which
   sees only committed data. */

/** One connection, with a prepared statement for each text: Kysely asks for one at every query. */
class Statements {
  readonly file: SqliteDatabase.Database
  readonly #known = new Map<string, SqliteDatabase.Statement>()
  constructor(file: SqliteDatabase.Database) {
    this.file = file
  }
  of(text: string): SqliteDatabase.Statement {
    const known = this.#known.get(text)
    if (known) return known
    if (this.#known.size >= 500) this.#known.clear()
    const fresh = this.file.prepare(text)
    this.#known.set(text, fresh)
    return fresh
  }
  execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.of(sql)
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }
}

/** Returns the error for the caller: a `StoreUnavailable` if the disk is full or failing. */
const refusalOf = (error: unknown): unknown => storeProblem(error)?.refusal ?? error

/** A transaction, or one write outside of one, while it has the writing connection and until it ends. */
interface Turn {
  /** The way to undo it without affecting others: its savepoint, a full rollback if it is the first, or nothing for a single statement. */
  undoneBy: 'savepoint' | 'all' | 'itself'
  /** Resolves with its commit, rejects if that fails. */
  committed: Promise<void>
  /** Why it is no longer stored. */
  lost?: StoreUnavailable
  hasChanges?: boolean
  deadline?: NodeJS.Timeout
}

/** 'alone': outside of every transaction. */
type Kind = 'transaction' | 'statement' | 'alone'

interface Waiting {
  kind: Kind
  start(turn: Turn): void
  fail(error: unknown): void
}

interface Limits {
  /** The longest turn of a transaction, like `idle_in_transaction_session_timeout` on PostgreSQL. */
  turnMs: number
  /** The most transactions that share a commit. */
  mostTogether: number
}

interface Listeners {
  /** Called with the cause when changes could not be stored. */
  onLost(cause: unknown): void
  /** Called when changes are on the disk. */
  onStored(): void
}

/** Queues turns on the writing connection and shares commits between them. */
class Writer {
  readonly statements: Statements
  readonly #limits: Limits
  readonly #listeners: Listeners
  readonly #waiting: Waiting[] = []
  #turn: Turn | undefined
  /** The turns that share the next commit. */
  #batch: (PromiseWithResolvers<void> & { turns: number; hasChanges: boolean }) | undefined
  #committing: NodeJS.Immediate | undefined

  constructor(statements: Statements, limits: Limits, listeners: Listeners) {
    this.statements = statements
    this.#limits = limits
    this.#listeners = listeners
  }

  /** Resolves when it is the caller's turn. A 'statement' is a single one, which undoes itself if it fails. */
  begin(kind: Kind = 'transaction'): Promise<Turn> {
    const { promise, resolve, reject } = Promise.withResolvers<Turn>()
    this.#waiting.push({ kind, start: resolve, fail: reject })
    this.#next()
    return promise
  }

  execute<Row>(turn: Turn, query: CompiledQuery): QueryResult<Row> {
    if (turn !== this.#turn) throw turn.lost ?? new Error('The transaction has ended')
    try {
      const result = this.statements.execute<Row>(query)
      turn.hasChanges ||= (result.numAffectedRows ?? result.rows.length) > 0 && !this.statements.of(query.sql).readonly
      return result
    } catch (error) {
      // SQLite may undo everything itself if a disk fails.
      if (!this.statements.file.inTransaction) {
        this.#lose(error)
        this.#next()
      } else if (storeProblem(error)) this.#cut(turn, error)
      throw turn.lost ?? error
    }
  }

  /** Ends a turn with its changes kept or undone. Resolves after the commit that contains it; rejects if nothing is stored. */
  async end(turn: Turn, isKept: boolean): Promise<void> {
    if (turn.lost) throw turn.lost
    if (turn === this.#turn) this.#leave(turn, isKept)
    await turn.committed
  }

  /**
   * Runs statements that SQLite doesn't allow in a transaction, such as some pragmas, or that must not share one, such as creating a table.
   */
  async alone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.begin('alone')
    try {
      return this.statements.execute(query)
    } finally {
      this.#turn = undefined
      this.#next()
    }
  }

  commit(): void {
    const batch = this.#batch
    if (!batch) return
    try {
      this.#run('commit')
      this.#batch = undefined
      batch.resolve()
      if (batch.hasChanges) this.#listeners.onStored()
    } catch (error) {
      this.#lose(error)
    }
  }

  /** Commits finished transactions only. */
  close(): void {
    const error = new Error('The database is closed')
    for (const { fail } of this.#waiting.splice(0)) fail(error)
    if (this.#turn) this.#cut(this.#turn, error)
    this.commit()
  }

  #next(): void {
    if (this.#turn) return
    if (this.#batch && (this.#waiting[0]?.kind === 'alone' || this.#batch.turns >= this.#limits.mostTogether)) this.commit()
    const next = this.#waiting.shift()
    if (!next) {
      this.#commitSoon()
      return
    }
    try {
      this.#turn = next.kind === 'alone' ? { undoneBy: 'itself', committed: Promise.resolve() } : this.#takeTurn(next.kind)
      next.start(this.#turn)
    } catch (error) {
      this.#listeners.onLost(error)
      next.fail(refusalOf(error))
      this.#next()
    }
  }

  #takeTurn(kind: Kind): Turn {
    const isFirst = !this.#batch
    this.#batch ??= this.#beginBatch()
    const undoneBy = kind === 'statement' ? 'itself' : isFirst ? 'all' : 'savepoint'
    if (undoneBy === 'savepoint') this.#run('savepoint turn')
    this.#batch.turns++
    const turn: Turn = {
      undoneBy,
      committed: this.#batch.promise,
      deadline: setTimeout(() => this.#cut(turn, new Error('The transaction took too long')), this.#limits.turnMs),
    }
    return turn
  }

  #beginBatch() {
    // It has the write lock from the start, so that its reads are still right when it writes.
    this.#run('begin immediate')
    const batch = { ...Promise.withResolvers<void>(), turns: 0, hasChanges: false }
    // Each turn gets the error itself.
    batch.promise.catch(() => undefined)
    return batch
  }

  /** Commits once everything that has arrived by now has had its turn: if nothing else has, without waiting. */
  #commitSoon(): void {
    if (!this.#batch) return
    this.#committing ??= setImmediate(() => {
      this.#committing = undefined
      if (!this.#turn) this.commit()
    })
  }

  #leave(turn: Turn, isKept: boolean): void {
    clearTimeout(turn.deadline)
    if (this.#batch && isKept && turn.hasChanges) this.#batch.hasChanges = true
    try {
      if (turn.undoneBy === 'savepoint') {
        if (!isKept) this.#run('rollback to turn')
        this.#run('release turn')
      } else if (turn.undoneBy === 'all' && !isKept) this.#undoFirst()
      this.#turn = undefined
    } catch (error) {
      this.#lose(error)
    }
    this.#next()
  }

  /** No one else has had a turn yet, so nothing is left to commit. */
  #undoFirst(): void {
    this.#run('rollback')
    this.#batch?.resolve()
    this.#batch = undefined
  }

  /** Ends a turn in the middle, and undoes it alone. */
  #cut(turn: Turn, cause: unknown): void {
    turn.lost = new StoreUnavailable('not_stored', cause)
    this.#listeners.onLost(cause)
    this.#leave(turn, false)
  }

  /** Gives up the shared commit, with its finished transactions and the current one. */
  #lose(error: unknown): void {
    this.#listeners.onLost(error)
    const [batch, turn, lost] = [this.#batch, this.#turn, new StoreUnavailable('not_stored', error)]
    if (this.statements.file.inTransaction) this.#run('rollback')
    this.#batch = undefined
    this.#turn = undefined
    if (turn) {
      clearTimeout(turn.deadline)
      turn.lost = lost
    }
    batch?.reject(lost)
  }

  #run(sql: string): void {
    this.statements.of(sql).run()
  }
}

/** Kysely's connection. It holds nothing open; queries in a transaction belong to a turn. */
class SharedConnection implements DatabaseConnection {
  turn: Turn | undefined
  readonly #reader: Statements
  readonly #writer: Writer
  constructor(reader: Statements, writer: Writer) {
    this.#reader = reader
    this.#writer = writer
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.turn) return this.#writer.execute(this.turn, query)
    if (this.#isRead(query)) return this.#read(query)
    if (!/^\s*(insert|update|delete|with)\b/i.test(query.sql)) return this.#writer.alone(query)
    const turn = await this.#writer.begin('statement')
    let result: QueryResult<Row>
    try {
      result = this.#writer.execute(turn, query)
    } catch (error) {
      await this.#writer.end(turn, false)
      throw error
    }
    await this.#writer.end(turn, true)
    return result
  }

  #isRead = ({ sql }: CompiledQuery) => /^\s*(select|with)\b/i.test(sql) && this.#reader.of(sql).readonly

  #read<Row>(query: CompiledQuery): QueryResult<Row> {
    try {
      return this.#reader.execute(query)
    } catch (error) {
      throw refusalOf(error)
    }
  }

  // biome-ignore lint/correctness/useYield: nothing is streamed.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming from SQLite is not supported')
  }
}

class SharedCommitDriver implements Driver {
  readonly #reader: Statements
  readonly #writer: Writer
  constructor(reader: Statements, writer: Writer) {
    this.#reader = reader
    this.#writer = writer
  }
  async init() {}
  acquireConnection = async () => new SharedConnection(this.#reader, this.#writer)
  async beginTransaction(connection: SharedConnection) {
    connection.turn = await this.#writer.begin('transaction')
  }
  commitTransaction = (connection: SharedConnection) => this.#end(connection, true)
  rollbackTransaction = (connection: SharedConnection) => this.#end(connection, false)
  async releaseConnection() {}
  async destroy() {
    this.#writer.close()
    // The reader first: the last to close moves the log into the file.
    this.#reader.file.close()
    this.#writer.statements.file.close()
  }
  async #end({ turn }: SharedConnection, isKept: boolean) {
    if (turn) await this.#writer.end(turn, isKept)
  }
}

/**
 * Kysely's dialect for two connections to one SQLite file in WAL mode: `writer` for transactions and writes, `reader` for all else. A
 * transaction whose shared commit fails, or that takes longer than `turnMs`, rejects with `StoreUnavailable` after `onLost` got the cause:
 * nothing of it is stored.
 */
export class SharedCommitDialect extends SqliteDialect {
  readonly #driver: Driver
  constructor(
    files: { writer: SqliteDatabase.Database; reader: SqliteDatabase.Database },
    { onLost = () => undefined, onStored = () => undefined, ...limits }: Partial<Limits & Listeners> = {},
  ) {
    super({} as SqliteDialectConfig)
    const writer = new Writer(new Statements(files.writer), { turnMs: 15_000, mostTogether: 64, ...limits }, { onLost, onStored })
    this.#driver = new SharedCommitDriver(new Statements(files.reader), writer)
  }
  override createDriver() {
    return this.#driver as ReturnType<SqliteDialect['createDriver']>
  }
  override createAdapter() {
    return new ManyTransactions()
  }
}

/** Lets Kysely run several transactions: they wait for their turn here. */
class ManyTransactions extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}
