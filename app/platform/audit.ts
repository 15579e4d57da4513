import type { Kysely, Selectable, Transaction } from 'kysely'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import type { AuditLogTable } from '#db/tables/platform.ts'
import type { Tables } from '#db/tables.ts'
import type { AuditAction } from './audit-actions.ts'
import { beforeCommit, type Database } from './database.ts'
import type { Secrets } from './secrets.ts'

/* The audit log. Its entries form a chain under a key derived from SECRET_KEY: each entry's HMAC covers it and the one before, so no one
   without the key can change, add or remove an entry unnoticed, even with write access to the table. A chain can't show that its newest
   entries are missing: that takes a head kept elsewhere (audit-heads.ts). Entries that are older than the key have plain hashes, which the
   first one under the key seals. */

interface AuditEntry {
  /** A user's id, 'service', 'system', or 'anyone'. */
  actor: string
  action: AuditAction
  /** Id of the affected record. */
  subject: string
  /** More ids and names; never an address, a token or a password. */
  detail?: Record<string, string | number | boolean>
}

/** A position in the chain and its hash, which prove everything before it. */
export interface AuditHead {
  position: number
  hash: string
}

type UnchainedEntry = Pick<Selectable<AuditLogTable>, 'id' | 'at' | 'actor' | 'action' | 'subject' | 'detail'>

/** Entries that running transactions will add when they commit. */
const waiting = new WeakMap<Kysely<Tables>, UnchainedEntry[]>()
const chained = new WeakSet<Kysely<Tables>>()

/**
 * Makes transactions of `db` chain their entries last before they commit. Only then is the chain's head locked, and nothing after it:
 * transactions wait for each other only for two statements and a commit, and can't deadlock.
 */
export function chainAudit(db: Database, secrets: Pick<Secrets, 'currentKeyId' | 'sign'>): void {
  if (chained.has(db)) return
  chained.add(db)
  beforeCommit(db, {
    begun: (tx) => void waiting.set(tx, []),
    ending: (tx) => writeEntries(tx, secrets, waiting.get(tx) ?? []),
  })
}

/** Adds an entry with the caller's transaction, or in a transaction of its own if `tx` is the database itself. */
export async function recordAudit(tx: Kysely<Tables>, now: Date, entry: AuditEntry): Promise<void> {
  if (chained.has(tx)) return tx.transaction().execute((own) => recordAudit(own, now, entry))
  const entries = waiting.get(tx)
  if (!entries) throw new Error('Audit entries can only be written in a transaction on a database passed to chainAudit')
  const { actor, action, subject, detail = {} } = entry
  entries.push({ id: newId(), at: toInstant(now), actor, action, subject, detail: JSON.stringify(detail) })
}

async function writeEntries(
  tx: Transaction<Tables>,
  { currentKeyId, sign }: Pick<Secrets, 'currentKeyId' | 'sign'>,
  entries: readonly UnchainedEntry[],
): Promise<void> {
  if (entries.length === 0) return
  // Changing the row locks it until the commit: others who add entries wait, on all instances.
  const head = await tx
    .updateTable('auditHead')
    .set(({ eb }) => ({ position: eb('position', '+', entries.length) }))
    .returning(['position', 'chainHash'])
    .executeTakeFirstOrThrow()
  let [position, previous] = [head.position - entries.length, head.chainHash]
  const rows = entries.map((entry) => {
    position += 1
    previous = sign('audit', covered(previous, position, entry), currentKeyId)
    return { ...entry, position, chainHash: previous, keyId: currentKeyId }
  })
  await tx.insertInto('auditLog').values(rows).execute()
  await tx.updateTable('auditHead').set({ chainHash: previous }).execute()
}

/**
 * Seals a log that has only plain hashes under the key: from the entry this adds, a log without the key is no longer accepted. For every
 * start of a server.
 */
export async function sealAuditLog({ db, clock }: { db: Database; clock: { now(): Date } }): Promise<void> {
  const keyed = await db.selectFrom('auditLog').select('id').where('keyId', 'is not', null).limit(1).executeTakeFirst()
  if (!keyed) await recordAudit(db, clock.now(), { actor: 'system', action: 'log.seal', subject: 'log' })
}

/** The head of the chain in the database. */
export async function readAuditHead(db: Kysely<Tables>): Promise<AuditHead> {
  const { position, chainHash } = await db.selectFrom('auditHead').select(['position', 'chainHash']).executeTakeFirstOrThrow()
  return { position, hash: chainHash }
}

