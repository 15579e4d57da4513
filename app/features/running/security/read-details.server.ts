import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditCheck } from '#app/platform/audit.ts'
import { checkAudit } from '#app/platform/audit-heads.ts'
import { momentText } from '#app/platform/london.ts'
import { counted } from '#app/platform/next-text.ts'
import type { Services } from '#app/platform/services.ts'
import { readStuck } from '#app/platform/stuck-messages.ts'
import { days, toInstant } from '#app/values/clock.ts'
import { readViolations } from '../read-errors.server.ts'
import type { Detail } from '../security-report.ts'
import { type EndpointNow, readUptimeNow } from '../uptime-reads.server.ts'
import { readHeldBack, readLocks } from './held-back.server.ts'

/** Returns details for staff: counts and times, no names. */
export async function readDetails(services: Services): Promise<Detail[]> {
  const [locks, held, violations, stuck, audit, keys, people, uptime] = await Promise.all([
    readLocks(services),
    readHeldBack(services),
    readViolations(services),
    readStuck(services),
    checkAudit(services),
    readSigningKeys(services),
    readSecondSteps(services),
    readUptimeNow(services),
  ])
  const heldText = Object.entries(held).map(([group, count]) => `${group} ${count}`)
  return [
    {
      id: 'locks',
      label: 'Lock-outs',
      status: locks.count > 0 ? 'warning' : 'secure',
      text: locks.until
        ? `${counted(locks.count, 'account')} locked because of wrong codes, the last of them until ${momentText(locks.until)}.`
        : 'No accounts are currently locked because of wrong codes.',
    },
    {
      id: 'limits',
      label: 'Limits reached',
      status: heldText.length > 0 ? 'warning' : 'secure',
      text: heldText.length > 0 ? `Currently at a limit: ${heldText.join(', ')}.` : 'No one has hit a limit at the moment.',
    },
    {
      id: 'violations',
      label: 'Policy violations',
      status: violations.count > 0 ? 'warning' : 'secure',
      text: violations.latestAt
        ? `${counted(violations.count, 'kind')} in the last day, the latest on ${momentText(violations.latestAt)}.`
        : 'No browsers have reported any in the last day.',
    },
    {
      id: 'deliveries',
      label: 'Deliveries',
      status: stuck ? 'critical' : 'secure',
      text: stuck
        ? `${counted(stuck.count, 'message')} stuck, the oldest since ${momentText(stuck.since)}.`
        : 'All emails, texts and webhooks have been sent.',
    },
    auditDetail(audit),
    keys,
    secretKeys(services),
    people,
    {
      id: 'uptime',
      label: 'Uptime',
      status: uptimeStatus(uptime.map(({ status }) => status)),
      text: uptime.map(({ endpoint, status }) => `${endpoint} ${status}`).join(', '),
    },
  ]
}

/** As bad as the worst of them; unknown without checks. */
const uptimeStatus = (all: readonly EndpointNow['status'][]): Detail['status'] =>
  all.includes('down') ? 'critical' : all.includes('degraded') ? 'warning' : all.includes('unknown') ? 'unknown' : 'secure'

/** The audit log, as far as it was verified. */
function auditDetail({ chained, checked, outside, broken, missing }: AuditCheck): Detail {
  const row = { id: 'audit', label: 'Audit log' }
  const critical = (text: string): Detail => ({ ...row, status: 'critical', text })
  if (broken)
    return critical(
      `Entry ${broken.position} doesn’t follow on from the one before it: the log was changed, or the key that secured it is no longer in SECRET_KEY. Its id is ${broken.id}.`,
    )
  if (missing) return critical(`Entries are missing: the log used to include entry ${missing.position}, but it no longer does.`)
  if (outside > 0)
    return critical(`${counted(outside, 'entry is', 'entries are')} outside the log’s chain, so something else has written to the log.`)
  if (checked === 0) return { ...row, status: 'unknown', text: 'The log has no entries yet.' }
  const text = `The latest ${checked} of ${counted(chained, 'entry', 'entries')} follow on from one another, and none are missing.`
  return { ...row, status: 'secure', text }
}

/** The age of the key that signs access tokens; it is rotated automatically. */
async function readSigningKeys({ db, clock, config }: Services): Promise<Detail> {
  const row = { id: 'signing-key', label: 'Signing key' }
  if (config.auth.signingKeysFile) return { ...row, status: 'secure', text: 'From AUTH_SIGNING_KEYS_FILE: you rotate these keys yourself.' }
  const now = clock.now()
  const key = await db
    .selectFrom('signingKeys')
    .select(['kid', 'signsFrom'])
    .where('signsFrom', '<=', toInstant(now))
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!key) return { ...row, status: 'secure', text: 'None yet. One will be created with the first access token.' }
  const ageDays = Math.floor((now.getTime() - Date.parse(key.signsFrom)) / days(1))
  // Rotated after 90 days; a week later that has failed.
  return { ...row, status: ageDays > 97 ? 'warning' : 'secure', text: `${key.kid.slice(0, 8)}…, ${counted(ageDays, 'day')} old.` }
}

/** The source of the secret key, and which older keys are still accepted. */
function secretKeys({ config, clock, secrets }: Services): Detail {
  const { currentKeyId, olderKeyIds } = secrets
  const older = olderKeyIds.length > 0 ? ` Older keys that still work: ${olderKeyIds.join(', ')}.` : ''
  const row = { id: 'secret-key', label: 'Secret key', status: 'secure' } as const
  if (config.secretKeys.length > 0) return { ...row, text: `${currentKeyId}, from SECRET_KEY.${older}` }
  const file = statSync(join(config.dataDir, 'secret.key'))
  const ageDays = Math.max(0, Math.floor((clock.now().getTime() - file.mtimeMs) / days(1)))
  const isOpenToOthers = (file.mode & 0o077) !== 0
  return {
    ...row,
    status: isOpenToOthers ? 'critical' : 'secure',
    text: `${currentKeyId}, created by the server ${ageDays === 0 ? 'today' : `${counted(ageDays, 'day')} ago`}, in the data folder. ${
      isOpenToOthers
        ? 'Other accounts on this machine can read the file: restrict its permissions.'
        : 'Only the server’s account can read the file.'
    }`,
  }
}

/** Returns how many of those who can see personal data use two-step verification. */
async function readSecondSteps({ db }: Services): Promise<Detail> {
  const people = await db
    .selectFrom('authUsers')
    .select(({ exists, selectFrom, lit }) => [
      'id',
      exists(
        selectFrom('authFactors')
          .select(lit(1).as('one'))
          .whereRef('authFactors.userId', '=', 'authUsers.id')
          .where('status', '=', 'verified')
          .where('kind', '<>', 'recovery_code'),
      ).as('has'),
    ])
    .where('role', 'in', ['staff', 'owner'])
    .where('isSample', '=', 0)
    .execute()
  const without = people.filter(({ has }) => !has).length
  return {
    id: 'second-steps',
    label: 'Two-step verification',
    status: without > 0 ? 'warning' : 'secure',
    text:
      people.length === 0
        ? 'There are no staff yet, apart from the sample accounts.'
        : `${without} of ${people.length} staff sign in without two-step verification.`,
  }
}
