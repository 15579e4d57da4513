import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { slotOf, uptimeRoundMs } from '#app/features/running/uptime-rounds.ts'
import { migrate, openPostgres, openSqlite } from '#app/platform/database.ts'
import { later } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'

/** Migrated, empty databases that tests copy instead of migrating one each. */
export interface Templates {
  /** The path of a closed SQLite file. */
  sqliteFile: string
  /** The name of a PostgreSQL database without connections. Its copies are named after it. */
  postgresName: string
  /** The result of `seed.shape()` for an unchanged copy. */
  postgresShape: string
}

/** Creates and migrates one database per engine. `folder`: where the SQLite file goes. `drop` removes those on PostgreSQL. */
export async function makeTemplates(folder: string, postgresUrl: string): Promise<{ made: Templates; drop(): Promise<void> }> {
  const sqlite = openSqlite(folder)
  await migrate(sqlite)
  await sqlite.db.destroy()
  const postgresName = `template_${newId().replaceAll('-', '')}`
  await onServer(postgresUrl, (server) => server.query(`create database ${postgresName}`))
  const url = urlOf(postgresUrl, postgresName)
  const postgres = openPostgres(url)
  await migrate(postgres)
  await postgres.db.destroy()
  const postgresShape = await onServer(url, async (template) => {
    await template.query(SEED)
    return shapeOf(template)
  })
  const drop = () =>
    onServer(postgresUrl, async (server) => {
      const { rows } = await server.query<{ name: string }>('select datname as name from pg_database where datname like $1', [
        `${postgresName}%`,
      ])
      for (const { name } of rows) await server.query(`drop database ${name} with (force)`)
    })
  return { made: { sqliteFile: join(folder, 'plumbers.sqlite'), postgresName, postgresShape }, drop }
}

/** Copies a migrated, empty SQLite database into a data folder, where the server and `openSqlite` expect it. */
export function copySqlite({ sqliteFile }: Templates, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  copyFileSync(sqliteFile, join(dataDir, 'plumbers.sqlite'))
}

/**
 * Marks the first round of uptime checks of a copied SQLite database as another server's, for a server whose clock starts at this time:
 * each would render two pages that most tests never look at.
 */
export function restFromUptimeChecks(dataDir: string, now = new Date()): void {
  const claimed = new Sqlite(join(dataDir, 'plumbers.sqlite'))
  claimed
    .prepare("insert into monitor_rounds (kind, slot, claimed_at) values ('uptime', ?, ?)")
    .run(later(slotOf(now, uptimeRoundMs), uptimeRoundMs), later(now, uptimeRoundMs))
  claimed.close()
}

/** A database that this process copied from the template and isn't using now. */
interface Copy {
  name: string
  /** Stays connected while the process lives: loading the catalogue on a new connection takes longer than emptying. */
  emptying?: pg.Client
}

const free: Copy[] = []
let made = 0

/**
 * Takes a migrated, empty PostgreSQL database: one that an earlier test of this worker has released, emptied again, or a new copy of the
 * template. A database whose tables, columns, constraints, triggers or functions a test has changed is copied again. With `isAlone` it is a
 * new copy without connections. Returns its URL, and a function that releases it.
 */
export async function copyPostgres(serverUrl: string, templates: Templates, isAlone = false): Promise<{ url: string; release(): void }> {
  const used = isAlone ? undefined : free.pop()
  const name = used?.name ?? `${templates.postgresName}_${process.env.VITEST_POOL_ID}_${made++}`
  const copy: Copy = used && (await isEmptied(used, urlOf(serverUrl, name), templates)) ? used : { name }
  if (copy !== used)
    await onServer(serverUrl, async (server) => {
      await server.query(`drop database if exists ${name} with (force)`)
      await server.query(`create database ${name} template ${templates.postgresName}`)
    })
  return { url: urlOf(serverUrl, name), release: () => void free.push(copy) }
}

/** Empties a copy of the template. Returns whether it matches the template; a test may also have closed its connection or dropped it. */
async function isEmptied(copy: Copy, url: string, { postgresShape }: Templates): Promise<boolean> {
  try {
    copy.emptying ??= await connect(url)
    await copy.emptying.query(OTHERS_END)
    await copy.emptying.query('select seed.reset()')
    if ((await shapeOf(copy.emptying)) === postgresShape) return true
  } catch {
    // Treated like a changed schema.
  }
  await copy.emptying?.end().catch(() => undefined)
  return false
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const shapeOf = async (database: pg.Client) =>
  (await database.query<{ shape: string }>('select seed.shape() as shape')).rows[0]?.shape ?? ''

/** Closes every other connection to the database, such as those of a server that a test has killed. */
const OTHERS_END =
  'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/**
 * Functions in the template: one empties the tables and inserts the migrations' rows again, one describes the schema. They are in a schema
 * of their own without tables, since searches for the site's tables look in every schema.
 */
const SEED = `
  create schema seed;
  create function seed.tables() returns setof text language sql as $$
    select tablename::text from pg_tables where schemaname = 'public'
  $$;
  do $$ declare name text; kept json; inserts text := ''; begin
    for name in select seed.tables() loop
      execute format('select json_agg(each) from public.%I each', name) into kept;
      if kept is not null then
        inserts := inserts || format('insert into public.%I select * from json_populate_recordset(null::public.%I, %L);', name, name, kept);
      end if;
    end loop;
    execute format('create function seed.refill() returns void language sql as %L', inserts);
  end $$;
  do $$ declare name text; body text := ''; begin
    for name in select seed.tables() loop
      -- Few rows are deleted in a hundredth of the time of a truncation, which makes new files.
      body := body || format('
        if pg_relation_size(%1$L) > 1000000 then truncate public.%2$I cascade;
        elsif exists (select from public.%2$I) then delete from public.%2$I; end if;', 'public.' || quote_ident(name), name);
    end loop;
    execute format('create function seed.reset() returns void language plpgsql as %L', format('begin
      set local session_replication_role = replica;
      %s
      perform seed.refill();
    end', body));
  end $$;
  create function seed.shape() returns text language sql as $$
    select md5(concat(
      (select string_agg(concat(relname, relkind, relnatts), ',' order by relname) from pg_class where relnamespace = 'public'::regnamespace),
      (select string_agg(concat(attrelid::regclass, attname, atttypid, attcollation, attnotnull), ',' order by attrelid, attnum)
        from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace),
      (select string_agg(conname, ',' order by conname) from pg_constraint where connamespace = 'public'::regnamespace),
      (select string_agg(tgname, ',' order by tgname) from pg_trigger where not tgisinternal),
      (select string_agg(proname, ',' order by proname) from pg_proc where pronamespace = 'public'::regnamespace)))
  $$;
`

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
