import { hours } from '#app/values/clock.ts'
import { type AuditCheck, type AuditHead, checkAuditChain, readAuditHead } from './audit.ts'
import type { Services } from './services.ts'

/* Heads of the audit log that are kept outside the database: in this process's memory, in its log once an hour, and in every backup. A log
   whose newest entries were removed, or that was restored from an older copy, doesn't lead to all of them. */

/** The newest entries that are verified while someone waits for the page: it takes some tens of milliseconds. */
const entriesChecked = 5_000
const reportEveryMs = hours(1)

export interface AuditHeads {
  /** Remembers a head by its source: the newest that this process has read, or a backup's by the backup's name. */
  remember(from: string, head: AuditHead): void
  known(): readonly AuditHead[]
  /** The time the head was last written to the log, in milliseconds since 1970. */
  reportedAt: number
}

export function createAuditHeads(): AuditHeads {
  const heads = new Map<string, AuditHead>()
  return {
    remember: (from, head) => void heads.set(from, head),
    known: () => [...heads.values()],
    reportedAt: Number.NEGATIVE_INFINITY,
  }
}

/** Checks the newest entries and every known head; remembers the head of an intact log. */
export async function checkAudit({ db, secrets, auditHeads }: Pick<Services, 'db' | 'secrets' | 'auditHeads'>): Promise<AuditCheck> {
  const head = await readAuditHead(db)
  const check = await checkAuditChain({ db, secrets }, { most: entriesChecked, heads: auditHeads.known() })
  if (!check.broken && !check.missing) auditHeads.remember('database', head)
  return check
}

/**
 * Chore: once an hour writes the head to this process's log, which write access to the database can't change, and logs an error there if
 * the audit log does not lead to the known heads.
 */
export async function reportAuditHead(services: Services): Promise<void> {
  const now = services.clock.now().getTime()
  if (now - services.auditHeads.reportedAt < reportEveryMs) return
  const { broken, missing } = await checkAudit(services)
  services.log.info(await readAuditHead(services.db), 'the head of the audit log')
  if (broken || missing) services.log.error({ broken, missing }, 'the audit log was changed, or entries are missing from it')
  services.auditHeads.reportedAt = now
}
