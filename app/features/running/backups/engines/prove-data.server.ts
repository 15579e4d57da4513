import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { checkAuditChain } from '#app/platform/audit.ts'
import { type OpenDatabase, openSqlite } from '#app/platform/database.ts'
import type { Purpose, Secrets } from '#app/platform/secrets.ts'
import { type BackupManifest, BadBackup } from '../files/backup-file.server.ts'
import { findPgPrograms, runPgProgram } from './pg-programs.server.ts'
import { readFacts } from './snapshot.server.ts'

/** Result of verifying the data in a backup. */
export interface Proof {
  bookings: number
  tables: number
  auditEntries: number
  /** The secret that was opened with SECRET_KEY; undefined if the data has none. */
  opened: string | undefined
}

/** Columns with sealed secrets: the purpose of each, and the setting's name if it is one. */
const sealedColumns: { table: string; column: string; purpose(name: string): Purpose }[] = [
  { table: 'signing_keys', column: 'sealed_jwk', purpose: () => 'signing-key' },
  { table: 'settings', column: 'sealed_value', purpose: (name) => `setting:${name}` },
  { table: 'auth_factors', column: 'sealed_secret', purpose: () => 'totp-secret' },
]

/**
 * Verifies that data is complete: the engine's own checks, rows and constraints, the audit log up to its recorded head, and one sealed
 * secret. Throws `BadBackup`.
 */
export async function proveData({ db, engine }: OpenDatabase, manifest: BackupManifest, secrets: Secrets): Promise<Proof> {
  await checkStructure({ db, engine })
  const facts = await readFacts(db)
  sameRows(manifest, facts.rows)
  return {
    ...proofOf(manifest),
    auditEntries: await proveAudit({ db }, manifest, secrets),
    opened: await openOne({ db }, facts.rows, secrets),
  }
}

/** The engine's own checks, and whether every constraint holds. */
export async function checkStructure({ db, engine }: Pick<OpenDatabase, 'db' | 'engine'>): Promise<void> {
  if (engine === 'sqlite') {
    const { rows: tables } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(db)
    // Table by table, yielding to others in between: SQLite blocks meanwhile.
    for (const { name } of tables) {
      const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check(${sql.table(name)})`.execute(db)
      const verdict = rows.map(({ integrityCheck }) => integrityCheck).join('; ')
      if (verdict !== 'ok') throw new BadBackup(`The data is damaged: ${verdict}`)
      await setImmediate()
      const { rows: orphans } = await sql`pragma foreign_key_check(${sql.table(name)})`.execute(db)
      if (orphans.length > 0) throw new BadBackup(`Rows in ${name} refer to rows that don’t exist.`)
      await setImmediate()
    }
  } else {
    const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint where not convalidated`.execute(db)
    if (rows.length > 0) throw new BadBackup(`The data breaks the constraint ${rows[0]?.name}.`)
  }
}

const proofOf = ({ rows }: BackupManifest) => ({ bookings: rows.bookings ?? 0, tables: Object.keys(rows).length })

function sameRows({ rows }: BackupManifest, found: Readonly<Record<string, number>>): void {
  for (const table of new Set([...Object.keys(rows), ...Object.keys(found)]))
    if (rows[table] !== found[table]) throw new BadBackup(`The backup has ${found[table] ?? 0} rows in ${table}, not ${rows[table] ?? 0}.`)
}

async function proveAudit({ db }: Pick<OpenDatabase, 'db'>, { auditHead }: BackupManifest, secrets: Secrets): Promise<number> {
  if (!auditHead) return 0
  const { checked, broken, missing } = await checkAuditChain({ db, secrets }, { heads: [auditHead] })
  if (broken)
    throw new BadBackup(
      `Entry ${broken.position} of the audit log doesn’t follow on from the one before it: either it was changed, or SECRET_KEY is different.`,
    )
  if (missing) throw new BadBackup(`The audit log used to include entry ${missing.position}, but it no longer does.`)
  return checked
}

async function openOne({ db }: Pick<OpenDatabase, 'db'>, rows: Readonly<Record<string, number>>, secrets: Secrets) {
  for (const { table, column, purpose } of sealedColumns) {
    if (!rows[table]) continue
    const { rows: found } = await sql<
      Record<string, string>
    >`select * from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(db.withoutPlugins())
    if (found[0]) return opened(secrets, table, purpose(found[0].name ?? ''), found[0][column] ?? '')
  }
  return undefined
}

function opened(secrets: Secrets, table: string, purpose: Purpose, sealed: string): string {
  try {
    secrets.open(purpose, sealed)
    return table
  } catch {
    throw new BadBackup(`A secret in ${table} can’t be decrypted: set SECRET_KEY to the key the data was encrypted with.`)
  }
}

/** Verifies a copied SQLite file, in its folder. */
export async function proveSqlite(folder: string, manifest: BackupManifest, secrets: Secrets): Promise<Proof> {
  const copy = openSqlite(folder)
  try {
    return await proveData(copy, manifest, secrets)
  } finally {
    await copy.db.destroy()
  }
}

/**
 * Reads an archive of pg_dump to its end without a server: rows by table, and one sealed secret. Constraints and the audit log are verified
 * when it is restored.
 */
export async function proveArchive(file: string, major: number, manifest: BackupManifest, secrets: Secrets): Promise<Proof> {
  const output = new PassThrough()
  const reading = readCopies(output)
  const program = join(await findPgPrograms(major), 'pg_restore')
  try {
    await runPgProgram(program, ['--data-only', '--file=-', file], { output })
  } finally {
    output.end()
  }
  const { rows, firsts } = await reading
  sameRows(manifest, Object.fromEntries(Object.keys(manifest.rows).map((table) => [table, rows.get(table) ?? 0])))
  for (const { table, column, purpose } of sealedColumns) {
    const sealed = firsts.get(table)
    if (sealed?.[column])
      return { ...proofOf(manifest), auditEntries: 0, opened: opened(secrets, table, purpose(sealed.name ?? ''), sealed[column]) }
  }
  return { ...proofOf(manifest), auditEntries: 0, opened: undefined }
}

/** Rows by table from `COPY … FROM stdin`, and the first row of tables with secrets. */
async function readCopies(output: PassThrough) {
  const rows = new Map<string, number>()
  const firsts = new Map<string, Record<string, string | undefined>>()
  let copying: { table: string; columns: string[] } | undefined
  for await (const line of createInterface({ input: output, crlfDelay: Number.POSITIVE_INFINITY })) {
    const begin = /^COPY public\."?(\w+)"? \((.*)\) FROM stdin;$/.exec(line)
    if (!copying && begin) {
      copying = { table: begin[1] ?? '', columns: (begin[2] ?? '').split(', ').map((name) => name.replaceAll('"', '')) }
      rows.set(copying.table, 0)
    } else if (copying && line === '\\.') copying = undefined
    else if (copying) {
      const { table, columns } = copying
      rows.set(table, (rows.get(table) ?? 0) + 1)
      if (!sealedColumns.some((sealed) => sealed.table === table) || firsts.has(table)) continue
      const values = line.split('\t').map((value) => (value === '\\N' ? undefined : value))
      firsts.set(table, Object.fromEntries(columns.map((column, at) => [column, values[at]])))
    }
  }
  return { rows, firsts }
}
