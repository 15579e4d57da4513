import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'

type Row = Record<string, unknown>

/** A column's name in the code. */
export const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Switches off what the database checks in rows, for this test's own. */
export async function withoutChecks({ db, engine }: Pick<Services, 'db' | 'engine'>): Promise<void> {
  if (engine === 'sqlite') {
    await sql`pragma foreign_keys = off`.execute(db)
    await sql`pragma ignore_check_constraints = on`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string; table: string }>`select conname as name, conrelid::regclass::text as table
    from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace`.execute(db)
  for (const { name, table } of rows) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
}

const generated = ['shifts.personId', 'absences.personId']

/** Adds a row with something in every column that needs a value; `row` says the rest. The checks must be off. */
export async function addFiller({ db }: Pick<Services, 'db'>, table: keyof Tables, row: Row): Promise<void> {
  const found = (await db.introspection.getTables()).find(({ name }) => camel(name) === table)
  if (!found) throw new Error(`no table ${table}`)
  const filled = Object.fromEntries(
    found.columns
      .filter(
        ({ name, isNullable, hasDefaultValue }) =>
          (!isNullable || name === 'id') && !hasDefaultValue && !generated.includes(`${table}.${camel(name)}`),
      )
      .map(({ name, dataType }) => [camel(name), /int|real|double|float/i.test(dataType) ? 0 : newId()]),
  )
  await db
    .insertInto(table as 'jobs')
    .values({ ...filled, ...row } as never)
    .execute()
}

/** All rows of all tables, each as text. */
export async function allRows({ db }: Pick<Services, 'db'>): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>()
  for (const { name } of await db.introspection.getTables())
    if (!name.startsWith('kysely_')) {
      const found = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      rows.set(
        camel(name),
        found.rows.map((row) => JSON.stringify(row)),
      )
    }
  return rows
}
