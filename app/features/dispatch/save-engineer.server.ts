import type { Transaction } from 'kysely'
import { lockEngineer } from '#app/features/accounts/lock-accounts.server.ts'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { endedStatuses } from '#app/features/booking/lifecycle.ts'
import { EntryNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { requireSeen } from './guards/jobs-at-stake.server.ts'
import { readEntry } from './read-entry.ts'
import { EngineerFields, type EngineerInput } from './roster-fields.ts'

interface ChangeEngineer {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  engineerId: string
  fields: EngineerInput
  /** True if they have left: no new jobs, and their future shifts and calendar feed are removed. False reinstates them. */
  retired: boolean
  /** Staff confirmed that they share a colleague's phone. */
  sharesPhone?: boolean
  /** The ids of the unassigned bookings that no one else can keep, as the sender was shown them. */
  jobsSeen?: readonly string[]
}

/**
 * Changes an engineer's details, or retires them: they are never deleted, since their jobs refer to them. Refused while they have a job
 * that they could no longer do. Throws `InvalidEntry`, `EntryNotFound`, `StepRefused`, or `JobsAtStake` with the unassigned bookings that
 * no one else can keep, unless each was seen.
 */
export async function changeEngineer(
  services: Services,
  { staffId, engineerId, fields, retired, sharesPhone = false, jobsSeen = [] }: ChangeEngineer,
): Promise<void> {
  const { db, clock } = services
  const entered = readEntry(EngineerFields, fields)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const engineer = await lockEngineer(tx, engineerId)
    if (!engineer) throw new EntryNotFound('We can’t find that engineer.')
    const jobs = await readOpenJobs(tx, engineerId)
    const lost = retired ? jobs : entered.gasSafeNumber ? [] : jobs.filter(needsGasSafe)
    if (lost.length > 0)
      throw new StepRefused(
        `${engineer.name} still has ${lost.map(({ reference }) => reference).join(', ')}. Give that work to someone else first.`,
      )
    if (!retired) await requireOwnDetails(tx, { engineerId, ...entered, sharesPhone }, now)
    const at = toInstant(now)
    const retiredAt = retired ? (engineer.retiredAt ?? at) : null
    const change = async () => {
      await tx
        .updateTable('engineers')
        .set({ ...entered, retiredAt })
        .where('id', '=', engineerId)
        .execute()
      if (!retired) return
      await tx.deleteFrom('shifts').where('engineerId', '=', engineerId).where('startsAt', '>', at).execute()
      await tx.deleteFrom('calendarFeeds').where('engineerId', '=', engineerId).execute()
    }
    const lastShift = await tx
      .selectFrom('shifts')
      .select('endsAt')
      .where('engineerId', '=', engineerId)
      .where('endsAt', '>', at)
      .orderBy('endsAt', 'desc')
      .limit(1)
      .executeTakeFirst()
    const losesGas = engineer.gasSafeNumber !== null && entered.gasSafeNumber === null
    if ((retired || losesGas) && lastShift)
      await requireSeen(services, tx, {
        staffId,
        jobsSeen,
        rota: 'engineers',
        personIds: [engineerId],
        span: { from: at, until: lastShift.endsAt },
        change,
      })
    else await change()
    await recordAudit(tx, now, { actor: staffId, action: 'engineer.change', subject: engineerId, detail: { retired } })
  })
}

const readOpenJobs = (tx: Transaction<Tables>, engineerId: string) =>
  tx
    .selectFrom('bookings')
    .select(['reference', 'service', 'dangers'])
    .where('engineerId', '=', engineerId)
    .where('status', 'not in', endedStatuses)
    .orderBy('promisedFrom')
    .execute()

/**
 * Adds an engineer; returns the id. `staffId`: the user; the caller has checked that they are staff. `sharesPhone`: they have a colleague's
 * phone, and staff know it. Throws `InvalidEntry`.
 */
export async function addEngineer(
  { db, clock }: Services,
  { staffId, fields, sharesPhone = false }: { staffId: string; fields: EngineerInput; sharesPhone?: boolean },
): Promise<string> {
  const engineer = readEntry(EngineerFields, fields)
  const [id, now] = [newId(), clock.now()]
  await db.transaction().execute(async (tx) => {
    await requireOwnDetails(tx, { ...engineer, sharesPhone }, now)
    await tx
      .insertInto('engineers')
      .values({ id, ...engineer, retiredAt: null, createdAt: toInstant(now) })
      .execute()
    await recordAudit(tx, now, { actor: staffId, action: 'engineer.add', subject: id })
  })
  return id
}

interface OwnDetails {
  /** Undefined: they are being added. */
  engineerId?: string
  phone: string
  gasSafeNumber: string | null
  /** Staff have confirmed that two engineers use one phone. */
  sharesPhone: boolean
}

/**
 * Makes sure that no two engineers have the same Gas Safe number, and that two current ones share a phone only if staff confirm it. Until
 * the transaction ends no one else can get the same ones. Throws `InvalidEntry`.
 */
async function requireOwnDetails(
  tx: Transaction<Tables>,
  { engineerId = '', phone, gasSafeNumber, sharesPhone }: OwnDetails,
  now: Date,
): Promise<void> {
  await lockKey(tx, 'engineer-details', '', now)
  const others = await tx
    .selectFrom('engineers')
    .select(['name', 'phone', 'gasSafeNumber', 'retiredAt'])
    .where('id', '!=', engineerId)
    .where(({ eb, or }) => or([eb('phone', '=', phone), eb('gasSafeNumber', '=', gasSafeNumber ?? '')]))
    .orderBy('name')
    .execute()
  const sameNumber = gasSafeNumber && others.find((other) => other.gasSafeNumber === gasSafeNumber)
  if (sameNumber)
    throw new InvalidEntry({
      gasSafeNumber: `${sameNumber.name}${sameNumber.retiredAt ? ', who has left,' : ''} already has this Gas Safe number. Check both Gas Safe ID cards.`,
    })
  const samePhone = others.find((other) => other.phone === phone && !other.retiredAt)
  if (samePhone && !sharesPhone)
    throw new InvalidEntry({ sharesPhone: `${samePhone.name} has the same phone number. Change it, or tick the box if they share it.` })
}
