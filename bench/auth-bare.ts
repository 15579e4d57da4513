import { argon2, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { newId } from '#app/platform/ids.ts'
import { hashesAtOnce, passwordCost } from '#app/platform/passwords.ts'

/*
 * What signing in and refreshing are compared with, each in a process of its own. Arguments: `argon2`, connections, seconds; or
 * `transaction`, connections, seconds, and SQLite's folder or PostgreSQL's address. Prints how many a second as JSON.
 *
 * argon2: the hash of one password with the product's own parameters, as many at a time as the product makes.
 * transaction: a session's row is moved on, conditionally, and its user read; committed, as durable as the product's, with the
 * database's own client and prepared statements. Each connection has a session of its own.
 */

const [what, connections = '1', seconds = '5', place = ''] = process.argv.slice(2)
const warmUpMs = 500

async function hashes(): Promise<number> {
  const hash = () =>
    new Promise<void>((resolve, reject) =>
      argon2('argon2id', { message: 'correct horse battery', nonce: randomBytes(16), tagLength: 32, ...passwordCost }, (error) =>
        error ? reject(error) : resolve(),
      ),
    )
  return perSecond(Math.min(Number(connections), hashesAtOnce), () => hash)
}

const at = new Date().toISOString()
const user = {
  id: newId(),
  email: null,
  phone: '',
  email_change_halves: 0,
  app_metadata: '{}',
  user_metadata: '{}',
  role: 'customer',
  is_anonymous: 0,
  factor_failures: 0,
  created_at: at,
  updated_at: at,
}
const session = () => ({
  id: newId(),
  user_id: user.id,
  aal: 'aal1',
  amr: '[]',
  refresh_token_hash: randomBytes(32).toString('hex'),
  refresh_count: 0,
  refresh_key_id: 'benchkey',
  refreshed_at: at,
  ends_at: '2099-01-01T00:00:00.000Z',
  user_agent: 'bench',
  created_at: at,
})

function insertText(table: string, row: object, placeholder: (at: number) => string): string {
  const columns = Object.keys(row)
  return `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => placeholder(index + 1)).join(', ')})`
}
const moveText = (placeholder: (at: number) => string) =>
  `update auth_sessions set refresh_token_hash = ${placeholder(1)}, refresh_count = ${placeholder(2)}, refreshed_at = ${placeholder(3)} ` +
  `where id = ${placeholder(4)} and refresh_count = ${placeholder(5)} returning *`
const readText = (placeholder: (at: number) => string) => `select * from auth_users where id = ${placeholder(1)}`
const moved = (id: string, count: number) => [randomBytes(32).toString('hex'), count + 1, new Date().toISOString(), id, count]

/** SQLite has one writer, whatever the number of connections. */
function sqliteTransactions(): Promise<number> {
  const db = new SqliteDatabase(join(place, 'plumbers.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const mark = () => '?'
  const put = (table: string, row: object) => db.prepare(insertText(table, row, mark)).run(...Object.values(row))
  put('auth_users', user)
  const [move, read] = [db.prepare(moveText(mark)), db.prepare(readText(mark))]
  const both = db.transaction((id: string, count: number) => {
    if (!move.get(...moved(id, count)) || !read.get(user.id)) throw new Error('The session did not move')
  })
  return perSecond(1, () => {
    const mine = session()
    put('auth_sessions', mine)
    let count = 0
    return async () => both(mine.id, count++)
  })
}

async function postgresTransactions(): Promise<number> {
  const mark = (index: number) => `$${index}`
  const pool = new pg.Pool({ connectionString: place, max: Number(connections) })
  const put = (table: string, row: object) => pool.query(insertText(table, row, mark), Object.values(row))
  await put('auth_users', user)
  const clients = await Promise.all(
    Array.from({ length: Number(connections) }, async () => {
      const mine = session()
      await put('auth_sessions', mine)
      return { id: mine.id, client: await pool.connect() }
    }),
  )
  const rate = await perSecond(clients.length, (worker) => {
    const { id, client } = clients[worker] as (typeof clients)[number]
    let count = 0
    return async () => {
      await client.query('begin')
      const { rowCount } = await client.query({ name: 'move', text: moveText(mark), values: moved(id, count++) })
      if (rowCount !== 1) throw new Error('The session did not move')
      await client.query({ name: 'read', text: readText(mark), values: [user.id] })
      await client.query('commit')
    }
  })
  for (const { client } of clients) client.release()
  await pool.end()
  return rate
}

/** How often a second so many workers do their work, counted from the end of the warm-up. */
async function perSecond(workers: number, workOf: (worker: number) => () => Promise<void>): Promise<number> {
  const work = Array.from({ length: workers }, (_, worker) => workOf(worker))
  const from = performance.now() + warmUpMs
  const until = from + Number(seconds) * 1000
  let done = 0
  await Promise.all(
    work.map(async (once) => {
      while (performance.now() < until) {
        await once()
        if (performance.now() >= from) done++
      }
    }),
  )
  return done / ((performance.now() - from) / 1000)
}

const rate = await (what === 'argon2' ? hashes() : place.startsWith('postgres') ? postgresTransactions() : sqliteTransactions())
console.log(JSON.stringify(rate))
