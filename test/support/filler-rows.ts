import { type Kysely, sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'

type Row = Record<string, unknown>

/** A column's name in the code. */
export const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Switches off the database's checks of rows, for made-up ones. */
export async function withoutChecks({ db, engine }: Pick<Services, 'db' | 'engine'>): Promise<void> {
  if (engine === 'sqlite') return void (await sql`pragma ignore_check_constraints = on`.execute(db))
  const { rows } = await sql<{ name: string; table: string }>`select conname as name, conrelid::regclass::text as table
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`.execute(db)
  for (const { name, table } of rows) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
}

const someTime = '2026-11-20T10:00:00.000Z'
const generated = ['shifts.personId', 'absences.personId']

type Database = Services['db']
const known = new WeakMap<Database, ReturnType<Database['introspection']['getTables']>>()

/** The tables of a database, which are slow to ask for. */
export function tablesOf({ db }: Pick<Services, 'db'>) {
  const tables = known.get(db) ?? db.introspection.getTables()
  known.set(db, tables)
  return tables
}

/** Adds a row with a value in every column that needs one, regardless of foreign keys; `row` has the others. The checks must be off. */
export async function addFiller(services: Pick<Services, 'db' | 'engine'>, table: keyof Tables, row: Row): Promise<void> {
  const found = (await tablesOf(services)).find(({ name }) => camel(name) === table)
  if (!found) throw new Error(`no table ${table}`)
  const filled = Object.fromEntries(
    found.columns
      .filter(
        ({ name, isNullable, hasDefaultValue }) =>
          (!isNullable || name === 'id') && !hasDefaultValue && !generated.includes(`${table}.${camel(name)}`),
      )
      .map(({ name, dataType }) => [
        camel(name),
        /int|real|double|float/i.test(dataType) ? 0 : /^at$|_at$/.test(name) ? someTime : newId(),
      ]),
  )
  const { db, engine } = services
  const insert = (by: Kysely<Tables>) =>
    by
      .insertInto(table as 'jobs')
      .values({ ...filled, ...row } as never)
      .execute()
  if (engine === 'postgres')
    return db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await insert(tx)
    })
  await sql`pragma foreign_keys = off`.execute(db)
  await insert(db)
  await sql`pragma foreign_keys = on`.execute(db)
}

/** All rows of all tables, each as text; of one table, if it is named. */
export async function allRows(services: Pick<Services, 'db'>, only?: string): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>()
  for (const { name } of await tablesOf(services)) {
    if (name.startsWith('kysely_') || (only && camel(name) !== only)) continue
    const found = await sql<object>`select * from ${sql.table(name)}`.execute(services.db)
    rows.set(
      camel(name),
      found.rows.map((row) => JSON.stringify(row)),
    )
  }
  return rows
}