/** Result of checking the chain. */
export interface AuditCheck {
  /** The number of entries up to the head, and of the newest ones that were verified. */
  chained: number
  checked: number
  /** Entries outside the chain, which our code never writes. */
  outside: number
  /** The first entry that doesn't follow on from the one before it. `position`: its expected place. */
  broken?: { id: string; position: number }
  /** The first known head that the log does not lead to: entries up to there are missing or changed. */
  missing?: AuditHead
}

const atOnce = 500

/**
 * Verifies the newest `most` entries of the chain, and that it leads to its head and to the known `heads`. Entries added meanwhile are no
 * error.
 */
export async function checkAuditChain(
  { db, secrets }: { db: Kysely<Tables>; secrets: Secrets },
  { most = Number.POSITIVE_INFINITY, heads = [] }: { most?: number; heads?: readonly AuditHead[] } = {},
): Promise<AuditCheck> {
  const head = await readAuditHead(db)
  const { outside } = await db
    .selectFrom('auditLog')
    .select(({ fn }) => fn.countAll().as('outside'))
    .where('position', 'is', null)
    .executeTakeFirstOrThrow()
  const found: AuditCheck = { chained: head.position, checked: 0, outside: Number(outside) }
  let position = Math.max(0, head.position - most)
  let previous = position === 0 ? '' : await hashAt(db, position)
  let isKeyed = position > 0 && (await hasKeyUpTo(db, position))
  for (;;) {
    const entries = await db.selectFrom('auditLog').selectAll().where('position', '>', position).orderBy('position').limit(atOnce).execute()
    for (const entry of entries) {
      position += 1
      isKeyed ||= entry.keyId !== null
      const follows = entry.position === position && entry.chainHash === entryHash(secrets, previous, entry, isKeyed)
      if (!follows) return { ...found, broken: { id: entry.id, position } }
      previous = entry.chainHash ?? ''
      found.checked += 1
    }
    if (entries.length < atOnce) break
  }
  // A log that was never under the key is forged: the first start of a server seals it.
  if (found.checked > 0 && !isKeyed) return { ...found, missing: head }
  const missing = await firstMissing(db, [head, ...heads])
  return missing ? { ...found, missing } : found
}

/** The first of the heads whose position in the log has another hash, or is missing. */
async function firstMissing(db: Kysely<Tables>, heads: readonly AuditHead[]): Promise<AuditHead | undefined> {
  const positions = heads.map(({ position }) => position)
  const entries = await db.selectFrom('auditLog').select(['position', 'chainHash']).where('position', 'in', positions).execute()
  const hashes = new Map(entries.map(({ position, chainHash }) => [position, chainHash]))
  return heads.find(({ position, hash }) => position > 0 && hashes.get(position) !== hash)
}

/** The hash that an entry must have; undefined if none is valid. Once one entry is under a key, all later ones must be. */
function entryHash(secrets: Secrets, previous: string, entry: Selectable<AuditLogTable>, isKeyed: boolean): string | undefined {
  const { id, at, actor, action, subject, detail, keyId, position } = entry
  if (!isKeyed) return hashOf(JSON.stringify([previous, id, at, actor, action, subject, detail]))
  const isKnown = keyId !== null && [secrets.currentKeyId, ...secrets.olderKeyIds].includes(keyId)
  return isKnown ? secrets.sign('audit', covered(previous, position ?? 0, entry), keyId) : undefined
}

const covered = (previous: string, position: number, { id, at, actor, action, subject, detail }: UnchainedEntry) =>
  JSON.stringify([previous, position, id, at, actor, action, subject, detail])

/** Returns the hash at a position of the chain; for a position without an entry, a hash that no entry follows from. */
async function hashAt(db: Kysely<Tables>, position: number): Promise<string> {
  const entry = await db.selectFrom('auditLog').select('chainHash').where('position', '=', position).executeTakeFirst()
  return entry?.chainHash ?? 'nothing'
}

async function hasKeyUpTo(db: Kysely<Tables>, position: number): Promise<boolean> {
  const keyed = await db
    .selectFrom('auditLog')
    .select('id')
    .where('keyId', 'is not', null)
    .where('position', '<=', position)
    .limit(1)
    .executeTakeFirst()
  return keyed !== undefined
}
