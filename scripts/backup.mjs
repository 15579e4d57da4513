import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import Database from 'better-sqlite3'

// A copy of the embedded data, taken while the server may be running: npm run backup -- <folder>
if (existsSync('.env')) process.loadEnvFile('.env')
const [folder] = process.argv.slice(2)
const dataDir = process.env.DATA_DIR || './data'

if (process.env.DATABASE_URL) fail('The data is in PostgreSQL: back it up with pg_dump.')
if (!folder) fail('Say where to: npm run backup -- ./backups/2026-11-20')
if (!existsSync(join(dataDir, 'plumbers.sqlite'))) fail(`There is no data in ${dataDir}.`)
if (existsSync(join(folder, 'plumbers.sqlite'))) fail(`${folder} already holds a backup. Name another folder.`)

mkdirSync(folder, { recursive: true, mode: 0o700 })
const source = new Database(join(dataDir, 'plumbers.sqlite'), { readonly: true })
await source.backup(join(folder, 'plumbers.sqlite'))
source.close()
if (existsSync(join(dataDir, 'secret.key'))) copyFileSync(join(dataDir, 'secret.key'), join(folder, 'secret.key'))

const copy = new Database(join(folder, 'plumbers.sqlite'))
copy.pragma('journal_mode = DELETE') // one file, nothing beside it
const verdict = copy.pragma('integrity_check', { simple: true })
const { bookings } = copy.prepare('select count(*) as bookings from bookings').get()
copy.close()
chmodSync(join(folder, 'plumbers.sqlite'), 0o600)
if (verdict !== 'ok') fail(`The copy is damaged: ${verdict}`)
console.log(`${bookings} bookings are in ${resolve(folder)}. Keep it private: it holds the key and people's addresses.`)

function fail(message) {
  console.error(message)
  process.exit(1)
}
