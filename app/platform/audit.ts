import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AuditLogTable, Tables } from '#db/tables.ts'
import type { AuditAction } from './audit-actions.ts'
import { toInstant } from './clock.ts'
import { newId } from './ids.ts'
import { lockKey } from './rate-limit.ts'
import type { Services } from './services.ts'

/*
 * Who did what, as a chain: each entry's hash covers it and the one before, so that one that is changed or taken out shows. Entries are
 * written in the transaction of what happened and chained a moment later, by one instance at a time: a chain made at once would have
 * all sign-ins of all instances wait for each other.
 */

export interface AuditEntry {
  /** A user's id, 'service', 'system', or 'anybody'. */
  actor: string
  action: AuditAction
  /** The id of what it was done to. */
  subject: string
  /** Further ids and names; never an address, a token or a password. */
  detail?: Record<string, string | number | boolean>
}

/** Writes an entry, in the caller's transaction. */
export async function recordAudit(tx: Kysely<Tables>, now: Date, { actor, action, subject, detail = {} }: AuditEntry): Promise<void> {
  const entry = { id: newId(), at: toInstant(now), actor, action, subject, detail: JSON.stringify(detail), position: null, chainHash: null }
  await tx.insertInto('auditLog').values(entry).execute()
}

const atOnce = 500

/** Chore: chains the entries that are not yet; one instance after the other. */
export async function chainAudit({ db, clock }: Services): Promise<void> {
  for (let chained = atOnce; chained === atOnce; ) {
    const waiting = await db.selectFrom('auditLog').select('id').where('position', 'is', null).limit(1).executeTakeFirst()
    if (!waiting) return
    chained = await db.transaction().execute(async (tx) => {
      await lockKey(tx, 'audit-chain', '', clock.now())
      const entries = await tx.selectFrom('auditLog').selectAll().where('position', 'is', null).orderBy('id').limit(atOnce).execute()
      if (entries.length === 0) return 0
      const last = await tx
        .selectFrom('auditLog')
        .select(['position', 'chainHash'])
        .where('position', 'is not', null)
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst()
      let [position, previous] = [last?.position ?? 0, last?.chainHash ?? '']
      for (const entry of entries) {
        position += 1
        previous = chainHash(previous, entry)
        await tx.updateTable('auditLog').set({ position, chainHash: previous }).where('id', '=', entry.id).execute()
      }
      return entries.length
    })
  }
}

/** The id of the first entry that does not follow from the one before it; undefined where the chain is whole. */
export const firstBrokenEntry = async (db: Kysely<Tables>): Promise<string | undefined> => (await checkAuditChain(db)).broken?.id

/** What a check of the chain has found. */
export interface AuditCheck {
  /** Entries in the chain, how many of them were followed, and how many are not chained yet. */
  chained: number
  checked: number
  waiting: number
  /** The first entry that does not follow from the one before it. */
  broken?: { id: string; position: number }
}

/** Follows the chain over its newest `most` entries: each must have the place and the hash that the one before it leads to. */
export async function checkAuditChain(db: Kysely<Tables>, most = Number.POSITIVE_INFINITY): Promise<AuditCheck> {
  const { count } = db.fn
  const { last, waiting } = await db
    .selectFrom('auditLog')
    .select([
      ({ fn }) => fn.max('position').as('last'),
      ({ eb }) => count(eb.case().when('position', 'is', null).then(1).end()).as('waiting'),
    ])
    .executeTakeFirstOrThrow()
  const chained = Number(last ?? 0)
  let position = Math.max(0, chained - most)
  let previous = position === 0 ? '' : await hashAt(db, position)
  const found = { chained, checked: 0, waiting: Number(waiting) }
  for (;;) {
    const entries = await db.selectFrom('auditLog').selectAll().where('position', '>', position).orderBy('position').limit(atOnce).execute()
    for (const entry of entries) {
      previous = chainHash(previous, entry)
      position += 1
      if (entry.position !== position || entry.chainHash !== previous) return { ...found, broken: { id: entry.id, position } }
      found.checked += 1
    }
    if (entries.length < atOnce) return found
  }
}

/** The hash at a place of the chain; one that nothing follows from, where nobody is there. */
async function hashAt(db: Kysely<Tables>, position: number): Promise<string> {
  const entry = await db.selectFrom('auditLog').select('chainHash').where('position', '=', position).executeTakeFirst()
  return entry?.chainHash ?? 'nothing'
}

const chainHash = (previous: string, { id, at, actor, action, subject, detail }: AuditLogTable) =>
  createHash('sha256')
    .update(JSON.stringify([previous, id, at, actor, action, subject, detail]))
    .digest('hex')
